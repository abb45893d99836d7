/** Contract 23: links are at the host and port that the call came to; in webhooks at that of the call that caused them. */
import { request } from 'undici'
import { describe, expect } from 'vitest'
import type { Charge, Sandbox } from '../../../src/index'
import { makeSandbox, test } from '../../support/set-up'

const names = ['sandbox:8080', '192.0.2.7:4111', 'localhost:9999'] as const

const listening = async (options: Parameters<typeof makeSandbox>[0] = {}) => {
  const sandbox = makeSandbox({ require3ds: true, ...options })
  const { url, vaultUrl } = await sandbox.listen({ port: 0, allowHosts: ['sandbox', '192.0.2.7'] })
  /** Calls a server by this name. */
  const call = async (host: string | null, address: string, form?: Record<string, string>) => {
    const headers = {
      authorization: sandbox.authorization.secret,
      'content-type': 'application/x-www-form-urlencoded',
      ...(host === null ? {} : { host }),
    }
    const sent =
      form === undefined ? {} : ({ method: 'POST', body: String(new URLSearchParams(form)) } as const)
    const answer = await request(address.startsWith('/') ? `${url}${address}` : address, { headers, ...sent })
    const text = await answer.body.text()
    return { text, json: () => JSON.parse(text) }
  }
  return { sandbox, url, vaultUrl, call }
}

const money = { amount: '10000', currency: 'thb' }
const scanned = { ...money, 'source[type]': 'promptpay' }
const bill = { ...money, 'source[type]': 'bill_payment_tesco_lotus' }
const phone = { 'source[type]': 'truemoney', 'source[phone_number]': '0811111111' }
const wallet = { ...money, ...phone, return_uri: 'https://shop.example/done' }
const link = { ...money, title: 'A', description: 'B' }

type Called = Awaited<ReturnType<typeof listening>>['call']

const source = async (call: Called, host: string | null, form: Record<string, string>) =>
  (await call(host, '/charges', form)).json().source

const links: readonly (readonly [string, (call: Called, host: string | null) => Promise<unknown>])[] = [
  ['authorize_uri', async (call, host) => (await call(host, '/charges', wallet)).json().authorize_uri],
  ['payment_uri', async (call, host) => (await call(host, '/links', link)).json().payment_uri],
  [
    'the picture of a code',
    async (...at) => (await source(...at, scanned)).scannable_code.image.download_uri,
  ],
  ['the barcode of a bill', async (...at) => (await source(...at, bill)).references.barcode],
  ['the page of an error', async (call, host) => (await call(host, '/charges/none')).json().location],
  ['the address in GET /_sandbox', async (call, host) => (await call(host, '/_sandbox/info')).json().url],
]

describe.each(links)('%s', (_, read) => {
  test('is at the host and port of the call', async () => {
    const { call, url } = await listening()
    for (const host of names)
      expect(String(await read(call, host))).toMatch(new RegExp(`^http://${host}(/|$)`))
    expect(String(await read(call, null)).startsWith(url)).toBe(true)
  })

  test('is at a given baseUrl, whichever host was called', async () => {
    const { call } = await listening({ baseUrl: 'https://pay.example.com/shop' })
    for (const host of ['localhost:9999', null])
      expect(String(await read(call, host))).toMatch(/^https:\/\/pay\.example\.com\/shop(\/|$)/)
  })
})

test('the page of a link leads on at the host by which its payer came', async () => {
  const { call, url } = await listening()
  const { payment_uri } = (await call('sandbox:8080', '/links', link)).json()
  const { pathname } = new URL(payment_uri)
  const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const headers = { host: '192.0.2.7:4111', ...form }
  const body = 'source%5Btype%5D=promptpay'
  const answer = await request(`${url}${pathname}`, { method: 'POST', headers, body })
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toMatch(/^http:\/\/192\.0\.2\.7:4111\//)
})

test('omise.js calls the two servers at the host by which the page loaded it', async () => {
  const { call, url, vaultUrl } = await listening()
  const { text } = await call('192.0.2.7:8443', `${vaultUrl}/omise.js`)
  expect(text).toContain('"vault":"http://192.0.2.7:8443"')
  expect(text).toContain(`"api":"http://192.0.2.7:${new URL(url).port}"`)
})

/** The bodies of the webhooks of these charges. */
const delivered = async (sandbox: Sandbox, charges: readonly Charge[]) => {
  await sandbox.webhooks.settle()
  return charges.map(({ id }) => {
    const found = sandbox.webhooks.deliveries().find(({ event }) => (event.data as { id: string }).id === id)
    return String((found?.event.data as Charge | undefined)?.authorize_uri)
  })
}

test('links in a webhook are at the address of the call that caused it, also when it is sent again', async () => {
  const { sandbox, call } = await listening()
  const bodies: string[] = []
  sandbox.webhooks.onDelivery(async (sent) => {
    bodies.push(await sent.text())
    return 500
  })
  const charges: Charge[] = []
  for (const host of names) charges.push((await call(host, '/charges', wallet)).json())
  const shown = await delivered(sandbox, charges)
  expect(shown.map((uri) => new URL(uri).host)).toEqual(names)
  await sandbox.clock.advance('1m')
  const [first] = charges
  const own = bodies.filter((body) => body.includes(String(first?.id)))
  expect(own.length).toBeGreaterThan(1)
  expect(new Set(own).size).toBe(1)
})

test('links in a webhook are at a given baseUrl', async () => {
  const { sandbox, call } = await listening({ baseUrl: 'https://pay.example.com' })
  sandbox.webhooks.onDelivery(() => 204)
  const charge = (await call('sandbox:8080', '/charges', wallet)).json()
  expect((await delivered(sandbox, [charge]))[0]).toMatch(/^https:\/\/pay\.example\.com\//)
})
