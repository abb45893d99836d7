/**
 * What a check says about its values, as JSON Schema. Checks that convert (kernel/wire.ts) are opaque to a
 * generator of documents, so they carry a note.
 */
export type JsonSchema = { readonly [keyword: string]: unknown }

const notes = new WeakMap<object, JsonSchema>()

/**
 * Says the same as `schema` checks, or adds to what it says already. A note with a `type` stands instead of what
 * could be derived, one without stands beside it.
 */
export const documented = <T extends object>(schema: T, note: JsonSchema): T => {
  notes.set(schema, { ...notes.get(schema), ...note })
  return schema
}

export const noteOf = (schema: object): JsonSchema | undefined => notes.get(schema)
