import { describe, expect } from 'vitest'
import type { Customer, Sandbox } from '../../../src/index'
import { routes } from '../../../src/service/resources/registry'
import { goodCard, type Method, type RawAsking } from '../../support/client'
import type { Params } from '../../support/form'
import { expectError, expectSuccess, setUp, stateOf, test } from '../../support/set-up'
import { askOperation, furnish } from '../../support/tour'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** A customer made with a body of one's own making. */
const customerOf = async (raw: RawAsking): Promise<Customer> =>
  expectSuccess(await setUp().client.send<Customer>('POST', '/customers', raw))

describe('200: form and JSON say the same (1 rule 1)', () => {
  const bodies: Params[] = [
    { email: 'a@example.com', description: 'Ünïcode & = + % "quotes" ส้ม 🍊' },
    { description: '', metadata: { a: '1', b: { c: 'deep', d: ['x', 'y'] } } },
    { metadata: { 'a.b-c d': 'odd names', '0': 'number' } },
    { metadata: { list: ['a', 'b'].map((sku, n) => ({ sku, n: `${n}` })) } },
    {},
  ]
  test.each(bodies)('%j', async (params) => {
    const make = async (as: 'form' | 'json') => {
      const { client, sandbox } = setUp()
      expectSuccess(await client.post('/customers', params, { as }))
      return sandbox.customers.last()
    }
    expect(await make('form')).toEqual(await make('json'))
  })

  test('to every operation: the same answer, and the same state after it', async () => {
    const open = async () => {
      const setup = setUp()
      const records = await furnish(setup.client)
      return { ...setup, records, saved: setup.sandbox.snapshot() }
    }
    const [one, other] = [await open(), await open()]
    const hostOf = (host: string | undefined) => (host === 'vault' ? 'vault' : 'api')
    for (const { method, path, host } of routes.filter((route) => /^(post|patch)$/.test(route.method))) {
      const operation = [method.toUpperCase() as Method, path] as const
      const [form, json] = await Promise.all(
        ([one, other] as const).map(({ client, records }, i) =>
          askOperation(client, records, operation, { host: hostOf(host), as: i === 0 ? 'form' : 'json' }),
        ),
      )
      expect([path, form?.status, form?.text]).toEqual([path, json?.status, json?.text])
      expect(stateOf(one.sandbox)).toBe(stateOf(other.sandbox))
      for (const { sandbox, saved } of [one, other]) sandbox.restore(saved)
    }
  })

  test('the query counts as well; the body wins', async ({ client }) => {
    const path = '/customers?description=query&metadata[from]=query'
    const { body } = await client.post(path, { description: 'body' }, { as: 'json' })
    expect(body).toMatchObject({ description: 'body', metadata: { from: 'query' } })
  })
})

describe('200: a form', () => {
  const forms: [body: string, shown: object][] = [
    ['description=a+b%20c', { description: 'a b c' }],
    ['description=100%', { description: '100%' }],
    ['description=first&description=last', { description: 'last' }],
    ['description=a=b', { description: 'a=b' }],
    ['&&description=x&', { description: 'x' }],
    ['description', { description: null }],
    ['metadata[a][b][c]=1', { metadata: { a: { b: { c: '1' } } } }],
    ['metadata%5Ba%5D=1', { metadata: { a: '1' } }],
    ['metadata[a][]=1&metadata[a][]=2', { metadata: { a: ['1', '2'] } }],
    ['metadata[a][0]=x&metadata[a][1]=y', { metadata: { a: { 0: 'x', 1: 'y' } } }],
    ['metadata=', { metadata: {} }],
    ['metadata[]x=1&description=y', { description: 'y', metadata: {} }],
  ]
  test.each(forms)('%s', async (body, shown) => {
    expect(await customerOf({ body, contentType: form })).toMatchObject(shown)
  })
})

describe('200: what published clients send (contract 5.2)', () => {
  const types: [contentType: string | undefined, body: string][] = [
    ['application/json', '{"description":"x"}'],
    ['application/json; charset=utf-8', '{"description":"x"}'],
    ['application/json;charset=utf-8', '{"description":"x"}'],
    ['application/json;utf-8', '{"description":"x"}'],
    ['APPLICATION/JSON', ' \n{"description":"x"}\n'],
    ['application/x-www-form-urlencoded; charset=UTF-8', 'description=x'],
    ['text/plain;charset=UTF-8', '{"description":"x"}'],
    ['text/plain', 'description=x'],
    [undefined, 'description=x'],
    [undefined, '{"description":"x"}'],
  ]
  test.each(types)('content type %s with %s', async (contentType, body) => {
    const raw = contentType === undefined ? { body } : { body, contentType }
    expect(await customerOf(raw)).toMatchObject({ description: 'x' })
  })

  test('trailing slashes, which no location shows', async ({ client }) => {
    const { id } = await client.charge()
    expectSuccess(await client.post('/customers/', { email: 'a@example.com' }))
    const page = { total: 1, location: '/charges' }
    expect((await client.get('/charges/', { limit: 1 })).body).toMatchObject(page)
    expect((await client.get(`/charges/${id}/`)).body.location).toBe(`/charges/${id}`)
    expect((await client.get(`/charges/${id}/refunds/`)).body.location).toBe(`/charges/${id}/refunds`)
    expectSuccess(await client.get('/charges?'))
  })

  test('explicit nulls, at any depth of what is not free data', async ({ client }) => {
    const card = { ...goodCard, city: null }
    expectSuccess(await client.post('/tokens', { card, extra: null }, { host: 'vault', as: 'json' }))
    const params = { email: null, metadata: { kept: null } }
    const customer = expectSuccess(await client.post<Customer>('/customers', params, { as: 'json' }))
    expect(customer).toMatchObject({ email: null, metadata: { kept: null } })
  })
})

describe('400: a body that cannot be read (1 rule 1)', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const many = JSON.stringify({
    metadata: Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, i])),
  })
  const refused: [name: string, contentType: string, body: string, message: RegExp, fields?: string[]][] = [
    ['malformed JSON', json, '{"description":', /^request body is not valid JSON/],
    ['JSON with a comma too much', json, '{"description":"x",}', /^request body is not valid JSON/],
    ['a form that is called JSON', json, 'description=x', /^request body is not valid JSON/],
    ['a JSON array', json, '[1]', /must be a JSON object$/],
    ['a JSON text', json, '"x"', /must be a JSON object$/],
    ['JSON of 11 levels', json, deep(11), /nested too deep \(maximum is 10 levels\)$/],
    ['a form of 11 levels', form, `a${'[b]'.repeat(10)}=1`, /nested too deep \(maximum is 10 levels\)$/],
    ['JSON of 1,001 parameters', json, many, /too many parameters \(maximum is 1000\)$/],
    ['a form of 1,001 parameters', form, 'a=1&'.repeat(1001), /too many parameters \(maximum is 1000\)$/],
    [
      'a text and an object',
      form,
      'metadata=x&metadata[a]=1',
      /^metadata\[a\] is given both/,
      ['metadata[a]'],
    ],
    ['one name for a list and an object', form, 'metadata[a][]=1&metadata[a][b]=2', /is given both/],
    ['XML', 'application/xml', '<a/>', /^content type application\/xml is not supported/],
    ['a broken multipart body', 'multipart/form-data; boundary=x', 'x', /./],
  ]
  test.for(refused)('%s', async ([_, contentType, body, message, fields], { client, sandbox }) => {
    const answer = await client.send('POST', '/customers', { body, contentType })
    expectError(answer, 'bad_request', fields === undefined ? { message } : { message, fields })
    expect(sandbox.customers.count()).toBe(0)
  })

  test('JSON of 10 levels and a form of 1,000 parameters can still be read', async () => {
    const body = JSON.stringify({ metadata: JSON.parse(deep(9)) })
    expectSuccess(await setUp().client.send('POST', '/customers', { body, contentType: json }))
    const pairs = Array.from({ length: 1000 }, (_, i) => `metadata[${i}]=1`).join('&')
    expectSuccess(await setUp().client.send('POST', '/customers', { body: pairs, contentType: form }))
  })
})

describe('a body within the process is read as it would arrive', () => {
  const given = 'half of a \ud83c character, and a whole 🍊'
  const text = `{"description":"${given}"}`
  test.for([
    ['a text', text, json],
    ['a text after a byte order mark', `\ufeff${text}`, json],
    ['bytes', new TextEncoder().encode(text), json],
    ['a form', new URLSearchParams({ description: given }), form],
  ] as const)('%s', async ([_, body, contentType], { sandbox }) => {
    const headers = { authorization: sandbox.authorization.secret, 'content-type': contentType }
    const answer = await sandbox.fetch('/customers', { method: 'POST', headers, body })
    const { description } = (await answer.json()) as Customer
    expect(description).toBe('half of a \ufffd character, and a whole 🍊')
  })
})

describe('413: more than 1 MiB (contract 5)', () => {
  const padding = (bytes: number) => `{"x":"${'a'.repeat(bytes - 8)}"}`
  test('is refused without a socket too; exactly 1 MiB is read', async ({ client }) => {
    const send = (body: string) => client.send('POST', '/customers', { body, contentType: json })
    expectSuccess(await send(padding(1024 * 1024)))
    const details = { message: 'request body is too large (maximum is 1048576 bytes)' }
    expectError(await send(padding(1024 * 1024 + 1)), 'body_too_large', details)
  })

  test('is counted in bytes, not in characters', async ({ client }) => {
    const body = `{"x":"${'ส'.repeat(400_000)}"}`
    const answer = await client.send('POST', '/customers', { body, contentType: json })
    expectError(answer, 'body_too_large', { message: /too large/ })
  })

  /** A stream as `fetch` sends it: without a length, and without an end. */
  const streaming = ({ url, authorization }: Sandbox, source: UnderlyingSource<Uint8Array>, type = json) => {
    const headers = { authorization: authorization.secret, 'content-type': type }
    const body = new ReadableStream(source)
    return new Request(`${url}/customers`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  }

  test.for([[json], ['multipart/form-data; boundary=b']] as const)(
    'a stream without end is not read past the limit: %s',
    async ([type], { sandbox }) => {
      let sent = 0
      const endless: UnderlyingSource<Uint8Array> = {
        pull: (controller) => {
          sent += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      }
      const answer = await sandbox.fetch(streaming(sandbox, endless, type))
      expect([answer.status, (await answer.json()).code]).toEqual([413, 'bad_request'])
      expect(sent).toBeLessThan(2 * 1024 * 1024)
      expect(sandbox.customers.count()).toBe(0)
    },
  )

  test('a truncated body is 400, and nothing happens', async ({ sandbox }) => {
    const request = streaming(sandbox, { pull: (controller) => controller.error(new Error('gone')) })
    expect((await sandbox.fetch(request)).status).toBe(400)
    expect(sandbox.customers.count()).toBe(0)
  })
})
