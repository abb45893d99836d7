import { isObject } from '../../kernel/json'
import type { JsonSchema } from '../../kernel/json-schema'

/**
 * What fields and parameters are, by their path, such as `card.number`; the items of a list have the path of the list.
 * Kept apart from the schemas, which each process reads that makes a charge.
 */
export type FieldTexts = { readonly [path: string]: string }

/** The same texts for the fields of a field. */
export const within = (field: string, texts: FieldTexts): FieldTexts =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [`${field}.${path}`, text]))

const inEach = (forms: unknown, texts: FieldTexts, prefix: string): unknown =>
  Array.isArray(forms)
    ? forms.map((form) => describeIn(form, texts, prefix))
    : describeIn(forms, texts, prefix)

const describeIn = (schema: unknown, texts: FieldTexts, prefix: string): unknown =>
  isObject(schema) ? describeFields(schema, texts, prefix) : schema

/** A schema whose fields have the texts of the table, unless they have one of their own. */
export const describeFields = (schema: JsonSchema, texts: FieldTexts, prefix = ''): JsonSchema => {
  const described: Record<string, unknown> = { ...schema }
  for (const name of ['items', 'anyOf', 'additionalProperties'])
    if (name in schema) described[name] = inEach(schema[name], texts, prefix)
  if (isObject(schema.properties))
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => {
        const path = `${prefix}${name}`
        const inner = partOf(describeIn(field, texts, `${path}.`))
        return [name, { ...(path in texts ? { description: texts[path] } : {}), ...inner }]
      }),
    )
  return described
}

const partOf = (value: unknown): JsonSchema => (isObject(value) ? value : {})
