/** Contract 3, 4 and 6: faults of requests, scripted or asked for by the request itself. */
import { describe, expect } from 'vitest'
import type { RequestFaultOptions } from '../../src/index'
import { type Client, goodCard, makeClient } from '../support/client'
import type { Params } from '../support/form'
import { clientWith, expectError, plainSandbox, setUp, test } from '../support/set-up'
import { keepAlive } from '../support/socket'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Pays with a card; the same card at each call. */
const payer = async (client: Client) => {
  const { id: card } = await client.token()
  return (headers: Record<string, string> = {}) =>
    client.post('/charges', { amount: 5000, currency: 'thb', card }, { headers })
}
const keyed = { 'idempotency-key': 'k' }

describe('drop', () => {
  test('response: the state changes; a retry with the idempotency key returns the one charge', async () => {
    const { sandbox, client } = setUp()
    const pay = await payer(client)
    sandbox.faults.add({ method: 'POST', path: '/charges', drop: 'response' })
    await expect(pay(keyed)).rejects.toThrow(TypeError)
    expect(sandbox.charges.count()).toBe(1)
    const answer = await pay(keyed)
    expect(answer.headers.get('idempotent-replayed')).toBe('true')
    expect(answer.body.id).toBe(sandbox.charges.last()?.id)
    expect(sandbox.charges.count()).toBe(1)
    expect(sandbox.faults.list()).toMatchObject([{ hits: 1, times: 1 }])
  })

  test('response, without an idempotency key: the card is charged, and its retry is refused', async () => {
    const { sandbox, client } = setUp()
    const pay = await payer(client)
    sandbox.faults.add({ path: '/charges', drop: 'response' })
    await expect(pay()).rejects.toThrow('fetch failed')
    expectError(await pay(), 'used_token')
    expect(sandbox.charges.count()).toBe(1)
  })

  test('request: nothing happens, and nothing is stored for the idempotency key', async () => {
    const { sandbox, client } = setUp()
    const pay = await payer(client)
    sandbox.faults.add({ drop: 'request' })
    await expect(pay(keyed)).rejects.toThrow(TypeError)
    expect([sandbox.charges.count(), sandbox.events.count()]).toEqual([0, 0])
    expect((await pay(keyed)).headers.get('idempotent-replayed')).toBeNull()
    expect(sandbox.charges.count()).toBe(1)
  })

  test.each(['request', 'response'] as const)('over sockets the connection ends: %s', async (drop) => {
    const { sandbox } = setUp()
    const { url } = await sandbox.listen({ port: 0 })
    const ask = keepAlive()
    const headers = { ...form, authorization: sandbox.authorization.secret }
    const send = () => ask(`${url}/customers`, { method: 'POST', headers, body: 'description=a' })
    sandbox.faults.add({ method: 'post', drop })
    await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(sandbox.customers.count()).toBe(drop === 'request' ? 0 : 1)
    expect((await send()).status).toBe(200)
  })

  test.each([
    ['an operation', '{}', 'invalid_charge'],
    ['a body', '{', 'bad_request'],
  ] as const)('a refusal of %s is lost in the same way, and the journal has it', async (_, body, error) => {
    const { sandbox } = setUp()
    sandbox.faults.add({ drop: 'response' })
    const headers = { authorization: sandbox.authorization.secret, 'content-type': 'application/json' }
    const lost = sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })
    await expect(lost).rejects.toThrow(TypeError)
    expect(sandbox.requests.last()).toMatchObject({ error })
  })

  test('the log names the dropped part and its fault', async ({ sandbox, client }) => {
    const lines: unknown[] = []
    sandbox.onRequest(({ status, hint }) => lines.push([status, hint]))
    const { id } = sandbox.faults.add({ drop: 'request' })
    await expect(client.get('/charges')).rejects.toThrow(TypeError)
    sandbox.onRequest(null)
    expect(lines).toEqual([[0, `cut before anything happened, by the fault ${id}`]])
  })
})

describe('a fault selects requests', () => {
  const fitting: [fault: RequestFaultOptions, fits: boolean][] = [
    [{}, true],
    [{ method: 'POST' }, true],
    [{ method: 'post' }, true],
    [{ method: 'GET' }, false],
    [{ path: '/customers' }, true],
    [{ path: '/customers/*' }, false],
    [{ path: '*' }, true],
    [{ path: '/charges' }, false],
    [{ body: { metadata: { order: 7 } } }, true],
    [{ body: { metadata: { order: '7' }, description: 'd' } }, true],
    [{ body: { metadata: { order: '8' } } }, false],
    [{ body: { email: 'a@example.com' } }, false],
  ]
  const bodies = {
    form: 'description=d&metadata[order]=7',
    json: JSON.stringify({ description: 'd', metadata: { order: 7 } }),
  }
  test.each(fitting)('%j fits POST /customers/: %s', async (fault, fits) => {
    for (const as of ['form', 'json'] as const) {
      const { sandbox, client } = setUp()
      sandbox.faults.add({ ...fault, respond: { status: 500 } })
      const contentType = as === 'json' ? 'application/json' : form['content-type']
      const answer = await client.send('POST', '/customers/', { contentType, body: bodies[as] })
      expect(answer.status).toBe(fits ? 500 : 200)
    }
  })

  test('by card: those that create a token of it or pay with it, by token, as the default card or as a named one', async () => {
    const { sandbox, client } = setUp()
    const [slow, fast] = ['4111 1111 1114 0011', '4242424242424242']
    const add = (path: string) => sandbox.faults.add({ card: slow, path, times: 9, respond: { status: 503 } })
    const token = async (number: string) => (await client.token(number.replaceAll(' ', ''))).id
    const customer = await client.customer({ card: await token(slow) })
    const other = await client.customer({ card: await token(fast) })
    const [cards, free] = [await token(slow), await token(fast)]
    add('/charges')
    const pay = async (how: Params) =>
      (await client.post('/charges', { amount: 5000, currency: 'thb', ...how })).status
    const ofCustomer = { customer: customer.id }
    for (const how of [{ card: cards }, ofCustomer, { ...ofCustomer, card: customer.default_card }])
      expect(await pay(how)).toBe(503)
    for (const how of [{ card: free }, { customer: other.id }]) expect(await pay(how)).toBe(200)
    expect(await pay({})).toBe(400)
    add('/tokens')
    const make = async (number: string) =>
      (await client.post('/tokens', { card: { ...goodCard, number } }, { host: 'vault' })).status
    for (const number of [slow, slow.replaceAll(' ', '\t')]) expect(await make(number)).toBe(503)
    expect(await make(fast)).toBe(200)
    expect(sandbox.faults.list()).toMatchObject([
      { card: '…0011', hits: 3 },
      { card: '…0011', hits: 2 },
    ])
    expect(JSON.stringify(sandbox)).not.toContain('4111111111140011')
  })

  const lists: [sent: string, as: 'form' | 'json', fits: boolean][] = [
    ['webhook_endpoints[]=https://a.test&webhook_endpoints[]=https://b.test', 'form', true],
    ['webhook_endpoints[0]=https://a.test&webhook_endpoints[1]=https://b.test', 'form', true],
    ['{"webhook_endpoints":["https://a.test","https://b.test"]}', 'json', true],
    ['webhook_endpoints[]=https://a.test', 'form', false],
    ['{"webhook_endpoints":["https://a.test","https://b.test","https://c.test"]}', 'json', false],
    ['webhook_endpoints=https://a.test,https://b.test', 'form', false],
  ]
  test.each(lists)('a list has all of its members and no more: %s as %s: %s', async (body, as, fits) => {
    const { sandbox, client } = setUp()
    const webhook_endpoints = ['https://a.test', 'https://b.test']
    sandbox.faults.add({ body: { webhook_endpoints }, respond: { status: 503 } })
    const contentType = as === 'json' ? 'application/json' : form['content-type']
    const { status } = await client.send('PATCH', '/account', { contentType, body })
    expect(status === 503).toBe(fits)
  })

  test.each([
    ['amount[a]=1', { body: { amount: 1 } }],
    ['{"amount":{"toString":1}}', { body: { amount: 1 } }],
    ['amount=1', { body: { amount: [{ toString: 1 }] } }],
    ['{"amount":[]}', { body: { amount: '' } }],
    ['card[number][a]=1', { card: '4242424242424242' }],
    ['{"card":[{"toString":1}]}', { card: '4242424242424242' }],
    ['customer[a]=1', { card: '4242424242424242' }],
  ])('%s fits no fault of %j, and is refused as usual', async (body, fault) => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ ...fault, respond: { status: 503 } })
    const contentType = body.startsWith('{') ? 'application/json' : form['content-type']
    const { status } = await client.send('POST', '/charges', { contentType, body })
    expect(status).toBe(400)
    expect(sandbox.faults.list()).toMatchObject([{ hits: 0 }])
  })

  test('an unreadable body matches no fault on parameters, and is refused as usual', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ body: { a: 1 }, respond: { status: 500 } })
    const contentType = 'application/json'
    expectError(await client.send('POST', '/customers', { contentType, body: '{' }), 'bad_request', {
      message: /not valid JSON/,
    })
    expect(sandbox.faults.list()).toMatchObject([{ hits: 0 }])
  })

  test('skips `after` requests, applies to `times` requests, and the first matching fault comes before the next', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ path: '/charges', after: 1, times: 2, respond: { status: 500 } })
    sandbox.faults.add({ path: '/char*', respond: { status: 503 } })
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1) statuses.push((await client.get('/charges')).status)
    expect(statuses).toEqual([503, 500, 500, 200, 200, 200])
    expect(sandbox.faults.list().map(({ hits }) => hits)).toEqual([2, 1])
  })

  test('of its account and mode only', async ({ sandbox, client }) => {
    const other = sandbox.createAccount()
    other.faults.add({ times: 9, respond: { status: 500 } })
    sandbox.live.faults.add({ times: 9, respond: { status: 503 } })
    expect((await client.get('/charges')).status).toBe(200)
    expect((await clientWith(sandbox, other.keys).get('/charges')).status).toBe(500)
    expect((await clientWith(sandbox, sandbox.live.keys).get('/charges')).status).toBe(503)
    expect(sandbox.faults.list()).toEqual([])
  })

  test('with a valid key only: a refused key has no account', async ({ sandbox, client }) => {
    sandbox.faults.add({ drop: 'request' })
    expectError(await client.get('/charges', {}, { key: 'skey_test_none' }), 'authentication_failure')
    expect(sandbox.faults.list()).toMatchObject([{ hits: 0 }])
  })
})

describe('hold', () => {
  test('the state changes and webhooks arrive at once, the answer waits in real time', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ method: 'POST', path: '/customers', holdMs: 40 })
    const seen: string[] = []
    sandbox.webhooks.onDelivery(() => void seen.push('webhook'))
    const began = performance.now()
    const answered = client.post('/customers').then(() => seen.push('answer'))
    await sandbox.webhooks.next('customer.create')
    expect(sandbox.customers.count()).toBe(1)
    await answered
    expect(seen).toEqual(['webhook', 'answer'])
    expect(performance.now() - began).toBeGreaterThanOrEqual(39)
  })

  test('holds up neither settle(), nor the clock, nor a reset, and ends when the sandbox closes', async () => {
    const sandbox = plainSandbox()
    const client = makeClient(sandbox)
    sandbox.faults.add({ holdMs: 60_000 })
    sandbox.webhooks.onDelivery(() => 204)
    const answered = client.post('/customers')
    await sandbox.webhooks.next('customer.create')
    await sandbox.webhooks.settle()
    await sandbox.clock.advance('1d')
    sandbox.reset()
    await sandbox.close()
    expect((await answered).status).toBe(200)
  })

  test('with drop: response the answer is lost after it', async ({ sandbox, client }) => {
    sandbox.faults.add({ holdMs: [5, 10], drop: 'response' })
    const began = performance.now()
    await expect(client.post('/customers')).rejects.toThrow(TypeError)
    expect(performance.now() - began).toBeGreaterThanOrEqual(4)
    expect(sandbox.customers.count()).toBe(1)
  })
})

describe('delay', () => {
  test('holds a request back in real time, while other requests are answered and the clock does not move', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ path: '/customers', delayMs: 40 })
    const ended: string[] = []
    const began = performance.now()
    await Promise.all([
      client.post('/customers').then(() => ended.push('customers')),
      client.get('/charges').then(() => ended.push('charges')),
    ])
    expect(ended).toEqual(['charges', 'customers'])
    expect(performance.now() - began).toBeGreaterThanOrEqual(39)
    expect(sandbox.customers.last()?.created_at).toBe(sandbox.clock.now().toISOString())
  })

  test('comes before the other effects of the fault', async ({ sandbox, client }) => {
    sandbox.faults.add({ delayMs: [5, 20], respond: { status: 503 } })
    const began = performance.now()
    expect((await client.get('/charges')).status).toBe(503)
    expect(performance.now() - began).toBeGreaterThanOrEqual(4)
  })

  test('a request that is refused after its delay is refused, not lost', async ({ sandbox, client }) => {
    sandbox.faults.add({ delayMs: 1, times: 2 })
    expectError(await client.get('/charges/chrg_test_none'), 'not_found', { message: /was not found/ })
    const broken = { contentType: 'application/json', body: '{' }
    const message = /not valid JSON/
    expectError(await client.send('POST', '/customers', broken), 'bad_request', { message })
  })
})
