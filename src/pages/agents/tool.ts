import type { ControlRoute } from '../../control/route'
import { isObject } from '../../kernel/json'
import type { JsonSchema } from '../../kernel/schema'
import { meant } from '../../kernel/text'
import { jsonSchemaOf } from '../../service/openapi/schemas'
import type { DocsSource } from '../docs/content'
import { brief, listAnswer, recordAnswer, type ToolAnswer, type ToolFacts } from './answer'

/** How tools reach a sandbox: by its control plane, from the same process or from another one. */
export interface ControlClient {
  /** @throws Error that says what to do, when no sandbox answers */
  readonly control: (method: string, path: string, body?: object) => Promise<ControlAnswer>
}

export interface ControlAnswer {
  readonly status: number
  /** The JSON of the answer; `null` for none. */
  readonly body: unknown
}

/** A tool for agents. What it takes follows from the control operations that it calls. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** Its purpose, in a sentence or two: agents read all of them at once. */
  readonly about: string
  /**
   * The control operations that it calls, such as `POST /clock`. Of several, the one whose variable parts of the path
   * are all given; `POST /simulate/*` is each of them, by `action`.
   */
  readonly of: readonly string[]
  /** Names of their parameters that it leaves out. */
  readonly without?: readonly string[]
  /** Its own parameters. */
  readonly takes?: () => Readonly<Record<string, JsonSchema>>
  readonly needs?: readonly string[]
  /** Whether it deletes something that cannot be restored. Default: whether one of its operations is a DELETE. */
  readonly isDestructive?: boolean
  /** Whether it may reach more than the sandbox. Default: no. */
  readonly isOpen?: boolean
  /** Whether it only reads. Default: whether all of its operations are a GET. */
  readonly isReading?: boolean
  /** Default: calls its operation, and answers what that answers. */
  readonly run?: (call: ToolCall) => Promise<ToolAnswer>
}

/** One call of a client. */
export interface CallContext {
  readonly input: ToolFacts
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal
  /** Tells the client how far a long call is, if it wants to know. `done` must grow; `total` may be unknown. */
  readonly progress: (done: number, total: number | undefined, message: string) => void
}

export interface ToolCall extends CallContext {
  readonly tool: Tool
  readonly routes: readonly ControlRoute[]
  /** Asks the control plane, as the account and mode of the input. @throws ToolError */
  readonly ask: (method: string, path: string, body?: object) => Promise<ToolFacts>
  /** What the documentation describes: this sandbox. */
  readonly docs: () => Promise<DocsSource>
}

/** Why a tool refused, with the way out. */
export class ToolError extends Error {
  readonly facts: ToolFacts

  constructor(message: string, facts: ToolFacts = {}) {
    super(message)
    this.facts = facts
  }
}

const operationsOf = ({ of }: Tool, routes: readonly ControlRoute[]): readonly ControlRoute[] =>
  of.flatMap((pattern) => {
    const found = routes.filter(({ page, method, path }) => {
      const text = `${method.toUpperCase()} ${path}`
      return page !== true && (text === pattern || `${text.slice(0, text.lastIndexOf('/'))}/*` === pattern)
    })
    if (found.length === 0) throw new Error(`there is no operation ${pattern} of the control plane`)
    return found
  })

const paramsOf = ({ path }: ControlRoute): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

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

const actionOf = ({ path }: ControlRoute): string => path.slice(path.lastIndexOf('/') + 1)

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

/** What clients may assume about a tool. */
export const hintsOf = (tool: Tool, routes: readonly ControlRoute[]): Record<string, boolean> => {
  const methods = operationsOf(tool, routes).map(({ method }) => method)
  const isReading = tool.isReading ?? methods.every((method) => method === 'get')
  return {
    readOnlyHint: isReading,
    destructiveHint: !isReading && (tool.isDestructive ?? methods.includes('delete')),
    idempotentHint: isReading,
    openWorldHint: tool.isOpen ?? false,
  }
}

/** @throws ToolError that names the nearest parameter, or those that are missing */
export const checkNames = ({ name }: Tool, schema: JsonSchema, input: ToolFacts): void => {
  const names = Object.keys(schema.properties as object)
  const unknown = Object.keys(input).find((own) => !names.includes(own))
  if (unknown !== undefined)
    throw new ToolError(`${name} has no parameter ${unknown}${meant(unknown, names)}`)
  const missing = ((schema.required ?? []) as readonly string[]).filter((own) => input[own] === undefined)
  if (missing.length > 0)
    throw new ToolError(`${name} needs ${missing.join(' and ')}; it takes ${names.join(', ')}`)
}

/** The operation that the input is for. */
const chosen = ({ tool, routes, input }: ToolCall): ControlRoute => {
  const operations = operationsOf(tool, routes)
  if (input.action !== undefined) {
    const actions = operations.map(actionOf)
    const found = operations.find((route) => actionOf(route) === input.action)
    if (found !== undefined) return found
    throw new ToolError(
      `${tool.name} has no action ${String(input.action)}${meant(String(input.action), actions)}`,
    )
  }
  // More parts of the path are nearer to what is meant.
  const fitting = operations
    .filter((route) => paramsOf(route).every((name) => input[name] !== undefined))
    .toSorted((a, b) => paramsOf(b).length - paramsOf(a).length)
  const [most] = fitting
  if (most === undefined) throw new ToolError(`${tool.name} needs ${operations.flatMap(paramsOf).join(', ')}`)
  return most
}

/** Calls the operation that the input is for. @throws ToolError */
export const callOperation = async (call: ToolCall): Promise<ToolFacts> => {
  const { input, ask } = call
  const route = chosen(call)
  const others = ['account', 'livemode', 'action', ...paramsOf(route)]
  const sent = Object.fromEntries(Object.entries(input).filter(([name]) => !others.includes(name)))
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(input[name])))
  if (route.method !== 'get') return ask(route.method.toUpperCase(), path, sent)
  const query = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  return ask('GET', query.size === 0 ? path : `${path}?${query}`)
}

/** What a tool does that names no function. */
export const runOperation = async (call: ToolCall): Promise<ToolAnswer> => {
  const body = await callOperation(call)
  const { id, data } = body
  if (Array.isArray(data))
    return listAnswer(
      `${call.tool.name}: ${data.length} left`,
      'data',
      data.map((one) => brief(one) as ToolFacts),
    )
  return recordAnswer(typeof id === 'string' ? `${call.tool.name}: ${id}` : call.tool.name, body)
}
