/** Whatever shops, payers and links put in: every place of the dashboard and every payer's page shows it as text. */
import { hostname } from 'node:os'
import { describe, expect } from 'vitest'
import type { Charge, Link, Sandbox } from '../../../src/index'
import { places } from '../../../src/pages/dashboard/pages'
import { pageKinds } from '../../../src/sandbox/records/records'
import { makeControl } from '../../support/control'
import { readPage } from '../../support/dashboard'
import { expectSuccess, makeSandbox, setUp, setUpToRead, test } from '../../support/set-up'
import { keepAlive } from '../../support/socket'

/** Ends every quote and every element that holds text, and then begins an element of its own. */
const evil = `"'></textarea></title></style></script><evil onload=alert(1)>\u202e`
const parameters = ['q', 'page', 'delivery', 'open', 'before', 'outcome', 'account', 'livemode', '__proto__']
const values = [encodeURIComponent(evil), '', '-1', '1e309', '__proto__', '%00', '%E0%A4%A', '%ED%A0%80']
const segments = [
  ...['constructor', '__proto__', 'toString', '%00', '%2f', '%', '%E0%A4%A', '..%2f..', '*', ':id', '%23x'],
  encodeURIComponent(evil),
  'x'.repeat(8000),
]

/** A shop with that text wherever a text goes. */
const makeShop = async () => {
  const { sandbox, client } = setUp({ fixtures: ['busy-shop'] })
  const text = { description: evil, metadata: { [evil]: { [evil]: [evil] } } }
  const paid = { amount: 100_000, currency: 'thb' }
  const bank = { brand: 'bbl', number: '1234567890', name: evil }
  const byCode = { type: 'promptpay', name: evil }
  const byBank = { type: 'internet_banking_bay', name: evil }
  const charge = expectSuccess<Charge>(await client.post('/charges', { ...paid, ...text, source: byCode }))
  const waiting = expectSuccess<Charge>(
    await client.post('/charges', { ...paid, ...text, source: byBank, return_uri: 'https://a.example/' }),
  )
  const link = expectSuccess<Link>(await client.post('/links', { ...paid, title: evil, description: evil }))
  expectSuccess(await client.post('/customers', { email: 'a@example.com', ...text }))
  expectSuccess(
    await client.post('/recipients', { name: evil, type: 'individual', ...text, bank_account: bank }),
  )
  await client.get(`/charges/${encodeURIComponent(evil)}`)
  const endpoint = `http://127.0.0.1:9/${evil}`
  await client.patch('/account', { webhook_endpoints: [endpoint] })
  await client.charge(text)
  await makeControl(sandbox).post('/snapshots', { name: evil })
  await sandbox.webhooks.settle()
  return { sandbox, charge, waiting, link }
}

const busyShop = setUpToRead((sandbox) => sandbox.seed('busy-shop'))

const expectText = (html: string, address: string): void => {
  expect(html.includes('<evil'), `${address} shows markup as markup`).toBe(false)
  expect(
    html.match(/\son\w+=(?!alert)|<script(?! type="module" src="\/_sandbox\/)|\sstyle="/g),
    address,
  ).toBe(null)
}

const isAnswered = (status: number): boolean => status >= 200 && status < 500

/** One address for each place, and one for each kind of records and the newest record of it. */
const addressesIn = async (sandbox: Sandbox): Promise<readonly string[]> => {
  const plain = places.map(({ path }) => path).filter((path) => !path.includes(':'))
  const lists = pageKinds.map((kind) => `/records/${kind}`)
  const records = await Promise.all(
    lists.map(async (list) => {
      const { html } = await readPage(sandbox, list)
      return [...html.matchAll(/<tr id="row-([^"]+)"/g)].slice(0, 3).map(([, id]) => `${list}/${id}`)
    }),
  )
  const requests = sandbox.requests.list({}, { last: 8 }).map(({ id }) => `/requests/${id}`)
  const attempts = sandbox.webhooks.deliveries({}, { last: 1 }).map(({ id }) => `/webhooks?delivery=${id}`)
  return [...plain, ...lists, ...records.flat(), ...requests, ...attempts]
}

describe('pages of the dashboard', () => {
  test('show every text of a shop as text', async () => {
    const { sandbox } = await makeShop()
    for (const address of await addressesIn(sandbox)) {
      const { status, html } = await readPage(sandbox, address)
      expect([address, status]).toEqual([address, 200])
      expectText(html, address)
    }
  })

  test.each(places.map(({ path }) => path))('answer any name and any query at %s', async (path) => {
    const { fetch, url } = await busyShop()
    const addresses = path.includes(':') ? segments.map((name) => path.replace(/:\w+/g, () => name)) : [path]
    const queries = parameters.flatMap((name) => values.map((value) => `?${name}=${value}`))
    for (const address of [...addresses, ...queries.map((query) => `${addresses[0]}${query}`)]) {
      const answer = await fetch(`${url}/_sandbox${address}`, { headers: { accept: 'text/html' } })
      expect(isAnswered(answer.status), `${address}: ${answer.status}`).toBe(true)
      const html = await answer.text()
      if (answer.headers.get('content-type')?.includes('html')) expectText(html, address)
    }
  })

  test('refuse a query that each of their links would repeat', async ({ sandbox }) => {
    const many = Array.from({ length: 10_000 }, (_, i) => `p${i}=1`).join('&')
    for (const query of [many, `q=${'x'.repeat(12_000)}`]) {
      const { status, html, text } = await readPage(sandbox, `/docs?${query}`)
      expect(status).toBe(414)
      expect(text).toContain('characters: a page takes at most 1,000')
      expect(html.length).toBeLessThan(20_000)
    }
  })

  test('show no secret to other machines', async () => {
    const { sandbox, charge } = await makeShop()
    const account = sandbox.createAccount()
    const { url } = await sandbox.listen({ port: 0, host: '0.0.0.0', controlToken: 'a-token' })
    const ask = keepAlive()
    const headers = {
      ...{ host: `${hostname()}:${new URL(url).port}`, accept: 'text/html' },
      authorization: 'Bearer a-token',
    }
    const secrets = [account.test, account.live].flatMap(({ keys, webhooks }) => [
      keys.secret,
      webhooks.secret,
    ])
    for (const address of [...(await addressesIn(sandbox)), `/records/charges/${charge.id}`]) {
      const to = `${address}${address.includes('?') ? '&' : '?'}`
      for (const scope of [
        '',
        `account=${account.id}`,
        `account=${account.id}&livemode=true&open=${account.id}`,
      ]) {
        const { status, text } = await ask(`${url}/_sandbox${to}${scope}`, { headers })
        if (scope === '') expect([address, status]).toEqual([address, 200])
        for (const secret of [...secrets, sandbox.webhooks.secret, 'a-token'])
          expect(text.includes(secret), `${to}${scope} shows ${secret}`).toBe(false)
      }
    }
  })
})

describe('pages of payers', () => {
  test('show every text of a shop as text', async () => {
    const { sandbox, charge, waiting, link } = await makeShop()
    const ofCharge = `${sandbox.url}/payments/${charge.id.replace('chrg', 'paym')}/authorize`
    const pay = link.payment_uri
    for (const address of [waiting.authorize_uri ?? '', ofCharge, pay, `${pay}/complete`]) {
      const answer = await sandbox.fetch(address, { headers: { accept: 'text/html' } })
      expect([address, answer.status]).toEqual([address, 200])
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expectText(await answer.text(), address)
    }
  })

  test.each(['/payments/:name/authorize', '/pay/:name', '/pay/:name/complete'])(
    'answer any name at %s',
    async (path) => {
      const { fetch, url } = makeSandbox()
      for (const name of segments)
        for (const method of ['GET', 'POST', 'HEAD']) {
          const address = path.replace(':name', () => name)
          const { status } = await fetch(`${url}${address}`, { method, headers: { accept: 'text/html' } })
          expect([address, [404, 405].includes(status)]).toEqual([address, true])
        }
    },
  )

  test.for([
    [
      'https://shop.example/ขอบคุณ?a=ก',
      'https://shop.example/%E0%B8%82%E0%B8%AD%E0%B8%9A%E0%B8%84%E0%B8%B8%E0%B8%93?a=%E0%B8%81',
    ],
    ['https://ขอบ.example/done', 'https://xn--22c2cwc.example/done'],
    ['https://shop.example', 'https://shop.example'],
    ['https://a;b,c/', 'https://a;b,c/'],
  ] as const)('send the payer back to %s', async ([returnUri, location], { sandbox, client }) => {
    const source = { type: 'internet_banking_bay' }
    const body = { amount: 100_000, currency: 'thb', return_uri: returnUri, source }
    const { authorize_uri } = expectSuccess<Charge>(await client.post('/charges', body))
    const address = authorize_uri ?? ''
    const page = await sandbox.fetch(address)
    expect(page.headers.get('content-security-policy')).toMatch(
      /; form-action 'self' https:[\w./-]*; frame-ancestors \*$/,
    )
    const form = {
      method: 'POST',
      body: new URLSearchParams({ result: 'success' }),
      redirect: 'manual',
    } as const
    const answer = await sandbox.fetch(address, form)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
  })
})
