import { gzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { places } from '../../../src/pages/dashboard/pages'
import { topicNames } from '../../../src/pages/docs/content'
import { htmlAt, textOf } from '../../support/dashboard'
import { clientWith, setUp, test } from '../../support/set-up'

const pageAt = (sandbox: Sandbox, path = '') => htmlAt(sandbox, `/${path}`)

/** The stories of a page, newest first, as text. */
const storiesIn = (page: string): readonly string[] =>
  [...page.matchAll(/<li id="story-.*?(?=<li id="story-|<\/ol>)/gs)].map(([story]) => textOf(story))

test('the rail leads to every place whose address has no part that varies', async () => {
  const page = await pageAt(setUp().sandbox)
  const rail = page.slice(page.indexOf('<nav'), page.indexOf('</nav>'))
  const led = [...rail.matchAll(/href="\/_sandbox([^"]*)"/g)].map(([, path]) => path)
  const fixed = places.map(({ path }) => path).filter((path) => !path.includes(':'))
  expect(
    fixed.filter((path) => !led.includes(path)),
    'src/pages/dashboard/frame/rail.tsx',
  ).toEqual([])
})

describe('the activity', () => {
  test('names the order of a payment, also of one that was declined', async ({ client, sandbox }) => {
    await client.charge({ metadata: { order: 'A-1001' } })
    const card = sandbox.token('insufficient_fund').id
    await client.post('/charges', { amount: 50_000, currency: 'thb', card, metadata: { order: 'A-1002' } })
    const [declined, paid] = storiesIn(await pageAt(sandbox))
    expect(declined).toContain('order A-1002')
    expect(paid).toContain('order A-1001')
  })

  test('shows requests, newest first, each with its subject, amount, outcome and what it changed', async () => {
    const { client, sandbox } = setUp()
    await client.charge({ amount: 123_456 })
    await client.get('/charges/chrg_test_none')
    const [missing, charge] = storiesIn(await pageAt(sandbox))
    expect(missing).toMatch(/GET \/charges\/chrg_test_none not_found 404$/)
    const id = sandbox.charges.last()?.id
    expect(charge).toMatch(
      new RegExp(
        `POST /charges ${id} THB 1,234.56 successful 200 state ${id} new to paid event charge.create`,
      ),
    )
  })

  test('leads to the page of the payer of a charge, for as long as it waits', async ({ client, sandbox }) => {
    const source = { type: 'promptpay' }
    const body = { amount: 45_000, currency: 'thb', source }
    const { id } = (await client.post<{ id: string }>('/charges', body, { as: 'json' })).body
    const address = `${sandbox.url}/payments/${id.replace('chrg', 'paym')}/authorize`
    const links = async () =>
      (await Promise.all(['', `records/charges/${id}`].map((path) => pageAt(sandbox, path)))).map(
        (page) => page.split(`href="${address}"`).length - 1,
      )
    // On the page of the charge, also in what happened to it.
    expect(await links()).toEqual([1, 2])
    const page = await (await sandbox.fetch(address)).text()
    expect(page).toMatch(/Pay THB 450\.00<\/button>.*>Fail<\/button>/)
    sandbox.simulate.payCharge(id)
    expect(await links()).toEqual([0, 0])
  })

  test('shows what no request caused: events by the clock or a payer', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    sandbox.simulate.openDispute(id)
    const stories = storiesIn(await pageAt(sandbox)).join('\n')
    expect(stories).toMatch(/event charge\.dispute\.create dspt_\w+ THB 100\.00 open/)
  })

  test('shows a webhook that failed, with the reason', async () => {
    const { client, sandbox } = setUp({ webhooks: { endpoints: ['http://127.0.0.1:9/hooks'] } })
    await client.charge()
    await sandbox.webhooks.settle()
    const page = await pageAt(sandbox)
    expect(page).toContain('class="bad"')
    expect(storiesIn(page).join()).toMatch(/to http:\/\/127\.0\.0\.1:9\/hooks .+? no answer/)
    await sandbox.clock.advance('2m')
    expect(storiesIn(await pageAt(sandbox))[0]).toMatch(/attempt 2 charge\.\w+ to http:/)
  })

  test('shows each attempt to deliver an event once: a later one on a line of its own, newest on top', async () => {
    const { client, sandbox } = setUp()
    sandbox.webhooks.onDelivery(() => 500)
    const { id } = await client.charge()
    await sandbox.webhooks.settle()
    sandbox.simulate.openDispute(id)
    await sandbox.clock.advance('2m')
    const attempts = sandbox.webhooks.deliveries().map((delivery) => delivery.id)
    const count = (page: string) =>
      attempts.map((attempt) => page.match(new RegExp(`\\?delivery=${attempt}`, 'g'))?.length)
    expect(attempts.length).toBe(6)
    expect(count(await pageAt(sandbox))).toEqual(attempts.map(() => 1))
    expect(storiesIn(await pageAt(sandbox))[0]).toMatch(/attempt 2 charge\.\w+/)
    const events = storiesIn(await pageAt(sandbox, '?kind=event'))
    expect(events.join()).toContain('attempt 2')
  })

  test('shows requests of the requested account and mode, and those without a valid key', async () => {
    const { client, sandbox } = setUp()
    const other = sandbox.createAccount()
    await client.get('/charges/chrg_test_mine')
    await clientWith(sandbox, other.live.keys).get('/charges/chrg_theirs')
    await clientWith(sandbox, { public: 'pkey_test_wrong', secret: 'skey_test_wrong' }).get(
      '/charges/chrg_wrong',
    )
    const [first, second] = [
      await pageAt(sandbox),
      await pageAt(sandbox, `?account=${other.id}&livemode=true`),
    ].map((page) => storiesIn(page).join())
    expect([first?.includes('chrg_test_mine'), first?.includes('chrg_theirs')]).toEqual([true, false])
    expect([second?.includes('chrg_test_mine'), second?.includes('chrg_theirs')]).toEqual([false, true])
    for (const page of [first, second]) expect(page).toContain('chrg_wrong')
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox/?account=acct_missing`)).status).toBe(404)
  })

  test.for([
    ['q=chrg_test_first', ['GET /charges/chrg_test_first']],
    ['q=FIRST not_found', ['GET /charges/chrg_test_first']],
    ['kind=request&outcome=good', ['GET /account']],
    ['outcome=bad', ['GET /charges/chrg_test_second', 'GET /charges/chrg_test_first']],
    ['kind=event', []],
  ] as const)('filtered by %s shows what fits', async ([query, expected], { client, sandbox }) => {
    for (const path of ['/charges/chrg_test_first', '/account', '/charges/chrg_test_second'])
      await client.get(path)
    const stories = storiesIn(await pageAt(sandbox, `?${query}`))
    expect(stories.map((story) => /GET \S+/.exec(story)?.[0])).toEqual(expected)
  })

  test('shows fifty, and more when asked', async ({ client, sandbox }) => {
    for (let i = 1; i <= 60; i += 1) await client.get(`/charges/chrg_test_${i}`)
    expect(storiesIn(await pageAt(sandbox))).toHaveLength(50)
    expect(storiesIn(await pageAt(sandbox, '?show=200'))).toHaveLength(60)
    expect(storiesIn(await pageAt(sandbox, '?show=-1'))).toHaveLength(50)
  })

  test('shows three commands to try while nothing has happened', async ({ sandbox }) => {
    const page = await pageAt(sandbox)
    expect(page.match(/data-copy="(?:curl|npx)/g)).toHaveLength(3)
    expect(page).toContain(sandbox.keys.secret)
  })
})

describe('a request', () => {
  test('has a page with its parameters, what it changed, its ledger lines, events and a command', async () => {
    const { client, sandbox } = setUp()
    const charge = await client.charge({ amount: 100_000, metadata: { order: 'A-1001' } })
    const { id } = sandbox.requests.last() ?? {}
    const text = textOf(await pageAt(sandbox, `requests/${id}`))
    for (const shown of [
      charge.id,
      'A-1001',
      'charge.captured.net',
      'charge.complete',
      `curl ${sandbox.url}/charges -u`,
    ])
      expect(text).toContain(shown)
  })
})

test('readers and the journal return the latest matching records, up to the limit', async () => {
  const { client, sandbox } = setUp()
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com'])
    await client.post('/customers', { email })
  const emails = (last: number) => sandbox.customers.list(undefined, { last }).map(({ email }) => email)
  expect([emails(2), emails(0), emails(9).length]).toEqual([['b@example.com', 'c@example.com'], [], 3])
  expect(sandbox.customers.list({ email: 'a@example.com' }, { last: 1 })).toHaveLength(1)
  expect(sandbox.requests.list({ path: '/customers' }, { last: 1 })).toEqual([sandbox.requests.last()])
})

// Contract 10: pages stay small and quick, however much has happened.

/** Of a page as a browser gets it, with its style and its script. */
const bytesMax = 60_000

test('every place is under 60 kB over the wire with a busy shop, style and script included', async () => {
  const { client, sandbox } = setUp({
    fixtures: ['busy-shop'],
    webhooks: { endpoints: ['http://127.0.0.1:9/hooks'] },
  })
  for (let i = 0; i < 60; i += 1) await client.charge({ metadata: { order: `A-${i}` } })
  await sandbox.webhooks.settle()
  const examples: Readonly<Record<string, readonly string[]>> = {
    '/requests/:id': [`/requests/${sandbox.requests.last()?.id}`],
    '/records/:kind': ['/records/charges'],
    '/records/:kind/:id': [`/records/charges/${sandbox.charges.last()?.id}`],
    '/docs/:topic': topicNames.map((name) => `/docs/${name}`),
    '/docs/:topic/:id': [
      '/docs/operations/createCharge',
      '/docs/errors/bad_request',
      '/docs/control/postFaults',
      '/docs/objects/Charge',
    ],
  }
  for (const address of ['/coverage', ...places.flatMap(({ path }) => examples[path] ?? [path])]) {
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${address}`, {
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    })
    expect([address, answer.status, answer.headers.get('content-encoding')]).toEqual([address, 200, 'gzip'])
    const { byteLength } = await answer.clone().arrayBuffer()
    const assets = ['pages.css', 'pages.js'].map(async (name) => {
      const asset = await sandbox.fetch(`${sandbox.url}/_sandbox/assets/${name}`)
      return gzipSync(await asset.text()).length
    })
    const all = (await Promise.all(assets)).reduce((sum, bytes) => sum + bytes, byteLength)
    expect(all, address).toBeLessThan(bytesMax)
  }
})
