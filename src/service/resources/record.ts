import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import type { World } from '../world'
import type { Scene, Shape } from './shape'

/** Where the value of a public field comes from. */
export type From<R, X, V> = (row: R, related: X, scene: Scene) => V

/** A field of a record in answers: its type with its text, and where its value comes from. */
export interface PublicField<R, X, S extends z.core.$ZodType> {
  /** Built when the schema of the record is first asked for. */
  readonly form: () => S
  /** Default: the row's own property, which `paid_at` has under `paidAt`. `undefined` leaves the field out. */
  readonly from?: From<R, X, unknown> | undefined
  /** How an answer writes the value. Default: as it is. */
  readonly shows?: ((value: never, scene: Scene) => z.output<S>) | undefined
  /** The objects that its id becomes with `expand=true`. */
  readonly expandsTo?: readonly string[] | undefined
}

/** A field that shows the row's own property of its name, a `V`. */
export interface OwnField<S extends z.core.$ZodType, V> extends PublicField<unknown, unknown, S> {
  readonly from?: undefined
  readonly shows?: ((value: V, scene: Scene) => z.output<S>) | undefined
}

interface PublicFields<R, X> {
  readonly [name: string]: PublicField<R, X, z.core.$ZodType>
}

type Camel<N> = N extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : N

/** A field of a property that the row does not have needs a `from`. */
type CheckedFields<R, X, F> = {
  [N in keyof F]: F[N] extends OwnField<z.core.$ZodType, infer V>
    ? R extends { readonly [P in Camel<N> & string]: V }
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

/** How a field reads the row's own property. */
const ownOf = <R>(name: string): From<R, unknown, unknown> => {
  const property = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  return (row) => row[property as keyof R]
}

/**
 * A record as one table of its public fields, in the order of the wire: JSON, schema, published type and documents follow
 * from it. Row and related rows are given by hand; the rest is inferred.
 * @param relatedOf the other rows that its JSON shows; none when left out
 */
export const record =
  <R, X = unknown>(relatedOf: (world: World, row: R) => X = () => null as X) =>
  <F extends PublicFields<R, X>>(fields: F & CheckedFields<R, X, F>): RecordTable<R, X, JsonOf<F>, F> => {
    const entries = Object.entries<PublicField<R, X, z.core.$ZodType>>(fields)
    const columns = entries.map(([name, { from = ownOf(name), shows }]) => ({ name, from, shows }))
    // An object that gets its names one by one is slower to fill, and to read, than a copy of one that was parsed.
    const blank: object = JSON.parse(
      JSON.stringify(Object.fromEntries(entries.map(([name]) => [name, null]))),
    )
    const forms = () => Object.fromEntries(entries.map(([name, { form }]) => [name, form()])) as FormsOf<F>
    const expandable = entries.flatMap(([name, { expandsTo }]) => (expandsTo ? [[name, expandsTo]] : []))
    return {
      fields,
      related: relatedOf,
      expandable: Object.fromEntries(expandable),
      forms,
      schema: once(() => z.strictObject(forms()) as z.ZodMiniType<JsonOf<F>>),
      render: (row, related, scene) => {
        const shown: Record<string, unknown> = { ...blank }
        for (const { name, from, shows } of columns) {
          const value = from(row, related, scene)
          if (value === undefined) delete shown[name]
          else shown[name] = shows === undefined ? value : shows(value as never, scene)
        }
        return shown as JsonOf<F>
      },
    }
  }
