/** What a tool takes, as a JSON Schema that follows from the inputs of its operations. */
import type { ControlRoute } from '../../control/route'
import { isObject } from '../../kernel/json'
import type { JsonSchema } from '../../kernel/schema'
import { cutName, meant } from '../../kernel/text'
import { jsonSchemaOf } from '../../service/openapi/schemas'
import type { ToolFacts } from './answer'
import { actionOf, operationsOf, paramsOf, type Tool, ToolError } from './tool'

type Properties = Record<string, JsonSchema>

/** Adds parameters; one that is known already takes either form. */
const addTo = (properties: Properties, more: Properties): void => {
  for (const [name, form] of Object.entries(more)) {
    const known = properties[name]
    properties[name] = known === undefined ? form : joined(known, form)
  }
}

const propertiesIn = (schema: JsonSchema): Properties => {
  const all: Properties = { ...(schema.properties as Properties) }
  for (const form of (schema.anyOf ?? []) as readonly JsonSchema[]) addTo(all, propertiesIn(form))
  return all
}

/** A parameter that two operations take, or two forms of a body. */
const joined = (one: JsonSchema, other: JsonSchema): JsonSchema => {
  const [{ description, ...first }, { description: text, ...second }] = [one, other]
  const forms = [first, second].flatMap(
    ({ anyOf, ...form }) => (anyOf as readonly JsonSchema[] | undefined) ?? [form],
  )
  const words = forms.flatMap((form) => (form.enum ?? []) as readonly unknown[])
  if (forms.every((form) => form.type === 'string' && form.enum !== undefined))
    return { description: `${description}; or: ${text}`, type: 'string', enum: [...new Set(words)] }
  const [only, ...more] = [...new Map(forms.map((form) => [JSON.stringify(form), form])).values()]
  if (more.length === 0) return { ...only, description }
  return { description: `${description}; or: ${text}`, anyOf: [only, ...more] }
}

/** A query has texts only; an agent writes what they mean. */
const fromQuery = (form: JsonSchema): JsonSchema => {
  const { pattern, enum: words, ...rest } = form
  if (String(pattern).startsWith('^\\d')) return { ...rest, type: 'integer' }
  return JSON.stringify(words) === '["true","false"]' ? { ...rest, type: 'boolean' } : form
}

/** What the operation checks and its text says: it would be in the context of every session. */
const checked = /^(?:pattern|allOf|minLength|maxLength|propertyNames|minItems|maxItems|title)$/

const mapValues = (members: object, map: (member: JsonSchema) => JsonSchema): Properties =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]))

/** A schema without its finer checks, which the operation does, with messages that say the way out. */
const slim = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (checked.test(name) || (isObject(value) && Object.keys(value).length === 0)) return []
      // Some clients refuse an array that does not say what is in it in the usual way.
      if (name === 'items' && schema.prefixItems !== undefined) return []
      if (name === 'prefixItems') return [['items', slim((value as readonly JsonSchema[])[0] ?? {})]]
      if (name === 'properties') return [[name, mapValues(value as object, slim)]]
      if (name === 'anyOf') return [[name, (value as readonly JsonSchema[]).map(slim)]]
      return [[name, isObject(value) ? slim(value) : value]]
    }),
  )

const inputOf = (route: ControlRoute): Properties => {
  const own = propertiesIn(jsonSchemaOf((route.shows ?? route.input)(), 'input'))
  return route.method === 'get' ? mapValues(own, fromQuery) : own
}

/** The JSON Schema of what a tool takes. */
export const schemaOf = (tool: Tool, routes: readonly ControlRoute[]): JsonSchema => {
  const operations = operationsOf(tool, routes)
  const isGroup = tool.of.some((pattern) => pattern.endsWith('*'))
  const properties: Properties = {}
  if (isGroup)
    properties.action = {
      type: 'string',
      enum: operations.map(actionOf),
      description: operations.map((route) => `${actionOf(route)}: ${route.summary}`).join('; '),
    }
  for (const route of operations) {
    for (const name of paramsOf(route))
      addTo(properties, { [name]: { type: 'string', description: route.params?.[name] } })
    if (tool.run === undefined || tool.takes === undefined) addTo(properties, inputOf(route))
  }
  Object.assign(properties, tool.takes?.())
  for (const name of tool.without ?? []) delete properties[name]
  if (operations.some((route) => route.scoped !== undefined)) {
    properties.account = { type: 'string', description: 'Default: the first one' }
    properties.livemode = { type: 'boolean', description: 'Default: false' }
  }
  properties.more = { type: 'string', description: '`more` of an answer, for its rest' }
  const required = [...(tool.needs ?? []), ...(isGroup ? ['action'] : [])]
  return {
    type: 'object',
    properties: mapValues(properties, slim),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

/** @throws ToolError that names the nearest parameter, or those that are missing */
export const checkNames = ({ name }: Tool, schema: JsonSchema, input: ToolFacts): void => {
  const names = Object.keys(schema.properties as object)
  const unknown = Object.keys(input).find((own) => !names.includes(own))
  if (unknown !== undefined)
    throw new ToolError(`${name} has no parameter ${cutName(unknown)}${meant(unknown, names)}`)
  const missing = ((schema.required ?? []) as readonly string[]).filter((own) => input[own] === undefined)
  if (missing.length > 0)
    throw new ToolError(`${name} needs ${missing.join(' and ')}; it takes ${names.join(', ')}`)
}
