import type { JsonSchema } from '../kernel/schema'
import {
  type BuiltDocument,
  buildDocument,
  type Described,
  keepLatest,
  pathParameters,
  queryParameters,
} from '../service/openapi/build'
import { jsonSchemaOf } from '../service/openapi/schemas'
import type { ControlRoute } from './route'

/** The control plane as an OpenAPI 3.1 document, generated from its route table. */
export const controlDocument = keepLatest(
  (url: string, version: string, routes: readonly ControlRoute[]): BuiltDocument =>
    buildDocument(
      {
        info: {
          title: 'Control plane of payment-sandbox',
          version,
          description:
            'Controls a sandbox: its clock, state, accounts and faults, and the actions of the outside world.',
        },
        servers: [{ url: `${url}/_sandbox` }],
        security: [{}, { token: [] }],
        components: {
          securitySchemes: {
            token: {
              type: 'http',
              scheme: 'bearer',
              description: 'Required off loopback, and for a sandbox started with `--control-token`.',
            },
          },
          responses: {
            Refused: {
              description:
                'Refused; nothing has changed. A 422 always has `issues`: the path and the problem of each invalid part of the body.',
              content: { 'application/json': { schema: refusal } },
            },
          },
        },
      },
      routes.map(describeRoute),
    ),
)

const words = (description: string) => ({ type: 'string', description }) as const

const refusal = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'Why the request was refused',
      required: ['message'],
      properties: {
        message: words('What is wrong, as an English sentence'),
        code: words('Kind of the error; left out where the status says it all'),
        issues: {
          type: 'array',
          description: 'The invalid parts of the body; left out for other errors',
          items: {
            type: 'object',
            required: ['path', 'message'],
            properties: {
              path: words('Path of the part in the body, such as `respond.status`'),
              message: words('What is wrong with it'),
            },
          },
        },
      },
    },
  },
} as const

const topicOf = ({ path }: ControlRoute): string => path.split('/')[1] || 'dashboard'

/** `postSnapshotsRestore` */
const operationIdOf = ({ method, path }: ControlRoute): string =>
  method +
  (path === '/' ? '/dashboard' : path)
    .split(/[^a-z]/i)
    .filter((word) => word !== '')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('')

const describeRoute = (route: ControlRoute): Described => {
  const path = route.path.replace(/:(\w+)/g, '{$1}')
  const hasQuery = route.method === 'get' || route.method === 'delete'
  const input = jsonSchemaOf((route.shows ?? route.input)(), 'input')
  const { method, summary, example, params = {} } = route
  return {
    path,
    method,
    operation: {
      operationId: operationIdOf(route),
      summary,
      tags: [topicOf(route)],
      parameters: [
        ...pathParameters(path, (name) => params[name]),
        ...(hasQuery ? queryParameters(input) : []),
        ...scope(route),
      ],
      requestBody: hasQuery ? undefined : { content: { 'application/json': { schema: input, example } } },
      responses: {
        200: { description: 'Done', content: contentOf(route) },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  }
}

/** A successful answer: JSON, or an example of another type. */
const contentOf = ({ returns, text }: ControlRoute): JsonSchema | undefined => {
  if (text !== undefined) return { [text.type]: { schema: { type: 'string' }, example: text.example } }
  const schema = returns()
  if (schema === null) return undefined
  return { 'application/json': { schema: jsonSchemaOf(schema, 'output') } }
}

const scope = ({ scoped }: ControlRoute): readonly object[] =>
  scoped === undefined
    ? []
    : [
        {
          name: 'account',
          in: 'query',
          description: scoped === 'all' ? 'Default: all accounts' : 'Default: the first account',
          schema: { type: 'string' },
        },
        {
          name: 'livemode',
          in: 'query',
          ...(scoped === 'all'
            ? { description: 'Default: both modes', schema: { type: 'boolean' } }
            : { description: 'Default: test mode', schema: { type: 'boolean', default: false } }),
        },
      ]
