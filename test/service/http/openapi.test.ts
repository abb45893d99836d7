import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { catalogue } from '../../../src/kernel/error-catalogue'
import { partsOf, withinSchema } from '../../../src/kernel/schema'
import { defaults } from '../../../src/options/config'
import { dataNameOf, openApiDocument } from '../../../src/service/openapi/document'
import { objectOf, operationIdOf, pathOf } from '../../../src/service/openapi/names'
import { errorsOf } from '../../../src/service/openapi/operations'
import { eventKeysOf } from '../../../src/service/resources/event/keys'
import { routesIn } from '../../../src/service/resources/registry'
import { document, nameOf, operationOf, resolved } from '../../support/openapi'

const routes = routesIn('spec')
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

  test('has hosted checkouts in the profile omise', async () => {
    const made = openApiDocument({ ...defaults, headerPrefix: 'Omise', profileName: 'omise' })
    const { valid } = await new Validator().validate(structuredClone(made) as never)
    expect([valid, Object.keys(made.paths)]).toEqual([
      true,
      expect.arrayContaining(['/api/sessions', '/api/sessions/{id}']),
    ])
    expect(made.components.schemas).toHaveProperty('CheckoutSession')
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
    const some = ['createCharge', 'listOpenDisputes', 'markTransferAsSent', 'getCustomerCard']
    expect(ids).toEqual(expect.arrayContaining([...some, 'acceptDisputeByPost']))
  })

  test('has every schema that it refers to, and no unused one', () => {
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

  test('describes every delivered event with its data', () => {
    const delivered = eventKeysOf('spec').filter((key) => !key.startsWith('webhooks.'))
    expect(Object.keys(document.webhooks)).toEqual(delivered)
    for (const key of delivered)
      expect(Object.keys(document.components.schemas ?? {})).toContain(dataNameOf(key))
  })

  test('says of every field of every answer what it is', () => {
    const answers = new Set(routes.map((route) => route.returns()))
    const within = [...answers].flatMap((answer) => [...withinSchema(answer)])
    const silent = within.flatMap((schema) =>
      Object.entries(partsOf(schema).members ?? {})
        .filter(([, field]) => (z.globalRegistry.get(field)?.description ?? '').length < 5)
        .map(([name]) => `${objectOf(schema)}.${name}`),
    )
    expect(within.length).toBeGreaterThan(300)
    expect(silent).toEqual([])
  })

  test('keeps the text of a field that `expand` replaces', () => {
    const charge = document.components.schemas?.Charge as { properties: { customer: object } }
    expect(charge.properties.customer).toEqual({
      description: 'Id of the customer who pays; null when none was given. With `expand=true` the object',
      anyOf: [{ type: ['string', 'null'] }, { $ref: '#/components/schemas/Customer' }],
    })
  })
})

describe('an operation of the OpenAPI document', () => {
  test.each(rows)('$name: every error is under its status with its code and an example', ({ route }) => {
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
    const { baseUrl, vaultUrl } = defaults
    const hosts = { api: [baseUrl], vault: [vaultUrl], both: [baseUrl, vaultUrl] }
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
