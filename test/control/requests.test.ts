/** Contract 3 and 4: the journal of requests, in the library and under /_sandbox/requests. */
import { describe, expect } from 'vitest'
import { makeControl } from '../support/control'
import { clientWith, setUp, stateOf, test } from '../support/set-up'
import { keepAlive } from '../support/socket'
import { textWithoutChance } from '../support/traces'

const number = '4539578763621486'

describe('a request in the journal', () => {
  test('shows the key, the request and the answer', async ({ client, sandbox }) => {
    const { id: card } = await client.token()
    sandbox.requests.clear()
    const charge = await client.charge({ card, description: 'first', colour: 'red' })
    expect(sandbox.requests.list()).toEqual([
      {
        id: expect.stringMatching(/./),
        at: sandbox.clock.now().toISOString(),
        host: 'api',
        method: 'POST',
        path: '/charges',
        account: 'acct_sandbox',
        livemode: false,
        key: 'secret',
        body: { amount: '10000', currency: 'thb', card, description: 'first', colour: 'red' },
        status: 200,
        duration: expect.any(Number),
        error: null,
        answer: charge,
        details: null,
        omitted: [],
        ignored: ['colour'],
        warnings: [],
        replayed: false,
        fault: null,
        tool: null,
        events: sandbox.events.list().map(({ id, key }) => ({ id, key })),
        transactions: [charge.transaction],
        transitions: [{ id: charge.id, from: 'new', to: 'paid' }],
        deliveries: [],
      },
    ])
    expect(sandbox.events.list().map(({ key }) => key)).toEqual(['charge.create', 'charge.complete'])
  })

  test('shows the transitions that a request caused, including those of related records', async () => {
    const { client, sandbox } = setUp()
    const led = () => sandbox.requests.last()?.transitions
    const charge = await client.charge({ capture: false })
    await client.post(`/charges/${charge.id}/capture`)
    expect(led()).toEqual([{ id: charge.id, from: 'authorized', to: 'paid' }])
    const qr = await client.charge({ card: undefined, source: { type: 'promptpay' } })
    const source = qr.source?.id
    expect(led()).toEqual([
      { id: source, from: 'new', to: 'pending' },
      { id: qr.id, from: 'new', to: 'awaiting_payment' },
    ])
    await client.post(`/charges/${qr.id}/mark_as_paid`)
    expect(led()).toEqual([
      { id: qr.id, from: 'awaiting_payment', to: 'paid' },
      { id: source, from: 'pending', to: 'successful' },
    ])
    await client.post(`/charges/${qr.id}/mark_as_paid`)
    await client.get(`/charges/${qr.id}`)
    await client.patch(`/charges/${qr.id}`, { description: 'no state' })
    expect(sandbox.requests.list().slice(-3)).toMatchObject(Array(3).fill({ transitions: [] }))
  })

  test('shows the deliveries of its events so far', async ({ client, sandbox }) => {
    const answers = [500, 200]
    sandbox.webhooks.onDelivery(() => answers.shift() ?? 200)
    await client.post('/customers', {})
    await sandbox.webhooks.settle()
    const [event] = sandbox.events.list()
    const deliveries = () => sandbox.requests.last()?.deliveries
    expect(deliveries()).toEqual(
      event?.webhook_deliveries.map(({ id, uri, status, error }) => ({
        ...{ id, uri, status, error, event: event.id, hint: null },
      })),
    )
    expect(deliveries()?.map(({ status }) => status)).toEqual([500])
    await sandbox.clock.advance('1m')
    expect(deliveries()?.map(({ status }) => status)).toEqual([500, 200])
  })

  test('has the id of the answer and of the log', async ({ client, sandbox }) => {
    const { headers } = await client.get('/charges', { limit: 3 })
    expect(sandbox.requests.last()).toMatchObject({
      id: headers.get('x-request-id'),
      path: '/charges',
      body: { limit: '3' },
    })
  })

  test('shows the reason of a refusal, and marks replays and faults', async ({ client, sandbox }) => {
    await client.post('/charges', { amount: 'x' })
    expect(sandbox.requests.last()).toMatchObject({
      status: 400,
      error: 'invalid_charge',
      answer: { validation_errors: expect.arrayContaining([expect.objectContaining({ field: 'amount' })]) },
      events: [],
    })
    const headers = { 'idempotency-key': 'k' }
    await client.post('/customers', {}, { headers })
    await client.post('/customers', {}, { headers })
    expect(sandbox.requests.list({ path: '/customers' })).toMatchObject([
      { replayed: false, events: [{ key: 'customer.create' }] },
      { replayed: true, events: [] },
    ])
    const { id } = sandbox.faults.add({ drop: 'request' })
    await expect(client.post('/customers', { email: 'a@example.com' })).rejects.toThrow(TypeError)
    expect(sandbox.requests.last()).toMatchObject({
      status: 0,
      fault: id,
      body: { email: 'a@example.com' },
      answer: null,
    })
  })

  test('is kept for an unknown key, an unreadable body and an upload', async ({ client, sandbox }) => {
    await client.get('/charges', {}, { key: 'skey_test_stranger' })
    expect(sandbox.requests.last()).toMatchObject({ account: null, livemode: null, key: null, status: 401 })
    await client.send('POST', '/charges', { contentType: 'application/json', body: `{"card":${number}` })
    expect(sandbox.requests.last()).toMatchObject({ body: null, error: 'bad_request' })
    const charge = await client.charge()
    const dispute = sandbox.simulate.openDispute(charge.id)
    const body = new FormData()
    body.append('file', new Blob(['%PDF-1.4 evidence']), 'letter.pdf')
    await client.send('POST', `/disputes/${dispute.id}/documents`, { body })
    expect(sandbox.requests.last()).toMatchObject({ body: { file: { filename: 'letter.pdf', bytes: 18 } } })
  })

  test('is the same over sockets and in one process; requests under /_sandbox are not kept', async () => {
    const { sandbox } = setUp()
    const { url } = await sandbox.listen({ port: 0 })
    const ask = keepAlive()
    const headers = {
      authorization: sandbox.authorization.secret,
      'content-type': 'application/x-www-form-urlencoded',
    }
    await ask(`${url}/customers?a=1`, { method: 'POST', headers, body: 'description=b' })
    await ask(`${url}/_sandbox/health`)
    expect(sandbox.requests.list()).toMatchObject([
      { path: '/customers', body: { a: '1', description: 'b' }, answer: { object: 'customer' } },
    ])
  })
})

describe('the journal keeps', () => {
  test('the last requests, up to the number in the option; 0 keeps none', async () => {
    const { client, sandbox } = setUp({ journal: 3 })
    for (let limit = 1; limit <= 5; limit += 1) await client.get('/charges', { limit })
    expect(sandbox.requests.list().map(({ body }) => body?.limit)).toEqual(['3', '4', '5'])
    const off = setUp({ journal: 0 })
    await off.client.get('/charges')
    expect([off.sandbox.requests.list(), off.sandbox.requests.last()]).toEqual([[], undefined])
  })

  test('every answer, and bodies up to 64 KiB', async () => {
    const { client, sandbox } = setUp()
    await client.get('/charges/none')
    for (let i = 0; i < 101; i += 1) await client.get('/charges')
    expect(sandbox.requests.list().every(({ answer }) => answer !== null)).toBe(true)
    await client.post('/customers', { metadata: { long: 'x'.repeat(70_000) } })
    expect(sandbox.requests.last()).toMatchObject({ body: null, status: 400 })
  })

  test('nothing in snapshots: a restore leaves it as it is, a reset clears it', async () => {
    const { client, sandbox } = setUp()
    const before = stateOf(sandbox)
    const saved = sandbox.snapshot()
    await client.get('/charges')
    expect(stateOf(sandbox)).toBe(before)
    sandbox.restore(saved)
    expect(sandbox.requests.count()).toBe(1)
    sandbox.reset()
    expect(sandbox.requests.count()).toBe(0)
  })
})

describe('a filter selects requests', () => {
  test('by fields, by a pattern of paths, by a predicate', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    await client.get(`/charges/${id}`)
    await client.get('/charges/none')
    const { requests } = sandbox
    expect(requests.count({ path: '/charges' })).toBe(1)
    expect(requests.count({ path: '/charges*' })).toBe(3)
    expect(requests.count({ path: '/charges/*', status: 404 })).toBe(1)
    expect(requests.count({ host: 'vault' })).toBe(1)
    expect(requests.count({ key: 'secret', livemode: false })).toBe(3)
    expect(requests.last(({ error }) => error === 'not_found')?.path).toBe('/charges/none')
  })

  test('GET and DELETE /_sandbox/requests, of all accounts or of one', async ({ client, sandbox }) => {
    const control = makeControl(sandbox)
    const other = sandbox.createAccount()
    await client.get('/charges')
    await client.get('/customers')
    await clientWith(sandbox, other.keys).post('/charges', { amount: 1 })
    const of = async (query: string) => {
      const { data } = (await control.get(`/requests${query}`)).body
      return (data as { method: string; path: string }[]).map(({ method, path }) => `${method} ${path}`)
    }
    expect(await of('')).toEqual(['GET /charges', 'GET /customers', 'POST /charges'])
    expect(await of('?method=get&path=/ch*')).toEqual(['GET /charges'])
    expect(await of('?limit=1')).toEqual(['POST /charges'])
    expect(await of('?status=400&error=invalid_charge')).toEqual(['POST /charges'])
    expect(await of(`?account=${other.id}`)).toEqual(['POST /charges'])
    expect(await of('?livemode=true')).toEqual([])
    await control.delete('/requests?livemode=true')
    expect(await of('')).toHaveLength(3)
    await control.delete(`/requests?account=${other.id}`)
    expect(await of('')).toEqual(['GET /charges', 'GET /customers'])
    await control.delete('/requests')
    expect(await of('')).toEqual([])
    const bad = await control.get('/requests?limit=many&colour=red')
    expect([bad.status, bad.body.error]).toMatchObject([
      422,
      { issues: [{ path: 'limit' }, { path: 'colour', message: 'has no meaning here' }] },
    ])
  })

  test('answers with one request by its id, as JSON unless the caller prefers HTML', async () => {
    const { client, sandbox } = setUp()
    const other = sandbox.createAccount()
    await client.charge()
    const { duration, ...shown } = sandbox.requests.last() ?? expect.fail('the journal is empty')
    const path = `/requests/${shown.id}`
    const ask = (headers: { accept?: string }) => sandbox.fetch(`${sandbox.url}/_sandbox${path}`, { headers })
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json, text/html;q=0.5' }])
      expect(await (await ask(headers)).json()).toEqual({ ...shown, duration_ms: duration })
    const page = await ask({ accept: 'text/html,*/*;q=0.8' })
    expect(page.headers.get('content-type')).toContain('text/html')
    const control = makeControl(sandbox)
    expect((await control.get(`${path}?account=${shown.account}`)).body.id).toBe(shown.id)
    for (const absent of ['/requests/req_none', `${path}?account=${other.id}`, `${path}?livemode=true`])
      expect(await control.get(absent)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })
})

describe('card data, security codes and secret keys', () => {
  test('appear in no journal, log or answer, wherever a client puts them', async ({ client, sandbox }) => {
    const code = '7319'
    const card = { number, name: 'A', expiration_month: 1, expiration_year: 2030, security_code: code }
    const seen: unknown[] = []
    sandbox.onRequest((entry) => seen.push(entry))
    const gaps = number.replace(/(.{4})(?=.)/g, '$1 ')
    const requests: [host: 'api' | 'vault', path: string, params: object][] = [
      ['vault', '/tokens', { card }],
      ['vault', '/tokens', { card: { ...card, number: gaps } }],
      ['vault', '/tokens', { card: { ...card, number: `${number.slice(0, -1)}9` } }],
      ['api', '/charges', { amount: 2000, currency: 'thb', card: number }],
      ['api', '/customers', { description: `his card is ${gaps}`, [number]: sandbox.keys.secret }],
      ['api', `/charges/${number}/capture`, {}],
      ['api', '/webhooks/secrets', {}],
    ]
    for (const [host, path, params] of requests)
      for (const as of ['form', 'json'] as const)
        seen.push((await client.post(path, params as never, { host, as })).body)
    seen.push((await client.get(`/charges/${number}`)).body)
    sandbox.onRequest(null)
    const answers = textWithoutChance(seen.filter((one) => JSON.stringify(one).includes('"error"')))
    const journal = textWithoutChance(sandbox.requests.list())
    const overHttp = textWithoutChance((await makeControl(sandbox).get('/requests')).body)
    for (const text of [answers, journal, overHttp])
      for (const secret of [number, gaps, number.slice(0, 12), sandbox.keys.secret, code])
        expect(text).not.toContain(secret)
    for (const { secret } of sandbox.webhookSecrets.list()) expect(journal).not.toContain(secret)
    expect(journal).toContain('"number":"************1486","name":"A"')
    expect(journal).toContain('"security_code":"[redacted]"')
    expect(sandbox.requests.count()).toBe(15)
  })

  test('are not confused with similar values: ids, amounts and account numbers stay', async () => {
    const { client, sandbox } = setUp()
    await client.post('/customers', { description: 'order 1234567890123', metadata: { amount: 500_000_000 } })
    expect(sandbox.requests.last()?.body).toEqual({
      description: 'order 1234567890123',
      metadata: { amount: '500000000' },
    })
  })
})
