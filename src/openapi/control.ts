import * as z from 'zod'
import type { ControlRoute } from '../control/route'
import { isObject } from '../kernel/json'
import type { JsonSchema } from '../kernel/json-schema'

/** The control plane as an OpenAPI 3.1 document, made from the table that serves it. */
export const controlDocument = (url: string, version: string, routes: readonly ControlRoute[]) => ({
  openapi: '3.1.0',
  info: {
    title: 'Control plane of payment-sandbox',
    version,
    description:
      'Drives a sandbox: its clock, state, accounts, faults, and what the outside world does to it.',
  },
  servers: [{ url: `${url}/_sandbox` }],
  tags: [...new Set(routes.map(topicOf))].sort().map((name) => ({ name })),
  paths: pathsOf(routes),
  security: [{}, { token: [] }],
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'Asked for off loopback, and where the sandbox was started with `--control-token`.',
      },
    },
    responses: {
      Refused: {
        description:
          'Refused; nothing has changed. `issues`, which a 422 always has, says what is wrong with which part of the body.',
        content: { 'application/json': { schema: refusal } },
      },
    },
  },
})

const refusal = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        issues: {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: { path: { type: 'string' }, message: { type: 'string' } },
          },
        },
      },
    },
  },
} as const

const topicOf = ({ path }: ControlRoute): string => path.split('/')[1] || 'dashboard'

const pathsOf = (routes: readonly ControlRoute[]): { readonly [path: string]: object } => {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: operationOf(route) }
  }
  return paths
}

/** `postSnapshotsRestore` */
const nameOf = ({ method, path }: ControlRoute): string =>
  method +
  (path === '/' ? '/dashboard' : path)
    .split(/[^a-z]/i)
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('')

const operationOf = (route: ControlRoute): object => {
  const asksInQuery = route.method === 'get' || route.method === 'delete'
  const input = schemaOf((route.shows ?? route.input)(), 'input')
  const returns = route.returns()
  const { text, example } = route
  return {
    operationId: nameOf(route),
    summary: route.summary,
    tags: [topicOf(route)],
    parameters: [...pathParameters(route), ...(asksInQuery ? queryParameters(input) : []), ...scope(route)],
    ...(asksInQuery
      ? {}
      : {
          requestBody: {
            content: { 'application/json': { schema: input, ...(example === undefined ? {} : { example }) } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        ...(returns === null
          ? {}
          : { content: { 'application/json': { schema: schemaOf(returns, 'output') } } }),
        ...(text === undefined
          ? {}
          : { content: { [text.type]: { schema: { type: 'string' }, example: text.example } } }),
      },
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

const pathParameters = ({ path }: ControlRoute): readonly object[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

const queryParameters = ({ properties = {}, required = [] }: JsonSchema): readonly object[] =>
  Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }))

const scope = ({ scoped }: ControlRoute): readonly object[] =>
  scoped === undefined
    ? []
    : [
        {
          name: 'account',
          in: 'query',
          description: scoped === 'all' ? 'All of them unless said' : 'The default one unless said',
          schema: { type: 'string' },
        },
        {
          name: 'livemode',
          in: 'query',
          ...(scoped === 'all'
            ? { description: 'Both modes unless said', schema: { type: 'boolean' } }
            : { schema: { type: 'boolean', default: false } }),
        },
      ]

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, $defs: __, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return withoutRefs(made) as JsonSchema
}

/** Where any JSON may stand, the generator refers to a definition of JSON; here that is a schema that takes all. */
const withoutRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRefs)
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutRefs(member)]))
}
