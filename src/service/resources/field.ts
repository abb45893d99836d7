import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import type { JsonObject } from '../../kernel/json'
import { isoTime } from '../../kernel/json-schema'
import { listSchema, nestedList } from './list'
import type { From, PublicField, RecordTable } from './record'
import type { NestedList } from './shape'

/** What the id in a field becomes with `expand=true`. */
type Expanding = Pick<PublicField<never, never, never>, 'expandsTo'>

/**
 * A field of any form.
 * @param about its text: the unit, the format, and when it is null. OpenAPI documents and published types show it.
 */
export const of = <R, X, S extends z.ZodMiniType>(
  about: string,
  form: () => S,
  from: From<R, X, NoInfer<z.output<S>>>,
  more?: Expanding,
): PublicField<R, X, S> => ({ form: () => form().check(z.describe(about)), from, ...more })

export const text = <R, X>(about: string, from: From<R, X, string>, more?: Expanding) =>
  of(about, z.string, from, more)

export const textOrNull = <R, X>(about: string, from: From<R, X, string | null>, more?: Expanding) =>
  of(about, () => z.nullable(z.string()), from, more)

export const texts = <R, X>(about: string, from: From<R, X, readonly string[]>) =>
  of(about, () => z.readonly(z.array(z.string())), from)

export const int = <R, X>(about: string, from: From<R, X, number>) => of(about, z.int, from)

export const intOrNull = <R, X>(about: string, from: From<R, X, number | null>) =>
  of(about, () => z.nullable(z.int()), from)

export const flag = <R, X>(about: string, from: From<R, X, boolean>) => of(about, z.boolean, from)

/** @param from epoch milliseconds */
export const time = <R, X>(about: string, from: From<R, X, number>) =>
  of<R, X, ReturnType<typeof isoTime>>(about, isoTime, (row, related, scene) =>
    iso(from(row, related, scene)),
  )

/** @param from epoch milliseconds */
export const timeOrNull = <R, X>(about: string, from: From<R, X, number | null>) =>
  of<R, X, z.ZodMiniNullable<ReturnType<typeof isoTime>>>(
    about,
    () => z.nullable(isoTime()),
    (row, related, scene) => isoOrNull(from(row, related, scene)),
  )

export const oneOf = <R, X, const W extends string>(
  about: string,
  words: readonly W[],
  from: From<R, X, NoInfer<W>>,
) => of<R, X, z.ZodMiniType<W>>(about, () => z.enum(words), from)

export const oneOfOrNull = <R, X, const W extends string>(
  about: string,
  words: readonly W[],
  from: From<R, X, NoInfer<W> | null>,
) => of<R, X, z.ZodMiniNullable<z.ZodMiniType<W>>>(about, () => z.nullable(z.enum(words)), from)

/** The one value that it has, such as the name of the object. */
export const always = <R, X, const W extends string | boolean>(value: W, about = `Always \`${value}\``) =>
  of<R, X, z.ZodMiniType<W>>(
    about,
    () => z.literal(value),
    () => value as NoInfer<W>,
  )

/** One that the service has and the sandbox never fills. */
export const unused = <R, X>() => of<R, X, z.ZodMiniNull>('Always null in the sandbox', z.null, () => null)

/** @param prefix what the id begins with, without the underscore */
export const id = <R extends { readonly id: string }, X>(prefix: string) =>
  idOf<R, X>(prefix, (row) => row.id)

export const idOf = <R, X>(prefix: string, from: From<R, X, string>) =>
  text(`Begins with \`${prefix}_\`, in test mode with \`${prefix}_test_\``, from)

export const location = <R, X>(path: string, from: From<R, X, string>) => text(`Path \`${path}\``, from)

export const currency = <R extends { readonly currency: string }, X>() =>
  currencyOf<R, X>((row) => row.currency)

export const currencyOf = <R, X>(from: From<R, X, string>) =>
  text('Currency code in lower case, such as `thb`', from)

export const fundingCurrency = <R extends { readonly fundingCurrency: string }, X>() =>
  text<R, X>('Currency of the account, in lower case', (row) => row.fundingCurrency)

export const livemode = <R, X>() =>
  flag<R, X>('Whether it belongs to live mode; false in test mode', (_, __, scene) => scene.livemode)

export const createdAt = <R extends { readonly createdAt: number }, X>() =>
  createdAtOf<R, X>((row) => row.createdAt)

/** @param from epoch milliseconds */
export const createdAtOf = <R, X>(from: From<R, X, number>) =>
  time('When it was created, ISO 8601 in UTC', from)

export const metadata = <R extends { readonly metadata: JsonObject }, X>() =>
  metadataOf<R, X>('Data of the merchant; `{}` when none was given', (row) => row.metadata)

export const metadataOf = <R, X>(about: string, from: From<R, X, JsonObject>) =>
  of<R, X, z.ZodMiniType<JsonObject>>(about, () => z.custom<JsonObject>(), from)

/** A record inside of another one. */
export const nested = <R, X, R2, W>(
  about: string,
  table: () => RecordTable<R2, unknown, W>,
  from: From<R, X, NoInfer<R2>>,
) =>
  of<R, X, z.ZodMiniType<W>>(
    about,
    () => table().schema(),
    (row, related, scene) => table().render(from(row, related, scene), null, scene) as NoInfer<W>,
  )

export const nestedOrNull = <R, X, R2, W>(
  about: string,
  table: () => RecordTable<R2, unknown, W>,
  from: From<R, X, NoInfer<R2> | null>,
) =>
  of<R, X, z.ZodMiniNullable<z.ZodMiniType<W>>>(
    about,
    () => z.nullable(table().schema()),
    (row, related, scene) => {
      const inner = from(row, related, scene)
      return inner === null ? null : (table().render(inner, null, scene) as NoInfer<W>)
    },
  )

/** The records that a record has, all of them. */
export const nestedAll = <R, X, R2, W>(
  about: string,
  table: () => RecordTable<R2, unknown, W>,
  from: From<R, X, readonly NoInfer<R2>[]>,
) =>
  of<R, X, z.ZodMiniReadonly<z.ZodMiniArray<z.ZodMiniType<W>>>>(
    about,
    () => z.readonly(z.array(table().schema())),
    (row, related, scene) => from(row, related, scene).map((inner) => table().render(inner, null, scene)),
  )

/** The records that a record has, as a list of the first 20, oldest first. */
export const nestedListOf = <R, X, R2, W>(
  about: string,
  table: () => RecordTable<R2, unknown, W>,
  path: (row: R) => string,
  from: From<R, X, readonly NoInfer<R2>[]>,
  totalOf?: From<R, X, number>,
) =>
  listField<R, X, W>(
    about,
    () => table().schema(),
    (row, related, scene) => {
      const shown = from(row, related, scene).map((inner) => table().render(inner, null, scene))
      return nestedList(shown, path(row), scene.now, totalOf?.(row, related, scene))
    },
  )

/** A list of anything. */
export const listField = <R, X, W>(
  about: string,
  form: () => z.ZodMiniType<W>,
  from: From<R, X, NestedList<NoInfer<W>>>,
) => of<R, X, ReturnType<typeof listSchema<z.ZodMiniType<W>>>>(about, () => listSchema(form()), from)
