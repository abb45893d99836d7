import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import type { ErrorName } from './errors'

/**
 * Notes that describe the values of a check as JSON Schema. A generator cannot see into checks that convert
 * (kernel/wire.ts), so they carry a note.
 */
export type JsonSchema = { readonly [keyword: string]: unknown }

const notes = new WeakMap<object, JsonSchema>()

/**
 * Adds a note to a schema. A note with a `type` replaces the derived JSON Schema; a note without one is merged into it.
 */
export const documented = <T extends object>(schema: T, note: JsonSchema): T => {
  notes.set(schema, { ...notes.get(schema), ...note })
  return schema
}

export const noteOf = (schema: object): JsonSchema | undefined => notes.get(schema)

/** A schema with its text, in the words of zod: documents of every generator show it. */
export const described = <T extends z.ZodMiniType>(text: string, schema: T): T =>
  schema.check(z.describe(text))

/** A moment in an answer. */
export const isoTime = () =>
  documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)), { format: 'date-time' })

/** A day in an answer: `2026-01-15`. */
export const isoDate = () => documented(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)), { format: 'date' })

/** The part of a zod schema that this project reads, as zod keeps it. */
export interface Schema {
  readonly _zod: { readonly def: unknown; readonly parent?: unknown }
}

interface Def<S> {
  readonly type?: string
  readonly shape?: { readonly [key: string]: S }
  readonly element?: S
  readonly valueType?: S
  readonly innerType?: S
  readonly in?: S
  readonly out?: S
  readonly options?: readonly S[]
}

/** What a schema is made of. */
interface SchemaParts<S> {
  /** Of an object, by key. */
  readonly members: { readonly [key: string]: S } | null
  /** Of a list. */
  readonly items: S | null
  /** Of a record with keys of any name. */
  readonly values: S | null
  /** Schemas of the same value: the inner one of a wrapper such as `optional`, each one of a union. */
  readonly forms: readonly S[]
}

export const partsOf = <S extends Schema>({ _zod }: S): SchemaParts<S> => {
  const { shape, element, valueType, innerType, in: from, out, options = [] } = _zod.def as Def<S>
  const isConverted = (out?._zod.def as Def<S> | undefined)?.type === 'transform'
  const inner = isConverted ? from : (out ?? innerType)
  return {
    members: shape ?? null,
    items: element ?? null,
    values: valueType ?? null,
    forms: inner === undefined ? options : [inner],
  }
}

/** The schema that was described: a description is a check that a copy of the schema has after those of the schema. */
export const originOf = <S extends Schema>(schema: S): S => {
  const parent = schema._zod.parent as S | undefined
  if (parent === undefined) return schema
  const added = checksOf(schema).slice(checksOf(parent).length)
  return added.every(({ _zod }) => _zod.def.check === 'describe') ? originOf(parent) : schema
}

const checksOf = ({ _zod }: Schema): readonly Check[] =>
  (_zod.def as { checks?: readonly Check[] }).checks ?? []

interface Check {
  readonly _zod: { readonly def: { readonly check: string } }
}

/** A schema and all schemas within it, each once and as it was before its field was described. */
export const withinSchema = function* <S extends Schema>(given: S, seen = new Set<S>()): Generator<S> {
  const schema = originOf(given)
  if (seen.has(schema)) return
  seen.add(schema)
  yield schema
  const { members, items, values, forms } = partsOf(schema)
  const inner = [...Object.values(members ?? {}), items, values, ...forms]
  for (const part of inner) if (part !== null) yield* withinSchema(part, seen)
}

/** What is wrong with a value, for schemas that convert it. */
export interface ValueFlaw {
  readonly text: string
  /** Of the part that has the flaw, where it is not the value itself. */
  readonly path?: readonly PropertyKey[]
  readonly code?: string
  /** An error of its own instead of the operation's usual one. */
  readonly error?: ErrorName
  /** The text is the whole message. */
  readonly whole?: boolean
}

/** What a conversion is given beside the value: where it reports what is wrong. */
export type Conversion = z.core.ParsePayload

/** Reports a problem with a value, within a conversion. */
export const flawed = (context: Conversion, { path = [], ...flaw }: ValueFlaw): typeof z.NEVER => {
  context.issues.push({
    code: 'custom',
    message: flaw.text,
    path: [...path],
    params: flaw,
    input: context.value,
  })
  return z.NEVER
}

/**
 * The keys of a schema at a path, for suggestions.
 *
 * @param path keys, and positions in lists
 */
export const knownKeysAt = (schema: Schema, path: readonly PropertyKey[]): string[] => {
  let forms: readonly Schema[] = [schema]
  for (const key of path) forms = forms.flatMap((form) => schemasAt(form, key))
  return [...new Set(forms.flatMap(keysOf))]
}

const schemasAt = (schema: Schema, key: PropertyKey): readonly Schema[] => {
  const { members, items, forms } = partsOf(schema)
  const part = typeof key === 'number' ? items : members?.[String(key)]
  return part === null || part === undefined ? forms.flatMap((form) => schemasAt(form, key)) : [part]
}

const keysOf = (schema: Schema): readonly string[] => {
  const { members, forms } = partsOf(schema)
  return members === null ? forms.flatMap(keysOf) : Object.keys(members)
}

const { localeError } = en()

/**
 * Checks a value. A problem without a message in its schema gets zod's English one.
 *
 * @param how `jitless` for a schema that checks one value only: making code of it would cost more than it saves
 */
export const checkValue = <T>(
  schema: z.core.$ZodType<T>,
  value: unknown,
  how: { readonly jitless?: true } = {},
): z.core.util.SafeParseResult<T> => {
  try {
    return z.safeParse(schema, value, { error: localeError, ...how })
  } catch (error) {
    // zod passes the issues of all parts as arguments of one call, which can be too many.
    const list = error instanceof RangeError ? longestList(value) : null
    if (list === null || list.items.length < 2) throw error
    const issues = issuesByParts(schema, value, list)
    return { success: false, error: new z.core.$ZodError(issues) as z.core.$ZodError<T> }
  }
}

interface ListWithin {
  readonly path: readonly PropertyKey[]
  readonly items: readonly unknown[]
}

const longestList = (value: unknown, path: readonly PropertyKey[] = []): ListWithin | null => {
  if (typeof value !== 'object' || value === null) return null
  let longest: ListWithin | null = Array.isArray(value) ? { path, items: value } : null
  for (const [key, part] of Object.entries(value)) {
    const found = longestList(part, [...path, Array.isArray(value) ? Number(key) : key])
    if (found !== null && found.items.length > (longest?.items.length ?? 0)) longest = found
  }
  return longest
}

const partsOfList = 40

/** Those of the value with some items of its longest list in turn; those of the rest of it once. */
const issuesByParts = (
  schema: z.core.$ZodType,
  value: unknown,
  { path, items }: ListWithin,
): z.core.$ZodIssue[] => {
  const size = Math.ceil(items.length / partsOfList)
  const all: z.core.$ZodIssue[] = []
  for (let from = 0; from < items.length; from += size) {
    const result = checkValue(schema, withPart(value, path, items.slice(from, from + size)))
    for (const issue of result.error?.issues ?? []) {
      const at = issue.path[path.length]
      const isInside = path.every((key, i) => issue.path[i] === key) && typeof at === 'number'
      if (isInside) all.push({ ...issue, path: issue.path.with(path.length, from + at) })
      else if (from === 0) all.push(issue)
    }
  }
  return all
}

/** The value with another part at a path. */
const withPart = (value: unknown, [key, ...path]: readonly PropertyKey[], part: unknown): unknown => {
  if (key === undefined) return part
  if (Array.isArray(value)) return value.with(Number(key), withPart(value[Number(key)], path, part))
  return { ...Object(value), [key]: withPart(Object(value)[key], path, part) }
}

/** What is wrong with each part of a value. The path `[]` is that of the whole. */
export const flawsIn = (
  error: z.core.$ZodError,
): readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] =>
  error.issues.flatMap(({ path, message, ...issue }) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...path, key], message: 'has no meaning here' }))
      : [{ path, message }],
  )
