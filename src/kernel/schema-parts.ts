/** The part of a zod schema that this project reads. The kernel knows how zod keeps it without importing zod. */
export interface Schema {
  readonly _zod: { readonly def: unknown; readonly parent?: unknown }
}

interface Def<S> {
  readonly shape?: { readonly [key: string]: S }
  readonly element?: S
  readonly valueType?: S
  readonly innerType?: S
  readonly out?: S
  readonly options?: readonly S[]
}

/** What a schema is made of. */
export interface SchemaParts<S> {
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
  const { shape, element, valueType, innerType, out, options = [] } = _zod.def as Def<S>
  const inner = out ?? innerType
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
