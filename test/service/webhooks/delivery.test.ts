/** What receivers are sent, over real sockets. */
import { describe, expect } from 'vitest'
import { clientWith, expectError, expectSuccess, setUp, start, test } from '../../support/set-up'
import { refusalOf } from '../../support/signed'
import { openSink, type Sink, withSink } from '../../support/sink'

const last = (sink: Sink) => {
  const received = sink.received.at(-1)
  if (received === undefined) throw new Error('nothing came')
  return received
}

describe('a webhook (spec 5.1, 6 rule 1)', () => {
  test('is a POST of the event as JSON, without the deliveries of it', async () => {
    const { sink, sandbox, client } = await withSink()
    const charge = await client.charge()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['charge.create', 'charge.complete'])
    const { method, headers, body } = last(sink)
    expect([method, headers['content-type']]).toEqual(['POST', 'application/json'])
    const event = JSON.parse(body)
    expect(event).toMatchObject({ object: 'event', key: 'charge.complete', webhook_deliveries: [] })
    const { id, net } = charge
    expect(event.data).toMatchObject({ object: 'charge', id, net, status: 'successful' })
    const { body: shown } = await client.get(`/events/${event.id}`)
    expect({ ...shown, webhook_deliveries: [] }).toEqual(event)
  })

  test('carries a signature of exactly its bytes, and the time of the signature', async () => {
    const { sink, sandbox, client } = await withSink()
    await client.charge({ description: 'ไทย 日本 🎌 "quoted"', metadata: { ก: '\u2028 <&>' } })
    await sandbox.webhooks.settle()
    for (const one of sink.received) {
      expect(refusalOf(one, sandbox.webhooks.secret)).toBeNull()
      expect(refusalOf({ ...one, body: `${one.body} ` }, sandbox.webhooks.secret)).toBe('wrong signature')
      expect(refusalOf(one, sandbox.live.webhooks.secret)).toBe('wrong signature')
    }
  })

  test('has the form of the account’s default version', async () => {
    const { sink, sandbox, client } = await withSink()
    await client.patch('/account', { api_version: '2017-11-02' })
    await client.charge()
    await sandbox.webhooks.settle()
    const event = JSON.parse(last(sink).body)
    expect(Object.keys(event)).toContain('created')
    expect(Object.keys(event)).not.toContain('created_at')
    expect(event.data).toMatchObject({ object: 'charge', created: start })
  })

  test('is not sent for a refused request, but is sent for a declined charge', async () => {
    const { sink, sandbox, client } = await withSink()
    await client.post('/charges', { amount: 1, currency: 'thb' })
    const { id: card } = await client.token('4111111111140011')
    const declined = await client.post('/charges', { amount: 10_000, currency: 'thb', card })
    expectError(declined, 'insufficient_fund')
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['charge.create', 'charge.complete'])
    expect(last(sink).event.data).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' })
  })

  test('of a sandbox without a server is sent by itself', async ({ sandbox, client }) => {
    const keys: string[] = []
    const arrived = new Promise<void>((resolve) => {
      sandbox.webhooks.onDelivery(async (request) => {
        keys.push((await request.json()).key)
        if (keys.length === 2) resolve()
      })
    })
    await client.charge()
    await arrived
    expect(keys).toEqual(['charge.create', 'charge.complete'])
  })
})

describe('signatures (5.1)', () => {
  test('during a rotation there are two, the newest first; a deleted secret signs nothing', async () => {
    const { sink, sandbox, client } = await withSink()
    const [first = ''] = sandbox.webhooks.secrets
    const { body: made } = await client.post('/webhooks/secrets')
    await client.charge()
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.secrets).toEqual([made.secret, first])
    const both = last(sink)
    expect(String(both.headers['service-signature']).split(',')).toHaveLength(2)
    for (const secret of sandbox.webhooks.secrets) expect(refusalOf(both, secret)).toBeNull()
    const [newest = ''] = String(both.headers['service-signature']).split(',')
    const headers = { ...both.headers, 'service-signature': newest }
    expect(refusalOf({ ...both, headers }, String(made.secret))).toBeNull()

    const old = sandbox.webhookSecrets.list().find(({ secret }) => secret === first)
    expectSuccess(await client.delete(`/webhooks/secrets/${old?.id}`))
    await client.charge()
    await sandbox.webhooks.settle()
    expect(refusalOf(last(sink), first)).toBe('wrong signature')
    expect(refusalOf(last(sink), String(made.secret))).toBeNull()
  })

  test('are absent if no secret is left', async () => {
    const { sink, sandbox, client } = await withSink()
    await client.delete(`/webhooks/secrets/${sandbox.webhookSecrets.last()?.id}`)
    await client.charge()
    await sandbox.webhooks.settle()
    expect(Object.keys(last(sink).headers).filter((name) => name.includes('signature'))).toEqual([])
    expect(sandbox.webhooks.deliveries()[0]?.headers).not.toHaveProperty('service-signature')
    expect(() => sandbox.webhooks.secret).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('can be made with the decoded secret, under another name, in virtual time', async () => {
    const { sink, sandbox, client } = await withSink({
      secretEncoding: 'base64',
      headerPrefix: 'Acme',
      signatureTime: 'virtual',
    })
    await client.charge()
    await sandbox.webhooks.settle()
    const now = Date.parse(start) / 1000
    const { secret } = sandbox.webhooks
    expect(last(sink).headers['acme-signature-timestamp']).toBe(String(now))
    expect(refusalOf(last(sink), secret, { prefix: 'acme', encoding: 'base64', now })).toBeNull()
    expect(refusalOf(last(sink), secret, { prefix: 'acme', now })).toBe('wrong signature')
    expect(refusalOf(last(sink), secret, { prefix: 'acme', encoding: 'base64' })).toBe('too old')
  })
})

describe('the receivers of an event', () => {
  test('are the addresses of the account and of the options, each once', async () => {
    const [a, b, c] = [await openSink(), await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: [a.url], webhooks: { endpoints: [a.url, b.url] } })
    await client.patch('/account', { webhook_uri: b.url, webhook_endpoints: [c.url, a.url] })
    await client.customer()
    await sandbox.webhooks.settle()
    for (const { keys } of [a, b, c]) expect(keys).toEqual(['customer.create'])
    expect([...sandbox.webhooks.endpoints].sort()).toEqual([a.url, b.url, c.url].sort())
  })

  test('are none by default, and then nothing is stored', async ({ sandbox, client }) => {
    await client.charge()
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.endpoints).toEqual([])
    expect(JSON.stringify(sandbox)).not.toMatch(/dispatches|webhookDeliveries|webhooks\.deliver/)
  })

  test('belong to one account, and each mode signs with its own secret', async () => {
    const [mine, theirs] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: mine.url })
    const other = sandbox.createAccount()
    const otherClient = clientWith(sandbox, other.keys)
    await otherClient.patch('/account', { webhook_uri: theirs.url })
    await otherClient.charge()
    await clientWith(sandbox, sandbox.live.keys).customer()
    await client.charge()
    await Promise.all([other.webhooks.settle(), sandbox.webhooks.settle()])
    expect(theirs.keys).toEqual(['charge.create', 'charge.complete'])
    expect(mine.keys.toSorted()).toEqual(['charge.complete', 'charge.create', 'customer.create'])
    expect(refusalOf(last(theirs), other.webhooks.secret)).toBeNull()
    const live = mine.received.find(({ event }) => event.key === 'customer.create')
    expect(live && refusalOf(live, sandbox.live.webhooks.secret)).toBeNull()
  })

  test('are the addresses of a charge instead, also for its refund and its dispute', async () => {
    const [account, a, b] = [await openSink(), await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: account.url })
    const charge = await client.charge({ webhook_endpoints: [a.url, b.url] })
    await client.refund(charge.id, { amount: 100 })
    await client.post(`/charges/${charge.id}/disputes`)
    await client.customer()
    await sandbox.webhooks.settle()
    const keys = ['charge.create', 'charge.complete', 'refund.create', 'charge.dispute.create']
    expect([a.keys, b.keys]).toEqual([keys, keys])
    expect(account.keys).toEqual(['customer.create'])
  })

  test.for([
    ['three', ['http://a.example', 'http://b.example', 'http://c.example'], /must have at most 2 items/],
    ['what is no address', ['here'], /webhook_endpoints.* is invalid/],
    ['what is no text', [{ url: 'http://a.example' }], /webhook_endpoints.* is invalid/],
  ] as const)('a charge cannot name %s', async ([_, webhook_endpoints, message], { client }) => {
    const card = (await client.token()).id
    const asked = { amount: 10_000, currency: 'thb', card, webhook_endpoints }
    expectError(await client.post('/charges', asked, { as: 'json' }), 'invalid_charge', { message })
  })

  test('a live charge can only name https', async ({ sandbox }) => {
    const live = clientWith(sandbox, sandbox.live.keys)
    const card = (await live.token()).id
    const asked = { amount: 10_000, currency: 'thb', card, webhook_endpoints: ['http://a.example'] }
    expectError(await live.post('/charges', asked), 'invalid_charge', {
      message: 'webhook_endpoints must be an https URL in live mode',
      fields: ['webhook_endpoints'],
    })
  })
})
