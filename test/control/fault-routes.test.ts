/** Contract 3, 4 and 6: faults of requests by header, over HTTP and as part of the state. */
import { describe, expect } from 'vitest'
import type { RequestFaultOptions } from '../../src/index'
import { makeControl } from '../support/control'
import { expectError, setUp, stateOf, test } from '../support/set-up'

describe('the header Sandbox-Fault: one call', () => {
  const ask = async (header: string) => {
    const { client } = setUp()
    return client.get('/charges', {}, { headers: { 'sandbox-fault': header } })
  }

  test('answers as the header says, delayed or not', async () => {
    expectError(await ask('status=429'), 'too_many_requests')
    const answer = await ask(' delay_ms=1; status=503 ; code=search_unavailable;')
    expectError(answer, 'search_unavailable')
    expect(answer.headers.get('sandbox-fault')).toBe('header')
    expect((await ask('delay_ms=2')).status).toBe(200)
    expect((await ask('hold_ms=2')).status).toBe(200)
    expectError(await ask('rate_limit=true'), 'too_many_requests')
  })

  test('drops the answer once, before any scripted fault, and uses none of them up', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ respond: { status: 500 } })
    const headers = { 'sandbox-fault': 'drop=response' }
    await expect(client.post('/customers', {}, { headers })).rejects.toThrow(TypeError)
    expect(sandbox.customers.count()).toBe(1)
    expect(sandbox.faults.list()).toMatchObject([{ hits: 0 }])
    expect((await client.get('/customers')).status).toBe(500)
  })

  const wrong: [header: string, why: RegExp][] = [
    ['nonsense', /must be written as in drop=response/],
    ['', /does nothing/],
    ['drop=everything', /drop: must be request or response/],
    ['status=200', /status: must be a whole number from 400 to 599/],
    ['status=ok', /status: must be a whole number/],
    ['delay_ms=-1', /delay_ms: must be a whole number/],
    ['status=500; drop=request', /respond: cannot be given with drop/],
    ['status=500; colour=red', /colour: has no meaning here/],
    ['rate_limit=often', /rate_limit: must be true/],
  ]
  test.for(wrong)('%j is 400, and nothing happens', async ([header, message], { sandbox, client }) => {
    const before = stateOf(sandbox)
    const answer = await client.post('/customers', {}, { headers: { 'sandbox-fault': header } })
    expectError(answer, 'bad_request', { message })
    expect(stateOf(sandbox)).toBe(before)
  })
})

describe('faults are state', () => {
  test('snapshots contain them and their hits, a reset removes them', async ({ sandbox, client }) => {
    sandbox.faults.add({ times: 2, respond: { status: 500 } })
    sandbox.faults.addWebhook({ drop: true })
    await client.get('/charges')
    const saved = JSON.parse(JSON.stringify(sandbox.snapshot()))
    sandbox.reset()
    expect((await client.get('/charges')).status).toBe(200)
    sandbox.restore(saved)
    expect((await client.get('/charges')).status).toBe(500)
    expect(sandbox.faults.list()).toMatchObject([{ kind: 'request', hits: 2 }, { kind: 'webhook' }])
    sandbox.faults.clear()
    expect(sandbox.faults.list()).toEqual([])
  })

  test('the same chance in each run: a range gives the same delays again', () => {
    const ids = [0, 1].map(() => setUp().sandbox.faults.add({ delayMs: [1, 9] }).id)
    expect(ids[0]).toBe(ids[1])
  })

  test('adding a fault does not change the ids of requests', async () => {
    const [plain, spoilt] = [setUp(), setUp()]
    spoilt.sandbox.faults.add({ path: '/charges', drop: 'request' })
    expect((await spoilt.client.customer()).id).toBe((await plain.client.customer()).id)
  })
})

describe('GET, POST, DELETE /_sandbox/faults (contract 6)', () => {
  test('adds faults of both kinds, shows their hits, clears them', async ({ sandbox, client, control }) => {
    const added = await control.post('/faults', {
      method: 'POST',
      path: '/charges/*',
      times: 2,
      delay_ms: [0, 0],
      respond: { status: 503 },
    })
    expect(added.body).toMatchObject({ id: expect.stringMatching(/^rflt_/), hits: 0, delay_ms: 0, times: 2 })
    const webhook = await control.post('/faults', { webhook: 'charge.*', duplicate: 2 })
    expect(webhook.body).toMatchObject({ webhook: 'charge.*', duplicate: 2, delay_ms: 0 })
    await client.post('/charges/chrg_test_x/capture')
    expect((await control.get('/faults')).body.data).toEqual([{ ...added.body, hits: 1 }, webhook.body])
    const { error } = (await control.delete('/faults/none')).body
    const message = `there is no fault none: there are ${added.body.id}, ${webhook.body.id}`
    expect(error).toEqual({ code: 'not_found', message })
    expect((await control.delete('/faults')).body.data).toEqual([])
    expect(sandbox.faults.list()).toEqual([])
  })

  test('of an account and mode', async ({ sandbox }) => {
    const { id, live } = sandbox.createAccount()
    await makeControl(sandbox).post(`/faults?account=${id}&livemode=true`, { drop: 'request' })
    expect(live.faults.list()).toHaveLength(1)
    expect(sandbox.faults.list()).toEqual([])
  })

  test.each([
    { path: '/charges/*/refunds' },
    { method: 'GET', path: '/refunds' },
    { method: 'POST', path: '/charges/chrg_test_1/capture' },
    { path: '/customers/cust_test_1/*' },
    { path: '*/cards/*' },
    { path: '/tokens' },
    { path: '/char*' },
    { method: 'POST' },
  ])('takes %j, which fits an operation', async (fault) => {
    const { status } = await makeControl(setUp().sandbox).post('/faults', { ...fault, drop: 'request' })
    expect(status).toBe(200)
  })

  const bad: [body: unknown, path: string, message: RegExp][] = [
    [{}, '', /does nothing: give delay_ms, hold_ms, respond, rate_limit or drop/],
    [{ hold_ms: 5, drop: 'request' }, 'hold_ms', /holds the answer of an operation/],
    [{ hold_ms: 5, respond: { status: 500 } }, 'hold_ms', /with respond, rate_limit or drop request none/],
    [{ webhook: '*', early: true, delay_ms: 5 }, 'early', /cannot be given with delay_ms or reorder/],
    [{ method: 'PUT', drop: 'request' }, 'method', /one of GET, POST, PATCH, DELETE/],
    [{ path: 'charges', drop: 'request' }, 'path', /must begin with \/ or \*/],
    [{ path: '/charges?limit=1', drop: 'request' }, 'path', /no query/],
    [{ path: '/charge', drop: 'request' }, 'path', /^fits no operation: did you mean \/charges\?$/],
    [{ path: '/charges/*/refund', drop: 'request' }, 'path', /did you mean \/charges\/\*\/refunds\?$/],
    [{ path: '/charges/chrg_test_1/captur', drop: 'request' }, 'path', /mean \/charges\/\*\/capture\?$/],
    [{ path: '/charges/', drop: 'request' }, 'path', /did you mean \/charges\?$/],
    [{ path: '/charges/:id', drop: 'request' }, 'path', /\* for an id, as in \/charges\/\*\/capture$/],
    [{ path: '/zzzzzzzz', drop: 'request' }, 'path', /^fits no operation: .*docs api/],
    [{ method: 'POST', path: '/refunds', drop: 'request' }, 'method', /^\/refunds takes GET, not POST$/],
    [{ method: 'DELETE', path: '/charges*', drop: 'request' }, 'method', /takes GET and PATCH and POST, not/],
    [{ times: 0, drop: 'request' }, 'times', /from 1/],
    [{ after: -1, drop: 'request' }, 'after', /from 0/],
    [{ delay_ms: 1e9 }, 'delay_ms', /from 0 to 600000/],
    [{ delay_ms: [9, 1] }, 'delay_ms', /shortest/],
    [{ drop: true }, 'drop', /request or response/],
    [{ respond: { status: 200 } }, 'respond.status', /400 to 599/],
    [{ respond: { status: 500, headers: { 'a b': 'c' } } }, 'respond.headers.a b', /no name of a header/],
    ...['Content-Length', 'transfer-encoding'].map((name): (typeof bad)[number] => [
      { respond: { status: 500, headers: { [name]: '3' } } },
      `respond.headers.${name}`,
      /cannot be set: it follows from the body/,
    ]),
    [{ respond: { status: 500 }, drop: 'request' }, 'respond', /cannot be given with drop/],
    [{ rate_limit: true, drop: 'request' }, 'rate_limit', /an answer of its own/],
    [{ rate_limit: true, respond: { status: 500 } }, 'rate_limit', /an answer of its own/],
    [{ rate_limit: false }, 'rate_limit', /must be true/],
    [{ body: { card: { number: '4242424242424242' } }, drop: 'request' }, 'body', /card data/],
    [{ card: '4242', drop: 'request' }, 'card', /must be the number of a card/],
    [{ card: 4242424242424242, drop: 'request' }, 'card', /as a text/],
    [{ colour: 'red', drop: 'request' }, 'colour', /has no meaning/],
    [{ webhook: 'nothing.*', drop: true }, 'webhook', /no event/],
    [{ webhook: 'charge.*' }, '', /does nothing: give delay_ms, drop, respond, duplicate/],
    [{ webhook: 'charge.*', drop: 'request' }, 'drop', /./],
  ]
  test.for(bad)('%j is 422 at %s', async ([body, path, message], { sandbox }) => {
    const before = stateOf(sandbox)
    const answer = await makeControl(sandbox).post('/faults', body)
    expect([answer.status, answer.body.error]).toMatchObject([
      422,
      { issues: [{ path, message: expect.stringMatching(message) }] },
    ])
    expect(stateOf(sandbox)).toBe(before)
  })

  test('the library refuses the same, by its own names', ({ sandbox }) => {
    const message = 'respond.status: must be a whole number from 400 to 599'
    const refusal = expect.objectContaining({ code: 'invalid_fault', message })
    expect(() => sandbox.faults.add({ respond: { status: 1 } })).toThrow(refusal)
  })
})

// Contract 3 and 6: what a fault answers in place of the service.

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('respond', () => {
  const answers: [fault: NonNullable<RequestFaultOptions['respond']>, code: string, message: string][] = [
    [{ status: 500 }, 'internal_error', 'request could not be completed due to an internal error'],
    [{ status: 503 }, 'service_unavailable', 'service unavailable'],
    [{ status: 503, code: 'search_unavailable' }, 'search_unavailable', 'search is temporarily unavailable'],
    [{ status: 403 }, 'not_authorized', 'not authorized'],
    [{ status: 418, code: 'teapot', message: 'short and stout' }, 'teapot', 'short and stout'],
  ]
  test.for(answers)('%j', async ([respond, code, message], { sandbox }) => {
    const before = sandbox.customers.count()
    const { id } = sandbox.faults.add({ respond })
    const answer = await sandbox.fetch(`${sandbox.url}/customers`, {
      method: 'POST',
      headers: { ...form, authorization: sandbox.authorization.secret },
      body: 'description=a',
    })
    expect([answer.status, await answer.json()]).toEqual([
      respond.status,
      { object: 'error', code, message, location: `${sandbox.url}/_sandbox/docs/errors/${code}` },
    ])
    expect(answer.headers.get('sandbox-fault')).toBe(id)
    expect(sandbox.customers.count()).toBe(before)
  })

  test('429 carries the four headers (spec 7), and headers of a fault take precedence', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ respond: { status: 429, headers: { 'Retry-After': '7' } } })
    const answer = await client.send('GET', '/search')
    expectError(answer, 'too_many_requests')
    const { headers } = answer
    const now = sandbox.clock.now().getTime() / 1000
    expect(headers.get('retry-after')).toBe('7')
    expect(headers.get('x-ratelimit-limit')).toBe('1000')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(now + 1)
  })

  test('rateLimit: answers with the limit of the sandbox, or else with the one in the specification', async () => {
    for (const [options, limit] of [
      [{}, '1000'],
      [{ rateLimit: 5 }, '5'],
    ] as const) {
      const { sandbox, client } = setUp(options)
      expect(sandbox.faults.add({ rateLimit: true })).toMatchObject({ respond: { status: 429, code: null } })
      const answer = await client.post('/customers')
      expectError(answer, 'too_many_requests')
      const shown = ['limit', 'remaining'].map((name) => answer.headers.get(`x-ratelimit-${name}`))
      expect([...shown, answer.headers.get('retry-after')]).toEqual([limit, '0', '1'])
      expect(sandbox.customers.count()).toBe(0)
    }
  })

  const codes: [operation: string, status: number, code: string][] = [
    ['GET /search', 503, 'search_unavailable'],
    ['GET /charges/search', 503, 'search_unavailable'],
    ['GET /charges', 503, 'service_unavailable'],
    ['POST /charges', 402, 'payment_declined'],
    ['GET /charges/chrg_test_x', 404, 'not_found'],
    ['GET /disputes/dspt_test_x', 404, 'dispute_not_found'],
    ['POST /charges/chrg_test_x/refunds', 422, 'not_refundable'],
    ['PATCH /disputes/dspt_test_x', 422, 'dispute_closed'],
    ['GET /customers', 422, 'invalid_charge'],
    ['POST /charges', 400, 'bad_request'],
    ['GET /charges', 502, 'internal_error'],
    ['GET /charges', 409, 'bad_request'],
  ]
  test.each(codes)(
    '%s with status %d has the code that it can have itself (spec 7.1): %s',
    async (operation, status, code) => {
      const { fetch, url, faults, authorization } = setUp().sandbox
      faults.add({ respond: { status } })
      const [method = '', path = ''] = operation.split(' ')
      const answer = await fetch(url + path, { method, headers: { authorization: authorization.secret } })
      expect([answer.status, (await answer.json()).code]).toEqual([status, code])
    },
  )

  test('a fault can answer with the page of a gateway', async ({ sandbox }) => {
    const body = '<h1>502 Bad Gateway</h1>'
    sandbox.faults.add({ respond: { status: 502, body, headers: { 'content-type': 'text/html' } } })
    const headers = { authorization: sandbox.authorization.secret }
    const answer = await sandbox.fetch('/charges', { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(await answer.text()).toBe(body)
  })

  test('an answer of a fault is not stored for the idempotency key', async ({ sandbox, client }) => {
    const ask = () => client.post('/customers', {}, { headers: { 'idempotency-key': 'k' } })
    sandbox.faults.add({ respond: { status: 500 } })
    expect((await ask()).status).toBe(500)
    expect((await ask()).status).toBe(200)
    expect(sandbox.customers.count()).toBe(1)
  })
})
