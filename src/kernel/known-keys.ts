import { partsOf, type Schema } from './schema-parts'

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
