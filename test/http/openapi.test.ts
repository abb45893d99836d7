import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaults } from '../../src/config'
import { decodeForm } from '../../src/http/form'
import { type OpenApiDocument, openApiDocument } from '../../src/http/openapi'
import { errorsOf } from '../../src/http/openapi-errors'
import { requestExamples } from '../../src/http/openapi-examples'
import { operationIdOf, pathOf } from '../../src/http/openapi-names'
import { dataNameOf } from '../../src/http/openapi-webhooks'
import type { Route } from '../../src/http/route'
import { catalogue } from '../../src/kernel/errors'
import { isObject } from '../../src/kernel/json'
import { eventKeys } from '../../src/resources/event/model'
import { routes } from '../../src/resources/registry'
import { type Method, makeClient, print, routeOf } from '../support/client'
import { dispute } from '../support/disputes'
import { createRecipient, createTransfer } from '../support/payouts'
import { makeSandbox, plainSandbox } from '../support/sandbox'
import { tour, withoutSuccess } from '../support/tour'

const document = openApiDocument(defaults)

interface Content {
  readonly schema: { readonly $ref: string }
  readonly encoding?: object
  readonly examples?: Readonly<Record<string, { readonly value: object }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly object[]
  readonly servers: readonly { readonly url: string }[]
  readonly parameters: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>
  >
}

const nameOf = (route: Route): string => `${route.method.toUpperCase()} ${route.path}`

const operationOf = (route: Route, within: OpenApiDocument = document): Operation =>
  within.paths[pathOf(route.path)]?.[route.method] as Operation

/** What a reference of the document points at. */
const resolved = <T extends { readonly $ref?: string }>(part: T): T =>
  part.$ref === undefined
    ? part
    : (part.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), document) as T)

const rows = routes.map((route) => ({ name: nameOf(route), route }))

describe('the OpenAPI document', () => {
  test.each(['Service', 'Acme'])(
    'is a valid document of OpenAPI 3.1, also with headers of %s',
    async (headerPrefix) => {
      const made = openApiDocument({ ...defaults, headerPrefix })
      const result = await new Validator().validate(structuredClone(made) as never)
      expect(result.errors ?? []).toEqual([])
      expect(result.valid).toBe(true)
      expect(Object.keys(made.components.headers ?? {})).toContain(`${headerPrefix}-Version`)
      expect(JSON.stringify(made)).not.toContain(headerPrefix === 'Acme' ? 'Service-Version"' : 'Acme')
    },
  )

  test('names the servers of the sandbox it is asked of', () => {
    const { servers } = openApiDocument({ ...defaults, baseUrl: 'http://a.test', vaultUrl: 'http://b.test' })
    expect(servers.map((server) => server.url)).toEqual(['http://a.test', 'http://b.test'])
  })

  test('has the operations of the route table and no others', () => {
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map((route) => `${route.method} ${pathOf(route.path)}`).sort())
  })

  test('gives every operation a name of its own that reads well', () => {
    const ids = routes.map((route) => operationIdOf(route, routes))
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^(get|list|create|update|delete|search|[a-z]+)[A-Z]?[A-Za-z]*$/)
    expect(ids).toEqual(
      expect.arrayContaining([
        'createCharge',
        'listOpenDisputes',
        'markTransferAsSent',
        'getCustomerCard',
        'acceptDisputeByPost',
      ]),
    )
  })

  test('refers to nothing that is not there, and keeps nothing that nobody refers to', () => {
    const text = JSON.stringify(document)
    const refs = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
        ([, kind, name]) => `${kind}/${name}`,
      ),
    )
    const kept = Object.entries(document.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    )
    for (const ref of refs) expect(kept).toContain(ref)
    const needless = kept.filter((part) => !refs.has(part) && !/^(securitySchemes|examples)\//.test(part))
    expect(needless).toEqual([])
  })

  test('tells of every event that is delivered, with what it carries', () => {
    const delivered = eventKeys.filter((key) => !key.startsWith('webhooks.'))
    expect(Object.keys(document.webhooks)).toEqual(delivered)
    for (const key of delivered)
      expect(Object.keys(document.components.schemas ?? {})).toContain(dataNameOf(key))
  })

  test('is made in no time once it was made', () => {
    const before = performance.now()
    for (let i = 0; i < 5; i += 1) openApiDocument({ ...defaults, baseUrl: `http://${i}.test` })
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

describe('an operation of the OpenAPI document', () => {
  test.each(rows)('$name: every error stands under its status with its code and an example', ({ route }) => {
    const { responses } = operationOf(route)
    for (const name of errorsOf(route)) {
      const { status, code } = catalogue[name]
      const response = resolved(responses[status] ?? { $ref: '#/nowhere' })
      const content = response?.content?.['application/json']
      expect(Object.keys(content?.examples ?? {}), `${status} ${name}`).toContain(name)
      expect(JSON.stringify(content?.schema)).toContain(`"${code}"`)
    }
    expect(Object.keys(responses)).toContain('200')
  })

  test.each(rows)('$name: key, server, ids of the path and headers', ({ route }) => {
    const { security, servers, parameters, tags } = operationOf(route)
    const keys = security.flatMap((scheme) => Object.keys(scheme))
    const wanted = { secret: ['secretKey'], public: ['publicKey'], any: ['secretKey', 'publicKey'], none: [] }
    expect(keys).toEqual(wanted[route.key])
    const hosts = {
      api: [defaults.baseUrl],
      vault: [defaults.vaultUrl],
      both: [defaults.baseUrl, defaults.vaultUrl],
    }
    expect(servers.map((server) => server.url)).toEqual(hosts[route.host ?? 'api'])
    const inPath = parameters
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => `{${parameter.name}}`)
    expect(inPath).toEqual(pathOf(route.path).match(/\{\w+\}/g) ?? [])
    const headers = parameters.map((parameter) => parameter.$ref?.split('/').at(-1))
    expect(headers).toContain('ServiceVersion')
    expect(headers.includes('IdempotencyKey')).toBe(route.method === 'post' || route.method === 'patch')
    expect(tags).toHaveLength(1)
  })

  test.each(rows.filter(({ route }) => operationOf(route).requestBody !== undefined))(
    '$name: a body in every encoding that it takes',
    ({ route }) => {
      const content = operationOf(route).requestBody?.content ?? {}
      expect(Object.keys(content)).toEqual(
        route.files === true
          ? ['multipart/form-data']
          : ['application/x-www-form-urlencoded', 'application/json'],
      )
      for (const { schema } of Object.values(content)) expect(resolved(schema)).toHaveProperty('properties')
    },
  )
})

const ajv = new Ajv2020({ strict: false, coerceTypes: true, allErrors: true })
addFormats(ajv)
ajv.addSchema({ ...document, $id: 'document' })

const pointer = (parts: readonly string[]): string =>
  parts
    .map((part) =>
      part.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D'),
    )
    .join('/')

/** Fails unless the value has the form that stands at this place of the document. */
const holds = (value: unknown, at: readonly string[], what: string): void => {
  const check = ajv.getSchema(`document#/${pointer(at)}`)
  if (check === undefined) expect.fail(`${what}: the document has nothing at ${at.join(' ')}`)
  // Coercing writes into what it checks.
  if (!check(structuredClone(value))) expect.fail(`${what}: ${print(check.errors)}\n${print(value)}`)
}

interface Exchanged {
  readonly method: Method
  readonly path: string
  readonly query: URLSearchParams
  readonly sent: object | null
  readonly status: number
  readonly body: unknown
}

/** Everything that was asked and answered on a tour of all operations. */
const exchanges: Exchanged[] = []

beforeAll(async () => {
  const sandbox = plainSandbox()
  const fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const answer = await sandbox.fetch(input, init)
    const url = new URL(input)
    exchanges.push({
      method: init.method as Method,
      path: url.pathname,
      query: url.searchParams,
      sent: typeof init.body === 'string' ? sentAs(init.body, new Headers(init.headers)) : null,
      status: answer.status,
      body: await answer.clone().json(),
    })
    return answer
  }
  const { url, vaultUrl, keys } = sandbox
  await tour(sandbox, makeClient({ fetch, url, vaultUrl, keys }))
})

const sentAs = (body: string, headers: Headers): object =>
  headers.get('content-type') === 'application/json'
    ? JSON.parse(body)
    : JSON.parse(JSON.stringify(decodeForm(body)))

const seenOf = (route: Route): readonly Exchanged[] =>
  exchanges.filter(({ method, path }) => routeOf(method, path) === route)

describe('what the sandbox does is what the document says', () => {
  const answered = rows.filter(({ name }) => !(name in withoutSuccess))

  test.each(answered)(
    '$name: every parameter that was taken and every answer has its documented form',
    ({ route }) => {
      const seen = seenOf(route)
      expect(seen.map(({ status }) => status)).toContain(200)
      const at = ['paths', pathOf(route.path), route.method]
      const { requestBody, parameters } = operationOf(route)
      for (const { sent, query, body, status } of seen) {
        expect(status).toBe(200)
        holds(body, [...at, 'responses', '200', 'content', 'application/json', 'schema'], 'answer')
        const type = 'application/x-www-form-urlencoded'
        if (sent !== null && requestBody !== undefined)
          holds(sent, [...at, 'requestBody', 'content', type, 'schema'], 'body')
        const known = parameters
          .map((parameter) => resolved(parameter))
          .filter((parameter) => parameter.in === 'query')
        for (const [name, value] of query) {
          expect(known.map((parameter) => parameter.name)).toContain(name)
          holds(value, ['components', 'parameters', name, 'schema'], name)
        }
      }
    },
  )

  test('an error has its documented form, also with all that can be added', () => {
    const error = { object: 'error', location: 'https://a.test/#x', code: 'invalid_charge', message: 'x' }
    const problem = { field: 'amount', code: 'required', message: 'amount is not a number' }
    const at = ['components', 'schemas', 'Error']
    holds(
      { ...error, charge_id: 'chrg_test_1', customer_id: 'cust_test_1', validation_errors: [problem] },
      at,
      'error',
    )
    for (const { value } of Object.values(document.components.examples ?? {}) as { value: unknown }[])
      holds(value, at, 'example')
    expect(() => holds({ ...error, code: undefined }, at, 'error without a code')).toThrow('code')
  })
})

describe('what the document shows as examples', () => {
  const shown = Object.entries(requestExamples).flatMap(([operation, examples]) =>
    Object.entries(examples).map(([name, { value }]) => ({ operation, name, value: value as object })),
  )

  test.each(shown)(
    '$operation, $name: has the documented form and is taken as it stands',
    async ({ operation, value }) => {
      const [method = '', path = ''] = operation.split(' ')
      const schema = ['requestBody', 'content', 'application/json', 'schema']
      holds(value, ['paths', pathOf(path), method, ...schema], operation)
      const client = makeClient(makeSandbox())
      const ids = await furnish(client)
      const text = JSON.stringify(value).replace(/"(\w+?)_test_example"/g, (_, prefix: string) =>
        JSON.stringify(ids[prefix]),
      )
      const folder = path.split('/')[1] ?? ''
      const answer = await client.send(
        method.toUpperCase() as Method,
        path.replace(':id', ids[folder] ?? ''),
        {
          body: text,
          contentType: 'application/json',
          host: folder === 'tokens' ? 'vault' : 'api',
        },
      )
      expect(answer.status, print(answer.body)).toBe(200)
      expect(answer.headers.get('sandbox-ignored-params')).toBeNull()
    },
  )
})

/** What examples name: by the prefix of an id, and by the folder of a path. */
const furnish = async (client: ReturnType<typeof makeClient>): Promise<Record<string, string>> => {
  const charges = (await client.charge({ amount: 100_000 })).id
  const customer = (await client.customer()).id
  return {
    tokn: (await client.token()).id,
    cust: customer,
    customers: customer,
    charges,
    disputes: (await dispute(client)).id,
    recipients: (await createRecipient(client)).id,
    transfers: (await createTransfer(client)).id,
  }
}
