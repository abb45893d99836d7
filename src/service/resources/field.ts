import * as z from 'zod/mini'
import { dateText, iso, isoOrNull } from '../../kernel/calendar'
import type { JsonObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { isoDate, isoTime } from '../../kernel/schema'
import {
  type From,
  listSchema,
  type OwnField,
  type PublicField,
  type RecordTable,
  type RenderContext,
} from './record'

/**
 * The fields of records. Each takes its text, which OpenAPI documents and published types show: the unit, the format, and
 * when it is null. It shows the row's own property of its name: `paid_at` has that of `paidAt`. With the name of a property
 * as the second argument it shows that of the object there, with a function what that gives. In a row without such a
 * property, or with one of another type, it does not compile.
 */
interface FieldKind<S extends z.core.$ZodType, V = z.output<S>> {
  (about: string): OwnField<S, V>
  <const P extends string>(about: string, within: P): OwnField<S, V, P>
  <R, X>(about: string, from: From<R, X, V>): PublicField<R, X, S>
}

/**
 * @param shows how an answer writes the value of the row
 * @param currency of an amount in subunits: the field that names its currency
 */
const kind = <S extends z.ZodMiniType, V = z.output<S>>(
  form: () => S,
  shows?: (value: V, renderContext: RenderContext) => z.output<S>,
  expandsTo?: readonly string[],
  currency?: string,
): FieldKind<S, V> => {
  const field = <R, X>(about: string, place?: string | From<R, X, V>) => ({
    form: () => form().check(z.describe(about)),
    from: typeof place === 'string' ? undefined : place,
    within: typeof place === 'string' ? place : undefined,
    shows,
    expandsTo,
    currency,
  })
  return field as FieldKind<S, V>
}

/** A field of any form. */
export const of = <S extends z.ZodMiniType>(form: () => S) => kind(form)

export const text = kind(z.string)
export const textOrNull = kind(() => z.nullable(z.string()))
export const texts = kind(() => z.readonly(z.array(z.string())))
export const int = kind(z.int)
export const intOrNull = kind(() => z.nullable(z.int()))
export const flag = kind(z.boolean)

/** An amount in subunits of `currency`. */
export const money = kind(z.int, undefined, undefined, 'currency')
/** An amount in subunits of `funding_currency`. */
export const fundingMoney = kind(z.int, undefined, undefined, 'funding_currency')

/** A moment, which the row has in epoch milliseconds. */
export const time = kind(isoTime, iso)
export const timeOrNull = kind(() => z.nullable(isoTime()), isoOrNull)

/** A day, which the row has in epoch milliseconds. */
export const day = kind(isoDate, dateText)
export const dayOrNull = kind(
  () => z.nullable(isoDate()),
  (time: number | null) => (time === null ? null : dateText(time)),
)

export const oneOf = <const W extends string>(words: readonly W[]) =>
  kind<z.ZodMiniType<W>>(() => z.enum(words))

export const oneOfOrNull = <const W extends string>(words: readonly W[]) =>
  kind<z.ZodMiniNullable<z.ZodMiniType<W>>>(() => z.nullable(z.enum(words)))

/** A field with one value in every record. */
export const fixed = <S extends z.ZodMiniType>(form: () => S, about: string, value: z.output<S>) => ({
  form: () => form().check(z.describe(about)),
  value,
})

/** The one value that it has, such as the name of the object. */
export const always = <const W extends string | boolean>(value: W, about = `Always \`${value}\``) =>
  fixed<z.ZodMiniType<W>>(() => z.literal(value), about, value)

/** A field of the service that the sandbox never fills. */
export const unused = fixed(z.null, 'Always null in the sandbox', null)

/** The id of another record, which becomes that record with `expand=true`: one of these objects. */
export const idOf = (...objects: readonly string[]) => kind(z.string, undefined, objects)
export const idOrNullOf = (...objects: readonly string[]) =>
  kind(() => z.nullable(z.string()), undefined, objects)

/** @param prefix what the id begins with, without the underscore */
export const id = (prefix: string) => ({ ...text(aboutId(prefix)), prefix })
export const aboutId = (prefix: string): string =>
  `Begins with \`${prefix}_\`, in test mode with \`${prefix}_test_\``

type NamesIn<P extends string> = P extends `${string}<${infer N}>${infer Rest}` ? N | NamesIn<Rest> : never

/** The rows that have the property of a path's `<id>`. */
type Filling<P extends string> = { readonly [N in NamesIn<P>]: string }

/** Fills `/charges/<charge>/refunds/<id>` with the properties of a row. */
const pathFrom = <const P extends string>(path: P) => {
  const [start = '', ...rest] = path.split('<')
  const parts = rest.map((part) => part.split('>') as [name: NamesIn<P>, text: string])
  return (row: Filling<P>): string => {
    let filled = start
    for (const [name, text] of parts) filled += row[name] + text
    return filled
  }
}

export const location = <const P extends string, R extends Filling<P>, X>(path: P) =>
  text<R, X>(`Path \`${path}\``, pathFrom(path))

export const aboutCurrency = 'Currency code in lower case, such as `thb`'
export const currency = text(aboutCurrency)
export const fundingCurrency = text('Currency of the account, in lower case')

export const livemode = flag(
  'Whether it belongs to live mode; false in test mode',
  (_: unknown, __: unknown, renderContext) => renderContext.livemode,
)

export const aboutCreation = 'When it was created, ISO 8601 in UTC'
export const createdAt = time(aboutCreation)

export const json = kind<z.ZodMiniType<JsonObject>>(() => z.custom<JsonObject>())
export const metadata = json('Data of the merchant; `{}` when none was given')

/** A record inside of another one. */
export const nested = <R, W>({ schema, render }: RecordTable<R, unknown, W>) =>
  kind<z.ZodMiniType<W>, R>(schema, (inner, renderContext) => render(inner, null, renderContext))

export const nestedOrNull = <R, W>({ schema, render }: RecordTable<R, unknown, W>) =>
  kind<z.ZodMiniNullable<z.ZodMiniType<W>>, R | null>(
    () => z.nullable(schema()),
    (inner, renderContext) => (inner === null ? null : render(inner, null, renderContext)),
  )

/** The records that a record has, all of them. */
export const nestedAll = <R, W>({ schema, render }: RecordTable<R, unknown, W>) =>
  kind<z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniType<W>>>, readonly R[]>(
    () => z.readonly(z.array(schema())),
    (all, renderContext) => all.map((inner) => render(inner, null, renderContext)),
  )

/**
 * The records that a record has, as a list of the first 20 in chronological order (spec 2.7): `from` gives these, or more,
 * as an answer shows them.
 */
export const listOf = <const P extends string, R extends Filling<P>, X, W>(
  about: string,
  path: P,
  form: () => z.ZodMiniType<W>,
  from: From<R, X, readonly NoInfer<W>[]>,
  totalOf?: From<R, X, number>,
) => {
  const location = pathFrom(path)
  const limit = limits.listPageSizeDefault
  return kind<ReturnType<typeof listSchema<z.ZodMiniType<W>>>>(() => listSchema(form()))<R, X>(
    about,
    (row, related, renderContext) => {
      const members = from(row, related, renderContext)
      return {
        object: 'list',
        data: members.slice(0, limit),
        limit,
        offset: 0,
        total: totalOf?.(row, related, renderContext) ?? members.length,
        location: location(row),
        order: 'chronological',
        from: '1970-01-01T00:00:00.000Z',
        to: iso(renderContext.now),
      }
    },
  )
}
