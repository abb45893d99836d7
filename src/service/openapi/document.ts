import { catalogue } from '../../kernel/error-catalogue'
import { type ErrorName, fail } from '../../kernel/errors'
import { limits } from '../../kernel/limits'
import type { JsonSchema } from '../../kernel/schema'
import { type Profile, type ProfileName, profileOf } from '../../options/profiles'
import type { HttpSettings } from '../http/backend'
import { errorPageOf, renderError } from '../http/errors'
import { specifiedFields } from '../http/profile-form'
import { deliveredKeysOf, type EventKey, eventKeysOf, eventObjects } from '../resources/event/keys'
import { routesIn } from '../resources/registry'
import { currentVersion } from '../versions/history'
import { type BuiltDocument, buildDocument, keepLatest } from './build'
import { pascal } from './names'
import { describeRoute, ref, serversOf, shared } from './operations'
import { answerSchemas } from './schemas'

/** The name of the schema of the object in an event of this kind. */
export const dataNameOf = (key: EventKey): string => pascal(eventObjects[key])

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
  ...shared().parameters,
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

interface RecordSchema {
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>
  readonly required?: readonly string[]
}

/** The schemas without the fields that only the specification has. */
const recordedSchemas = (schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { properties = {}, required = [] }: RecordSchema = schema
      const left = specifiedFields[properties.object?.const ?? ''] ?? []
      if (left.length === 0) return [name, schema]
      const kept = Object.entries(properties).filter(([field]) => !left.includes(field))
      return [
        name,
        {
          ...schema,
          properties: Object.fromEntries(kept),
          required: required.filter((field) => !left.includes(field)),
        },
      ]
    }),
  )

type DocumentSettings = Pick<HttpSettings, 'baseUrl' | 'vaultUrl' | 'headerPrefix' | 'docsUrl'> & {
  /** Whose keys events have, and whose fields records. Default: the specification. */
  readonly profile?: Pick<Profile, 'eventKeys' | 'fields'>
  /** Whose operations there are. Default: `spec`. */
  readonly profileName?: ProfileName
}

interface DocumentChoice
  extends Pick<HttpSettings, 'baseUrl' | 'vaultUrl' | 'headerPrefix' | 'profileName'>,
    Pick<Profile, 'eventKeys' | 'fields'> {
  /** The page about errors. */
  readonly page: string
}

const build = keepLatest(
  /** @param choice as JSON: the same text for the same choice */
  (choice: string): OpenApiDocument => {
    const { baseUrl, vaultUrl, headerPrefix, page, eventKeys, fields, profileName }: DocumentChoice =
      JSON.parse(choice)
    const routes = routesIn(profileName)
    const { names, components } = answerSchemas(routes)
    const schemas = fields === 'all' ? components : recordedSchemas(components)
    const described = routes.map((route) =>
      describeRoute(route, { routes, names, baseUrl, vaultUrl, headerPrefix }),
    )
    for (const name of ['Event', 'WebhookDelivery']) {
      const { properties, ...schema } = schemas[name] as { readonly properties: { readonly key: object } }
      const key = { ...properties.key, enum: eventKeysOf(eventKeys) }
      schemas[name] = { ...schema, properties: { ...properties, key } }
    }
    const head = {
      info: { title: 'Payment sandbox', version: currentVersion, description },
      servers: serversOf({ host: 'both' }, { baseUrl, vaultUrl }),
      webhooks: Object.fromEntries(deliveredKeysOf(eventKeys).map((key) => [key, webhook(key)])),
      components: {
        schemas: {
          ...schemas,
          ...Object.fromEntries(described.flatMap(({ body }) => (body === null ? [] : [body]))),
        },
        parameters: parameters(headerPrefix),
        headers: headers(headerPrefix),
        examples: errorExamples(page),
        responses: shared().responses,
        securitySchemes,
      },
    }
    return buildDocument(head, described, ['Webhooks'])
  },
)

/** The whole service as an OpenAPI 3.1 document, generated from its route tables. */
export const openApiDocument = ({
  baseUrl,
  vaultUrl,
  headerPrefix,
  docsUrl,
  profile = profileOf('spec'),
  profileName = 'spec',
}: DocumentSettings) => {
  const { eventKeys, fields } = profile
  const page = errorPageOf({ baseUrl, docsUrl })
  const choice: DocumentChoice = { baseUrl, vaultUrl, headerPrefix, page, eventKeys, fields, profileName }
  return build(JSON.stringify(choice))
}
