import * as z from 'zod/mini'
import type { Sequence } from '../../kernel/collection'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { isoTime } from '../../kernel/schema'
import { toCamelCase } from '../../kernel/text'
import type { World } from '../world'

/** What the JSON of a record may depend on besides its rows. */
export interface RenderContext {
  readonly livemode: boolean
  /** Epoch milliseconds: the moment at which the record is shown. */
  readonly now: number
  readonly baseUrl: string
  /** The address by which the caller reaches the API, for files that it downloads. Default: `baseUrl`. */
  readonly calledAddress?: () => string
  /** Applies the profile to answers; `null` for the profile `spec`. */
  readonly profileForm?: ProfileForm | null
  /** Whether a record has the fields that only the specification has in every profile: for the library. */
  readonly isWhole?: boolean
}

/**
 * Puts an answer of the newest version into the form that a profile gives it.
 * @param isWhole keeps the fields that only the specification has
 */
export type ProfileForm = (shown: object, isExpanded: boolean, isWhole: boolean) => object

export const applyProfile = <T extends object>(
  shown: T,
  { profileForm, isWhole = false }: Pick<RenderContext, 'profileForm' | 'isWhole'>,
): T =>
  profileForm === undefined || profileForm === null ? shown : (profileForm(shown, false, isWhole) as T)

/** The JSON of a record of any kind. */
export interface ShownRecord {
  readonly object: string
  readonly [field: string]: unknown
}

/** How a resource becomes JSON. `render` sees rows only, so an event can render what was then. */
export interface Shape<R, X, W> {
  /** The other rows that its JSON shows. */
  related(world: World, row: R): X
  render(row: R, related: X, renderContext: RenderContext): W
  /** Fields that hold an id and become the object with `expand=true`, with the objects that they can become. */
  readonly expandable: { readonly [field: string]: readonly string[] }
  /** The documented form of the answer. Built at first use, then kept. */
  readonly schema: () => z.ZodMiniType<W>
}

/** The part of a long sequence that a nested list shows. */
export interface FirstRows<R> {
  readonly rows: readonly R[]
  readonly total: number
}

export const firstRowsOf = <R>(rows: Sequence<R>): FirstRows<R> => {
  const shown = Math.min(rows.length, limits.listPageSizeDefault)
  return { rows: Array.from({ length: shown }, (_, i) => rows.at(i)), total: rows.length }
}

const formOf = <T extends z.core.$ZodType>(items: T) =>
  z.strictObject({
    object: z.literal('list').check(z.describe('Always `list`')),
    data: z.readonly(z.array(items)).check(z.describe('The records of this page')),
    limit: z.int().check(z.describe('Most records on a page')),
    offset: z.int().check(z.describe('Skipped records')),
    total: z.int().check(z.describe('Records on all pages')),
    location: z.string().check(z.describe('Path of the list')),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .check(z.describe('Order of the records by their creation')),
    from: isoTime().check(z.describe('Start of the period, ISO 8601 in UTC')),
    to: isoTime().check(z.describe('End of the period, ISO 8601 in UTC')),
  })

const forms = new WeakMap<z.core.$ZodType, z.core.$ZodType>()

/** A list of records of one form. The same form gives the same schema, so that it has one name in documents. */
export const listSchema = <T extends z.core.$ZodType>(items: T): ReturnType<typeof formOf<T>> => {
  const known = forms.get(items) as ReturnType<typeof formOf<T>> | undefined
  if (known !== undefined) return known
  const made = formOf(items)
  forms.set(items, made)
  return made
}

/** Where the value of a public field comes from. */
export type From<R, X, V> = (row: R, related: X, renderContext: RenderContext) => V

/** A field of a record in answers: its type with its text, and where its value comes from. */
export interface PublicField<R, X, S extends z.core.$ZodType> {
  /** Built when the schema of the record is first used. */
  readonly form: () => S
  /** Default: the row's own property, which `paid_at` has under `paidAt`. `undefined` leaves the field out. */
  readonly from?: From<R, X, unknown> | undefined
  /** The property of the row with the object that has it. Default: the row itself. */
  readonly within?: string | undefined
  /** The one value that it has in every record. */
  readonly value?: z.output<S>
  /** How an answer writes the value. Default: as it is. */
  readonly shows?: ((value: never, renderContext: RenderContext) => z.output<S>) | undefined
  /** For an amount in subunits: the field that names its currency. */
  readonly currency?: string | undefined
  /** The objects that its id becomes with `expand=true`. */
  readonly expandsTo?: readonly string[] | undefined
}

/** A field that shows the row's own property of its name, or that of the object which the row has under `within`: a `V`. */
export interface OwnField<S extends z.core.$ZodType, V, P extends string | undefined = undefined>
  extends PublicField<unknown, unknown, S> {
  readonly from?: undefined
  readonly within: P
  readonly shows?: ((value: V, renderContext: RenderContext) => z.output<S>) | undefined
}

interface PublicFields<R, X> {
  readonly [name: string]: PublicField<R, X, z.core.$ZodType>
}

type Camel<N> = N extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : N

type Having<N extends string, V> = { readonly [P in N]: V }

/** The rows that have the property of a field, or an object `P` that has it. */
type RowWith<N extends string, V, P> = P extends string ? Having<P, Having<N, V>> : Having<N, V>

/** A field of a property that the row does not have needs a `from`. */
type CheckedFields<R, X, F> = {
  [N in keyof F]: F[N] extends OwnField<z.core.$ZodType, infer V, infer P>
    ? R extends RowWith<Camel<N> & string, V, P>
      ? unknown
      : { readonly from: From<R, X, V> }
    : unknown
}

type FormsOf<F> = { [N in keyof F]: F[N] extends PublicField<never, never, infer S> ? S : never }
type JsonOf<F> = z.output<z.ZodMiniObject<FormsOf<F>, z.core.$strict>>

/** A record as one table. */
export interface RecordTable<R, X, W, F = unknown> extends Shape<R, X, W> {
  /** Its fields in the order of the wire, for records that share some. */
  readonly fields: F
  /** The forms of its fields, for answers that have more of them. */
  readonly forms: () => FormsOf<F>
}

/** The JSON of a record: `type Charge = Shown<typeof chargeRecord>`. */
export type Shown<T extends { readonly schema: () => z.core.$ZodType }> = z.output<ReturnType<T['schema']>>

/**
 * A record as one table of its public fields, in the order of the wire: JSON, schema, published type and documents follow
 * from it. Row and related rows are given by hand; the rest is inferred.
 * @param relatedOf the other rows that its JSON shows; none when left out
 */
export const record =
  <R, X = unknown>(relatedOf: (world: World, row: R) => X = () => null as X) =>
  <F extends PublicFields<R, X>>(fields: F & CheckedFields<R, X, F>): RecordTable<R, X, JsonOf<F>, F> => {
    const entries = Object.entries<PublicField<R, X, z.core.$ZodType>>(fields)
    // A first charge shows three of thirty kinds of records.
    const plan = once(() => {
      const columns = entries
        .filter(([, { value }]) => value === undefined)
        .map(([name, { within, from, shows }]) => ({
          name,
          from,
          shows,
          property: toCamelCase(name) as keyof R,
          within: within as keyof R | undefined,
        }))
      // The row's own values as they are, half of all, in a loop of their own: that saves a third of the time.
      const isOwn = ({ from, shows, within }: (typeof columns)[number]): boolean =>
        from === undefined && shows === undefined && within === undefined
      // An object that gets its names one by one is slower to fill, and to read, than a copy of one that was parsed.
      const blank: object = JSON.parse(
        JSON.stringify(Object.fromEntries(entries.map(([name, { value = null }]) => [name, value]))),
      )
      return { own: columns.filter(isOwn), made: columns.filter((column) => !isOwn(column)), blank }
    })
    const forms = () => Object.fromEntries(entries.map(([name, { form }]) => [name, form()])) as FormsOf<F>
    const expandable = entries.flatMap(([name, { expandsTo }]) => (expandsTo ? [[name, expandsTo]] : []))
    return {
      fields,
      related: relatedOf,
      expandable: Object.fromEntries(expandable),
      forms,
      // Those of all records take 19 ms.
      schema: once(() => z.strictObject(forms()) as z.ZodMiniType<JsonOf<F>>),
      render: (row, related, renderContext) => {
        const { own, made, blank } = plan()
        const shown: Record<string, unknown> = { ...blank }
        for (const { name, property } of own) shown[name] = row[property]
        for (const { name, from, shows, property, within } of made) {
          const owner = within === undefined ? row : (row[within] as R)
          const value = from === undefined ? owner[property] : from(row, related, renderContext)
          if (value === undefined) delete shown[name]
          else shown[name] = shows === undefined ? value : shows(value as never, renderContext)
        }
        return shown as JsonOf<F>
      },
    }
  }
