import * as z from 'zod/mini'
import { isObject } from '../../kernel/json'
import { described, type JsonSchema, noteOf, originOf, withinSchema } from '../../kernel/schema'
import type { Route } from '../http/route'
import { kinds } from '../resources/registry'
import { itemsOf, objectOf, pascal } from './names'

/** The schema of all errors (spec 2.9). */
const errorSchema = () =>
  z.strictObject({
    object: described('Always `error`', z.literal('error')),
    location: described('Address of a page about the error', z.string()),
    code: described('Kind of the error, such as `invalid_card`', z.string()),
    message: described('What is wrong, as an English sentence', z.string()),
    charge_id: described('Id of the charge that failed; missing when there is none', z.optional(z.string())),
    customer_id: described('Id of the customer; missing when there is none', z.optional(z.string())),
    validation_errors: described(
      'The wrong parameters; missing for other errors',
      z.optional(
        z.array(
          z.strictObject({
            field: described('Name of the parameter', z.string()),
            code: described('Kind of the mistake, such as `required`', z.string()),
            message: described('What is wrong with the parameter', z.string()),
          }),
        ),
      ),
    ),
  })

/** Answers of read operations come first, so they get the plain name. */
const rank = { get: 0, patch: 1, post: 2, delete: 3 } as const
const prefixes = { get: '', patch: 'Updated', post: 'Created', delete: 'Deleted' } as const

/** The name of every schema with an `object` property: `Charge`, `ChargeList`, `NestedRefund`. */
const namesOf = (routes: readonly Route[]): Map<z.core.$ZodType, string> => {
  const names = new Map<z.core.$ZodType, string>()
  const taken = new Set<string>()
  const give = (schema: z.core.$ZodType, prefix: string): void => {
    const items = itemsOf(schema)
    const object = objectOf(schema)
    if (names.has(schema) || object === null) return
    const plain =
      items === null ? pascal(object) : `${names.get(items) ?? pascal(objectOf(items) ?? 'empty')}List`
    const name = [plain, `${prefix}${plain}`].find((candidate) => !taken.has(candidate))
    if (name === undefined) return
    taken.add(name)
    names.set(schema, name)
  }
  const sorted = [...routes].sort((a, b) => rank[a.method] - rank[b.method])
  const answers = sorted.map((route) => [route.returns(), prefixes[route.method]] as const)
  for (const [answer, prefix] of answers) give(itemsOf(answer) ?? answer, prefix)
  // A list is named after its items, so the items are named first.
  const seen = new Set<z.core.$ZodType>()
  const parts = answers.flatMap(([answer]) => [...withinSchema<z.core.$ZodType>(answer, seen)])
  for (const part of parts) if (itemsOf(part) === null) give(part, 'Nested')
  for (const part of parts) give(part, 'Nested')
  return names
}

type Writable = Record<string, unknown>

const safe = Number.MAX_SAFE_INTEGER

/** Adds what the generator cannot see in a schema. */
const override =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void => {
    const json = jsonSchema as Writable
    if (json.minimum === -safe) delete json.minimum
    if (json.maximum === safe) delete json.maximum
    // In TypeScript it means immutable, but in OpenAPI it means that a request must not send it.
    if (zodSchema instanceof z.ZodMiniReadonly) delete json.readOnly
    // Its text says what it means: many a default is null, which only answers show.
    if (zodSchema instanceof z.ZodMiniDefault) delete json.default
    if (zodSchema instanceof z.ZodMiniObject && io === 'input') addRequired(zodSchema, json)
    // Only metadata of the merchant has no schema in answers.
    if (zodSchema instanceof z.ZodMiniCustom)
      Object.assign(json, { type: 'object', additionalProperties: true })
    const note = noteOf(originOf(zodSchema as z.core.$ZodType))
    if (note === undefined) return
    if ('type' in note) for (const keyword of Object.keys(json)) delete json[keyword]
    for (const [keyword, value] of Object.entries(note)) if (value !== undefined) json[keyword] = value
  }

/** A parameter is required if its own schema rejects `undefined`. */
const addRequired = (schema: z.ZodMiniObject, json: Writable): void => {
  const shape: Record<string, z.core.$ZodType> = schema.shape
  const required = Object.entries(shape).flatMap(([name, field]) =>
    z.safeParse(field, undefined).success ? [] : [name],
  )
  if (required.length > 0) json.required = required
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Describes the id fields that `expand` can replace by their objects. */
const expandable = (object: string, schema: JsonSchema): JsonSchema => {
  const fields = [...kinds.values()].find((kind) => kind.object === object)?.expandable ?? {}
  const properties: Writable = { ...(schema.properties as Writable) }
  for (const [field, objects = []] of Object.entries(fields)) {
    const { description, ...id } = properties[field] as JsonSchema
    properties[field] = {
      description: `${description}. With \`expand=true\` the object`,
      anyOf: [id, ...objects.map((name) => ref(pascal(name)))],
    }
  }
  return { ...schema, properties }
}

/** Removes the keywords that only a separate schema file needs. */
const part = ({ $schema: _, $id: __, $defs: ___, ...schema }: Writable): JsonSchema => schema

/** The schemas of all answers, as components that refer to each other, and the name of each. */
export const answerSchemas = (routes: readonly Route[]) => {
  const names = namesOf(routes)
  const named = [...names, [errorSchema(), 'Error'] as const].sort(([, a], [, b]) => (a < b ? -1 : 1))
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of named) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: override('output'),
  })
  const components = named.map(([schema, name]): readonly [string, JsonSchema] => [
    name,
    expandable(objectOf(schema) ?? '', part(schemas[name] ?? {})),
  ])
  return { names, components: Object.fromEntries(components) }
}

/** The JSON Schema of one value, without references to components. */
export const jsonSchemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  withoutRefs(
    part(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: override(io) }) as Writable),
  ) as JsonSchema

/** The schema of parameters as a client writes them. */
export const inputSchema = (schema: z.core.$ZodType): JsonSchema => jsonSchemaOf(schema, 'input')

/** For any JSON value the generator refers to a recursive definition; this replaces it by the schema `{}`. */
const withoutRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRefs)
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRefs(member)]))
}
