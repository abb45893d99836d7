import * as z from 'zod'
import type { Route } from '../http/route'
import { isObject } from '../kernel/json'
import { type JsonSchema, noteOf } from '../kernel/json-schema'
import { withinSchema } from '../kernel/schema-parts'
import { kinds } from '../resources/registry'
import { itemsOf, objectOf, pascal } from './names'

/** The forms of answers and bodies as JSON Schema, each under a name of its own. */
export interface NamedSchemas {
  readonly schemas: { readonly [name: string]: JsonSchema }
  readonly nameOf: (schema: z.ZodType) => string
}

/** What every error looks like (spec 2.9). */
const errorSchema = () =>
  z.strictObject({
    object: z.literal('error'),
    location: z.string(),
    code: z.string(),
    message: z.string(),
    charge_id: z.string().optional(),
    customer_id: z.string().optional(),
    validation_errors: z
      .array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))
      .optional(),
  })

/** Answers to reading come first: theirs is the plain name. */
const rank = { get: 0, patch: 1, post: 2, delete: 3 } as const
const prefixes = { get: '', patch: 'Updated', post: 'Created', delete: 'Deleted' } as const

/** Every form with an `object` of its own, by name: `Charge`, `ChargeList`, `NestedRefund`. */
const namesOf = (routes: readonly Route[]): Map<z.ZodType, string> => {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  const give = (schema: z.ZodType, prefix: string): void => {
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
  // A list is called after its items, so it comes when they have their names.
  const parts = answers.flatMap(([answer]) => [...withinSchema(answer)])
  for (const part of parts) if (itemsOf(part) === null) give(part, 'Nested')
  for (const part of parts) give(part, 'Nested')
  return names
}

type Writable = Record<string, unknown>

const safe = Number.MAX_SAFE_INTEGER

/** What our own checks know and a generator cannot see. */
const override =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void => {
    const json = jsonSchema as Writable
    if (json.minimum === -safe) delete json.minimum
    if (json.maximum === safe) delete json.maximum
    // Immutable in our types; to readers of the document it means something else.
    if (zodSchema instanceof z.ZodReadonly) delete json.readOnly
    if (zodSchema instanceof z.ZodObject && io === 'input') addRequired(zodSchema, json)
    // Free data of the merchant's is the only thing in answers without a form.
    if (zodSchema instanceof z.ZodCustom) Object.assign(json, { type: 'object', additionalProperties: true })
    const note = noteOf(zodSchema)
    if (note === undefined) return
    if ('type' in note) for (const keyword of Object.keys(json)) delete json[keyword]
    for (const [keyword, value] of Object.entries(note)) if (value !== undefined) json[keyword] = value
  }

/** A parameter is required when nothing in its place is refused: the check itself is asked. */
const addRequired = (schema: z.ZodObject, json: Writable): void => {
  const shape: Record<string, z.ZodType> = schema.shape
  const required = Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false)
  if (required.length > 0) json.required = required
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** An id field that can be asked for as the object it names. */
const expandable = (object: string, schema: JsonSchema): JsonSchema => {
  const fields = [...kinds.values()].find((kind) => kind.object === object)?.expandable ?? {}
  const properties: Writable = { ...(schema.properties as Writable) }
  for (const [field, objects = []] of Object.entries(fields)) {
    properties[field] = {
      description: 'The id, or with `expand=true` the object',
      anyOf: [properties[field], ...objects.map((name) => ref(pascal(name)))],
    }
  }
  return { ...schema, properties }
}

/** Without what only a file of its own would need. */
const part = ({ $schema: _, $id: __, $defs: ___, ...schema }: Writable): JsonSchema => schema

/** The forms of all answers, as components that refer to each other. */
export const answerSchemas = (routes: readonly Route[]): NamedSchemas => {
  const names = namesOf(routes)
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  registry.add(errorSchema(), { id: 'Error' })
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: override('output'),
  })
  const objects = new Map([...names].map(([schema, name]) => [name, objectOf(schema) ?? '']))
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas)
        .sort(([a], [b]) => a.localeCompare(b))
        .map(([name, schema]) => [name, expandable(objects.get(name) ?? '', part(schema))]),
    ),
    nameOf: (schema) => {
      const name = names.get(schema)
      if (name === undefined) throw new Error('an answer has no name: its form has no `object` of its own')
      return name
    },
  }
}

/** A schema by itself. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  withoutRefs(
    part(z.toJSONSchema(schema, { io, unrepresentable: 'any', override: override(io) }) as Writable),
  ) as JsonSchema

/** The form of parameters, as a client would write them. */
export const inputSchema = (schema: z.ZodType): JsonSchema => jsonSchemaOf(schema, 'input')

/** For a value of any form, the generator refers to a definition of JSON; here that is a schema that takes all. */
const withoutRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRefs)
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRefs(member)]))
}
