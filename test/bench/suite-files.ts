/** A file of 200 tests, three times: on sandboxes, on hand-written msw handlers, and on a server behind sockets. */

export const testCount = 200

/** What a shop does in each test, the same for all three; `at` says where the service is. */
const shop = `
import { verifyWebhook } from 'payment-sandbox/webhooks'
const post = async ({ fetch, key }, url, body) => {
  const headers = { authorization: 'Basic ' + btoa(key + ':'), 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}
const card = { name: 'Somchai Prasert', number: '4242424242424242', expiration_month: 12, expiration_year: 2035 }
const sell = async (at, order) => {
  const token = await post({ fetch: at.fetch, key: at.keys.public }, at.vaultUrl + '/tokens', { card })
  const body = { amount: 100_000, currency: 'thb', card: token.id, metadata: { order } }
  const charge = await post({ fetch: at.fetch, key: at.keys.secret }, at.url + '/charges', body)
  const refund = await post({ fetch: at.fetch, key: at.keys.secret }, at.url + '/charges/' + charge.id + '/refunds', { amount: 30_000 })
  return { charge, refund }
}
const receive = (body, headers, secret) => verifyWebhook({ body, headers, secret })
`

const ours = `
import { expect, test } from 'payment-sandbox/vitest'
${shop}
for (let n = 0; n < ${testCount}; n += 1)
  test('order ' + n, async ({ sandbox }) => {
    const events = []
    sandbox.webhooks.onDelivery(async (request) => {
      events.push(receive(await request.text(), request.headers, sandbox.webhooks.secret).key)
      return 204
    })
    const { charge, refund } = await sell(sandbox, n)
    expect(charge).toBeSuccessfulCharge({ amount: 100_000 })
    expect(refund.amount).toBe(30_000)
    await expect(sandbox).toHaveDelivered('charge.complete', { id: charge.id })
    expect(events).toContain('refund.create')
  })
`

const msw = `
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { signWebhook } from 'payment-sandbox/webhooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
${shop}
const at = {
  url: 'https://api.example.com', vaultUrl: 'https://vault.example.com', fetch: (...args) => fetch(...args),
  keys: { public: 'pkey_test_1', secret: 'skey_test_1' },
}
let charge = null
const server = setupServer(
  http.post(at.vaultUrl + '/tokens', () => HttpResponse.json({ object: 'token', id: 'tokn_test_1', used: false })),
  http.post(at.url + '/charges', async ({ request }) => {
    const { amount, currency, metadata } = await request.json()
    charge = { object: 'charge', id: 'chrg_test_1', amount, currency, metadata, status: 'successful', paid: true }
    return HttpResponse.json(charge)
  }),
  http.post(at.url + '/charges/:id/refunds', async ({ request, params }) => {
    const { amount } = await request.json()
    return HttpResponse.json({ object: 'refund', id: 'rfnd_test_1', amount, charge: params.id })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())
const deliver = (key, data) => {
  const body = JSON.stringify({ object: 'event', id: 'evnt_test_1', key, data })
  return receive(body, signWebhook({ body, secret: 'secret' }).headers, 'secret').key
}
for (let n = 0; n < ${testCount}; n += 1)
  test('order ' + n, async () => {
    const { charge, refund } = await sell(at, n)
    expect(charge).toMatchObject({ status: 'successful', amount: 100_000 })
    expect(refund.amount).toBe(30_000)
    expect([deliver('charge.complete', charge), deliver('refund.create', refund)]).toContain('refund.create')
  })
`

const sockets = `
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
${shop}
const { url, vaultUrl } = inject('paymentSandbox')
const waiting = new Map()
const receiver = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const account = request.url.slice(1)
  const { secret, arrived } = waiting.get(account)
  arrived(receive(Buffer.concat(parts), request.headers, secret).key)
  response.writeHead(204).end()
})
beforeAll(() => new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve)))
afterAll(() => receiver.close())
for (let n = 0; n < ${testCount}; n += 1)
  test('order ' + n, async () => {
    const at = { url, vaultUrl, fetch, keys: { public: 'pkey_test_order' + n, secret: 'skey_test_order' + n } }
    const headers = { authorization: 'Basic ' + btoa(at.keys.secret + ':'), 'content-type': 'application/json' }
    const webhook_uri = 'http://127.0.0.1:' + receiver.address().port + '/' + n
    await fetch(url + '/account', { method: 'PATCH', headers, body: JSON.stringify({ webhook_uri }) })
    const { secret } = await (await fetch(url + '/webhooks/secrets', { method: 'POST', headers })).json()
    const events = []
    const refunded = new Promise((resolve) => {
      const arrived = (key) => {
        events.push(key)
        if (key === 'refund.create') resolve()
      }
      waiting.set(String(n), { secret, arrived })
    })
    const { charge, refund } = await sell(at, n)
    expect(charge).toMatchObject({ status: 'successful', amount: 100_000 })
    expect(refund.amount).toBe(30_000)
    await refunded
    expect(events).toContain('refund.create')
  })
`

export type SuiteName = 'ours' | 'msw' | 'sockets'

export const suiteFiles: Readonly<Record<SuiteName, string>> = { ours, msw, sockets }
