import { catalogue } from '../../kernel/error-catalogue'
import { type ErrorName, fail } from '../../kernel/errors'
import { isObject, once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import type { JsonSchema } from '../../kernel/schema'
import { mapInSteps, type Steps } from '../../kernel/steps'
import { type Profile, profileOf } from '../../options/profiles'
import type { HttpSettings } from '../http/env'
import { errorPageOf, renderError } from '../http/render'
import type { Route } from '../http/route'
import {
  deliveredKeysOf,
  type EventKey,
  eventKeysOf,
  eventObjects,
  type KeySet,
} from '../resources/event/keys'
import { routes } from '../resources/registry'
import { currentVersion } from '../versions/history'
import { type BuiltDocument, buildDocument, type Detail, onceForEach } from './build'
import { pascal } from './names'
import { type DescribedRoute, describeRoute, sharedParameters, sharedResponses } from './operations'
import { answerSchemas } from './schemas'

/** The name of the schema of the object in an event of this kind. */
export const dataNameOf = (key: EventKey): string => pascal(eventObjects[key])

const ref = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` })

const webhook = (key: EventKey): JsonSchema => ({
  post: {
    operationId: `on${pascal(key)}`,
    tags: ['Webhooks'],
    summary: `Sent when ${key} happens`,
    security: [],
    parameters: [ref('parameters', 'Signature'), ref('parameters', 'SignatureTimestamp')],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            allOf: [
              ref('schemas', 'Event'),
              { properties: { key: { const: key }, data: ref('schemas', dataNameOf(key)) } },
            ],
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received' },
      default: { description: 'Not received: it is sent again later' },
    },
  },
})

/** Every request that the service sends (spec 5.1, 6). */
const webhooks = (set: KeySet): JsonSchema =>
  Object.fromEntries(deliveredKeysOf(set).map((key) => [key, webhook(key)]))

/** The schemas of answers with the keys that events have in one profile. */
const withKeys = (schemas: Readonly<Record<string, JsonSchema>>, set: KeySet) => {
  const keyed = ['Event', 'WebhookDelivery'].flatMap((name) => {
    const { properties, ...schema } = schemas[name] ?? {}
    if (!isObject(properties) || !isObject(properties.key)) return []
    const key = { ...properties.key, enum: eventKeysOf(set) }
    return [[name, { ...schema, properties: { ...properties, key } }] as const]
  })
  return { ...schemas, ...Object.fromEntries(keyed) }
}

/** The document of the service, with the webhooks that it sends. */
export interface OpenApiDocument extends BuiltDocument {
  readonly webhooks: JsonSchema
}

const description = `The payment service as the sandbox serves it, in version ${currentVersion}. The API server has
all operations except the creation of tokens, which the vault server has. Parameters are sent as a form, with objects
written \`card[number]=…\` and arrays \`on[days_of_month][]=1\`, or as JSON. Amounts are whole numbers of subunits.
All times are UTC.`

const text = (schema: JsonSchema, about: string): JsonSchema => ({ description: about, schema })
const whole: JsonSchema = { type: 'integer' }
const words: JsonSchema = { type: 'string' }

const headers = (prefix: string): JsonSchema => ({
  'X-Request-Id': text(words, 'The id of the request, also in the log'),
  [`${prefix}-Version`]: text({ type: 'string', format: 'date' }, 'The API version of the answer'),
  'X-RateLimit-Limit': text(whole, 'Requests allowed in a window; sent if a rate limit is set'),
  'X-RateLimit-Remaining': text(whole, 'Requests remaining in this window'),
  'X-RateLimit-Reset': text(whole, 'Start of the next window, in Unix seconds'),
  'Retry-After': text(whole, 'Seconds to wait before the next attempt'),
  'Idempotent-Replayed': text(
    { const: 'true' },
    'The answer is the stored one of an earlier request with the same key',
  ),
  'Sandbox-Ignored-Params': text(words, 'Parameters that the operation does not have'),
  'Sandbox-Warning': text(words, 'Details of the request that may be a mistake'),
})

const header = (name: string, schema: JsonSchema, about: string, required = false): JsonSchema => ({
  name,
  in: 'header',
  required,
  description: about,
  schema,
})

const parameters = (prefix: string): JsonSchema => ({
  ...sharedParameters,
  ServiceVersion: header(
    `${prefix}-Version`,
    { type: 'string', format: 'date' },
    'The version of the API (specification section 9). Default: the version of the account',
  ),
  IdempotencyKey: header(
    'Idempotency-Key',
    { type: 'string', maxLength: limits.idempotencyKeyLengthMax },
    'A request with the same key within 24 hours gets the stored answer (specification section 4.1)',
  ),
  Signature: header(
    `${prefix}-Signature`,
    words,
    'Hex HMAC-SHA256 of timestamp, period and body; one for each secret, separated by a comma',
    true,
  ),
  SignatureTimestamp: header(`${prefix}-Signature-Timestamp`, words, 'Unix seconds', true),
})

const basic = (about: string): JsonSchema => ({ type: 'http', scheme: 'basic', description: about })

const securitySchemes: JsonSchema = {
  secretKey: basic('A secret key (`skey_…`) as username, with an empty password'),
  publicKey: basic('A public key (`pkey_…`) as username, with an empty password'),
}

/** One example of every error, with the text of the catalogue. */
const errorExamples = (page: string): JsonSchema =>
  Object.fromEntries(
    (Object.keys(catalogue) as ErrorName[]).map((name) => [
      name,
      { summary: catalogue[name].message, value: renderError(fail(name), page).body },
    ]),
  )

/** Most of the work does not depend on the address of a sandbox: it is done for the first document only, in 24 ms. */
const answers = once(() => answerSchemas(routes))

/** Makes the schemas of answers, which name operations and objects, before the first document needs them. */
export function* prepareAnswers(): Steps<void> {
  for (const route of routes) {
    route.returns()
    yield
  }
  answers().schemas()
}

const describe = (route: Route, headerPrefix: string, detail: Detail): DescribedRoute =>
  describeRoute(route, { routes, answers: answers(), headerPrefix, detail })

/** The whole of an operation with the usual names of headers. */
const describeUsual = onceForEach((route: Route) => describe(route, 'Service', 'all'))

/** Makes the descriptions of all operations, before the first document needs them. */
export const prepareOperations = (): Steps<DescribedRoute[]> => mapInSteps(routes, describeUsual)

type DocumentSettings = Pick<HttpSettings, 'baseUrl' | 'vaultUrl' | 'headerPrefix' | 'docsUrl'> & {
  /** Whose keys events have. Default: those of the specification. */
  readonly profile?: Pick<Profile, 'eventKeys'>
}

/** The components that operations refer to, without schemas. */
const componentsOfOperations = (settings: DocumentSettings): { readonly [kind: string]: JsonSchema } => ({
  parameters: parameters(settings.headerPrefix),
  headers: headers(settings.headerPrefix),
  examples: errorExamples(errorPageOf(settings)),
  responses: sharedResponses,
  securitySchemes,
})

/** The server that has an operation. */
const serversOf = ({ host }: DescribedRoute, urls: ServerEntries): JsonSchema => {
  if (host === undefined) return { servers: [urls.api] }
  return { servers: host === 'vault' ? [urls.vault] : [urls.api, urls.vault] }
}

interface ServerEntries {
  readonly api: JsonSchema
  readonly vault: JsonSchema
}

/** The whole service as an OpenAPI 3.1 document, generated from its route tables. */
export const openApiDocument = (settings: DocumentSettings, detail: Detail = 'all'): OpenApiDocument => {
  const { baseUrl, vaultUrl, headerPrefix } = settings
  const { eventKeys } = settings.profile ?? profileOf('spec')
  const isUsual = headerPrefix === 'Service' && detail === 'all'
  const described = routes.map((route) =>
    isUsual ? describeUsual(route) : describe(route, headerPrefix, detail),
  )
  const { names, schemas } = answers()
  const isWithSchemas = detail === 'all' || detail === 'schemas'
  const isWithOperations = detail === 'all' || typeof detail === 'object'
  const urls = {
    api: { url: baseUrl, description: 'The API server' },
    vault: { url: vaultUrl, description: 'The vault server, for tokens' },
  }
  const bodies = described.flatMap(({ body }) => (body === null ? [] : [[body.name, body.schema] as const]))
  return buildDocument({
    info: { title: 'Payment sandbox', version: currentVersion, description },
    servers: [urls.api, urls.vault],
    operations: described.map((one) => ({
      ...one,
      operation: { ...one.operation, ...serversOf(one, urls) },
    })),
    moreTags: ['Webhooks'],
    webhooks: isWithOperations ? webhooks(eventKeys) : {},
    components: {
      schemas: {
        ...(isWithSchemas
          ? withKeys(schemas(), eventKeys)
          : Object.fromEntries(names.map((name) => [name, {}]))),
        ...Object.fromEntries(bodies),
      },
      ...(isWithOperations ? componentsOfOperations(settings) : {}),
    },
  })
}
