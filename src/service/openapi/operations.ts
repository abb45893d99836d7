import type * as z from 'zod/mini'
import { catalogue } from '../../kernel/error-catalogue'
import type { ErrorName } from '../../kernel/errors'
import { once } from '../../kernel/json'
import { gather } from '../../kernel/rows'
import type { JsonSchema } from '../../kernel/schema'
import { listInput } from '../http/lists'
import type { Route } from '../http/route'
import { versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import { type Described, pathParameters, queryParameters } from './build'
import { operationIdOf, pascal, pathOf, tagOf } from './names'
import { inputSchema } from './schemas'

/** The errors of every operation with a key. */
const errorsOfKeys: readonly ErrorName[] = [
  'authentication_failure',
  'key_expired_error',
  'locked_account_error',
]

/** The errors of every operation. */
const errorsOfServers: readonly ErrorName[] = ['too_many_requests', 'internal_error']

const isWriting = ({ method }: Route): boolean => method === 'post' || method === 'patch'

/** All errors of an operation: its own, and those of its key, version, parameters and body. */
export const errorsOf = (route: Route): readonly ErrorName[] => {
  const names = new Set<ErrorName>(route.errors)
  // An unknown version, an unreadable body, or a parameter that the schema rejects.
  names.add('bad_request')
  if (route.invalid !== undefined) names.add(route.invalid)
  if (isWriting(route) || route.method === 'get') names.add('body_too_large')
  if (route.key !== 'none') for (const name of errorsOfKeys) names.add(name)
  if (route.method !== 'get') names.add('not_authorized')
  if (route.host === 'vault') names.add('invalid_domain')
  // The vault serves tokens only.
  else if (route.host === undefined) names.add('not_found')
  if (sinceOf(route.path) !== versions[0]) names.add('service_not_found')
  for (const name of errorsOfServers) names.add(name)
  return [...names].sort((a, b) => catalogue[a].status - catalogue[b].status || (a < b ? -1 : 1))
}

interface DescriptionContext {
  readonly routes: readonly Route[]
  /** The names of the schemas of answers. */
  readonly names: ReadonlyMap<z.core.$ZodType, string>
  readonly baseUrl: string
  readonly vaultUrl: string
  /** The `Service` of `Service-Version`. */
  readonly headerPrefix: string
}

const statusTexts: { readonly [status: number]: string } = {
  400: 'Malformed request or invalid parameters',
  401: 'Authentication failed',
  402: 'Payment declined',
  403: 'Key or account not permitted',
  404: 'Resource or operation not found',
  413: 'The body is too large',
  422: 'The request is well formed, but violates a rule or conflicts with the state',
  429: 'Rate limit exceeded',
  500: 'Internal error',
  503: 'Service unavailable',
}

export const ref = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` })

const headersOf = (names: readonly string[]): JsonSchema =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]))

const rateHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

/** The errors of one status: one schema with the possible codes, and one example each. */
const errorResponse = (status: number, names: readonly ErrorName[]): JsonSchema => ({
  description: statusTexts[status] ?? 'Error',
  headers: headersOf(['X-Request-Id', ...rateHeaders, ...(status === 429 ? ['Retry-After'] : [])]),
  content: {
    'application/json': {
      schema: {
        allOf: [
          ref('schemas', 'Error'),
          { properties: { code: { enum: [...new Set(names.map((name) => catalogue[name].code))] } } },
        ],
      },
      examples: Object.fromEntries(names.map((name) => [name, ref('examples', name)])),
    },
  },
})

const byStatus = (errors: readonly ErrorName[]) => gather(errors, (name) => String(catalogue[name].status))

/** Components that operations share: the parameters of lists, and errors; some differ for write operations. */
export const shared = once(() => {
  const common = [...errorsOfKeys, ...errorsOfServers]
  const named = (names: readonly ErrorName[], suffix: string) =>
    [...byStatus(names)].map(([status, group]) => [
      `Status${status}${suffix}`,
      errorResponse(Number(status), group),
    ])
  const writing = [...common, 'not_authorized' as const].filter((name) => catalogue[name].status === 403)
  const parameters = queryParameters(inputSchema(listInput()))
  return {
    parameters: Object.fromEntries(parameters.map((parameter) => [String(parameter.name), parameter])),
    responses: Object.fromEntries([...named(common, ''), ...named(writing, 'Writing')]),
  }
})

/** The component that reads the same, or else the part itself. */
const sharedOr = (kind: 'parameters' | 'responses', one: JsonSchema): JsonSchema => {
  const text = JSON.stringify(one)
  const [name] = Object.entries(shared()[kind]).find(([, other]) => JSON.stringify(other) === text) ?? []
  return name === undefined ? one : ref(kind, name)
}

const responsesOf = (route: Route, { names, headerPrefix }: DescriptionContext): JsonSchema => ({
  200: {
    description: 'Success',
    headers: headersOf([
      'X-Request-Id',
      `${headerPrefix}-Version`,
      ...rateHeaders,
      ...(isWriting(route) ? ['Idempotent-Replayed'] : []),
      'Sandbox-Ignored-Params',
      'Sandbox-Warning',
    ]),
    content: { 'application/json': { schema: ref('schemas', String(names.get(route.returns()))) } },
  },
  ...Object.fromEntries(
    [...byStatus(errorsOf(route))].map(([status, group]) => [
      status,
      sharedOr('responses', errorResponse(Number(status), group)),
    ]),
  ),
})

/** The text of the parameters in a path: `id`, and others such as `card_id`. */
const idTextOf = (route: Route) => (name: string) =>
  route.params?.[name] ?? `Id of the ${name === 'id' ? 'record' : name.replace('_id', '')}`

/** `null` removes the value of a removable parameter. */
const withRemovable = (schema: JsonSchema, removable: readonly string[]): JsonSchema => {
  const properties = { ...(schema.properties as { [name: string]: JsonSchema }) }
  for (const name of removable) {
    const { description, anyOf, ...form } = properties[name] ?? {}
    const forms = (anyOf as JsonSchema[] | undefined) ?? [form]
    properties[name] = { description, anyOf: [...forms, { type: 'null' }] }
  }
  return { ...schema, properties }
}

const isNested = (form: JsonSchema): boolean =>
  form.type === 'object' || ((form.anyOf ?? []) as readonly JsonSchema[]).some(isNested)

/** Objects in a form are written `card[number]=…`. */
const formEncoding = (schema: JsonSchema): JsonSchema => {
  const properties = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema }
  const nested = Object.keys(properties).filter((name) => isNested(properties[name] ?? {}))
  if (nested.length === 0) return {}
  return {
    encoding: Object.fromEntries(nested.map((name) => [name, { style: 'deepObject', explode: true }])),
  }
}

const evidenceTypes = 'image/png, image/jpeg, application/pdf'

const requestBody = (route: Route, name: string, schema: JsonSchema): JsonSchema => {
  const form = ref('schemas', name)
  const required = ((schema.required ?? []) as readonly string[]).length > 0
  if (route.files === true)
    return {
      required,
      content: {
        'multipart/form-data': { schema: form, encoding: { file: { contentType: evidenceTypes } } },
      },
    }
  const shown = route.examples === undefined ? {} : { examples: { ...route.examples } }
  return {
    required,
    content: {
      'application/x-www-form-urlencoded': { schema: form, ...formEncoding(schema) },
      'application/json': { schema: form, ...shown },
    },
  }
}

/** The source of the operation and the version that introduced it. */
const remarks = (route: Route): string => {
  const source =
    route.spec === 'wire'
      ? 'Not in the specification; known from recordings of the real service.'
      : `Specification section ${route.spec}.`
  const since = sinceOf(route.path)
  return since === versions[0] ? source : `${source} Since version ${since}.`
}

const securityOf: { readonly [K in Route['key']]: readonly JsonSchema[] } = {
  secret: [{ secretKey: [] }],
  public: [{ publicKey: [] }],
  any: [{ secretKey: [] }, { publicKey: [] }],
  none: [],
}

/** The server that has an operation. */
export const serversOf = (
  { host }: Pick<Route, 'host'>,
  { baseUrl, vaultUrl }: Pick<DescriptionContext, 'baseUrl' | 'vaultUrl'>,
) => {
  const api = { url: baseUrl, description: 'The API server' }
  const vault = { url: vaultUrl, description: 'The vault server, for tokens' }
  return host === undefined ? [api] : host === 'vault' ? [vault] : [api, vault]
}

/** One operation of the service, and the schema of its body with its name among the components. */
export const describeRoute = (
  route: Route,
  around: DescriptionContext,
): Described & { readonly body: readonly [name: string, schema: JsonSchema] | null } => {
  const operationId = operationIdOf(route, around.routes)
  const path = pathOf(route.path)
  const input = inputSchema(route.input())
  const isWithBody = isWriting(route) && Object.keys((input.properties ?? {}) as object).length > 0
  const name = `${pascal(operationId)}Request`
  const schema = isWithBody ? withRemovable(input, route.removable ?? []) : null
  const query = isWriting(route) ? [] : queryParameters(input)
  return {
    path,
    method: route.method,
    body: schema === null ? null : [name, schema],
    operation: {
      operationId,
      tags: [tagOf(route)],
      summary: route.summary,
      description: remarks(route),
      security: securityOf[route.key],
      parameters: [
        ...pathParameters(path, idTextOf(route)),
        ...query.map((parameter) => sharedOr('parameters', parameter)),
        ref('parameters', 'ServiceVersion'),
        ...(isWriting(route) ? [ref('parameters', 'IdempotencyKey')] : []),
      ],
      requestBody: schema === null ? undefined : requestBody(route, name, schema),
      responses: responsesOf(route, around),
      servers: serversOf(route, around),
    },
  }
}
