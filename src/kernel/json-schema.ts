import * as z from 'zod/mini'

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
