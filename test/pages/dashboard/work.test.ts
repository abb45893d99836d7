/** Contract 10: /_sandbox/accounts, who the sandbox is. */
import { once } from 'node:events'
import { get } from 'node:http'
import { text as textIn } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import type { FaultOptions } from '../../../src/index'
import { makeControl } from '../../support/control'
import { dueIn, partOf, readPage, shopWithReceiver, textOf } from '../../support/dashboard'
import { makeSandbox, setUp, test } from '../../support/set-up'

const idsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr id="account-(\w+)"/g)].map(([, id = '']) => id)

describe('the accounts', () => {
  test('are listed with email, country, currency and what is special about them', async ({ sandbox }) => {
    const { id } = sandbox.createAccount({ email: 'tokyo@example.com', country: 'JP', require3ds: true })
    sandbox.account(id)?.update({ locked: true })
    const { html, text } = await readPage(sandbox, '/accounts')
    expect(idsIn(html)).toEqual(['acct_sandbox', id])
    const { keys } = sandbox.account(id) ?? sandbox
    expect(text).toContain(`${id} locked 3-D Secure ${keys.public} tokyo@example.com JP JPY test live`)
  })

  test('have the name of the key that made them, and are found by it', async () => {
    const sandbox = makeSandbox({ accounts: 'auto' })
    for (const name of ['alice', 'bob'])
      await sandbox.fetch('/account', { headers: { authorization: `Basic ${btoa(`skey_test_${name}:`)}` } })
    const { html, text } = await readPage(sandbox, '/accounts?q=alic')
    expect(idsIn(html)).toEqual([sandbox.account('skey_test_alice')?.id])
    expect(text).toContain('alice pkey_test_alice')
    const opened = await readPage(sandbox, '/?account=skey_test_bob')
    expect(opened.text).toContain('Account bob test')
  })

  test('are on pages, and found by id, email or key', async ({ sandbox }) => {
    for (let i = 0; i < 60; i += 1) sandbox.createAccount({ email: `shop-${i}@example.com` })
    const last = sandbox.accounts.at(-1)
    const { html, text } = await readPage(sandbox, '/accounts')
    expect([idsIn(html).length, text.includes('1 to 25 of 61')]).toEqual([25, true])
    const older = `/accounts?before=${sandbox.accounts[49]?.id}`
    expect(idsIn((await readPage(sandbox, older)).html)).toHaveLength(11)
    for (const q of [last?.id, 'SHOP-59@', last?.keys.secret])
      expect(idsIn((await readPage(sandbox, `/accounts?q=${q}`)).html)).toEqual([last?.id])
    expect((await readPage(sandbox, '/accounts?q=none-like-it')).text).toContain('No account matches')
  })
})

describe('an account', () => {
  test('is opened with its keys, their states, and links that switch to it', async ({ sandbox }) => {
    const { id, keys, live } = sandbox.createAccount()
    const sheet = partOf(await readPage(sandbox, `/accounts?open=${id}`), 'article')
    for (const key of [keys.public, keys.secret, live.keys.public, live.keys.secret])
      expect(sheet).toContain(`data-copy="${key}"`)
    expect(sheet).toContain(`name="keys.${keys.secret}"`)
    expect(sheet).toContain(`/_sandbox/?account=${id}&amp;livemode=true`)
  })

  test('shows its secrets to its own machine only', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0, vaultPort: 0, allowHosts: ['sandbox.example'] })
    const read = async (path: string, host = 'sandbox.example'): Promise<string> => {
      const headers = { host, accept: 'text/html' }
      const [answer] = await once(get(url, { path: `/_sandbox${path}`, headers }), 'response')
      return textIn(answer)
    }
    for (const path of ['/accounts?open=acct_sandbox', '/webhooks']) {
      const page = await read(path)
      expect([path, page.includes(sandbox.keys.secret), page.includes(sandbox.webhooks.secret)]).toEqual([
        path,
        false,
        false,
      ])
    }
    expect(textOf(await read('/accounts?open=acct_sandbox'))).toContain(sandbox.keys.public)
    expect(await read('/', 'localhost')).toContain(sandbox.keys.secret)
  })
})

// Contract 10: /_sandbox/clock, what falls due next.

/** A shop with webhooks that failed, all at the same time. */
const failed = async (charges: number) => {
  const { sandbox, client } = shopWithReceiver(() => 500)
  for (let i = 0; i < charges; i += 1) await client.charge({ metadata: { order: `A-${i}` } })
  await sandbox.webhooks.settle()
  return { sandbox, client }
}

describe('what falls due', () => {
  test('at the same time and is of one kind is one line, which opens', async () => {
    const { sandbox } = await failed(6)
    const page = await readPage(sandbox, '/clock')
    const [retries, ...others] = dueIn(page)
    expect(retries).toMatch(
      /^2026-01-15 09:01:00 in 1 minute 12 webhooks are tried evnt_test_\w+ charge.create order A-0/,
    )
    expect(others.filter((line) => line.includes('webhook'))).toEqual([])
    expect(page.html).toContain('<details id="due-2026-01-15-09-01-00-webhook-is-tried">')
  })

  test('in the same second is one line, which one press does as a whole', async () => {
    const { sandbox, client } = await failed(1)
    await sandbox.clock.advance(400)
    await client.charge()
    await sandbox.webhooks.settle()
    const { html, text } = await readPage(sandbox, '/clock')
    expect(text).toContain('4 webhooks are tried')
    expect(textOf(html.replaceAll('data-body=', '>'))).toContain('{"set":"2026-01-15T09:01:00.400Z"}')
  })

  test('is named by its number only where there is much of it', async () => {
    const { sandbox } = await failed(30)
    const { text } = await readPage(sandbox, '/clock')
    expect(text).toContain('60 webhooks are tried')
    expect(text).toContain('And 10 more.')
  })
})

// Contract 10: /_sandbox/faults, what fails on purpose.

const rowsIn = (html: string): readonly string[] =>
  [...html.matchAll(/<tr id="fault-.*?<\/tr>/gs)].map(([row]) => textOf(row))

describe('the page of faults', () => {
  test.each<[FaultOptions, string]>([
    [{ method: 'POST', path: '/charges', respond: { status: 500 } }, 'POST /charges answers 500'],
    [{ delayMs: 2000, times: 1_000_000 }, 'Every request waits 2,000 ms 0'],
    [{ holdMs: 2000 }, 'Every request happens, and waits 2,000 ms for its answer'],
    [{ event: '*', early: true }, 'Every webhook comes before the answer of its request'],
    [{ delayMs: [100, 500] }, 'Every request waits 100 to 500 ms'],
    [{ path: '/charges/*/capture', drop: 'request' }, '/charges/*/capture is cut before anything happens'],
    [{ card: '4111111111140011', drop: 'response' }, 'by card …0011 happens, and is cut before its answer'],
    [
      { body: { order: 'A' }, respond: { status: 503, code: 'busy' }, after: 2 },
      'answers 503 busy after 2 others',
    ],
    [{ event: 'charge.*', drop: true, times: 3 }, 'Webhooks charge.* does not arrive 0 of 3'],
    [{ event: '*', respond: { status: 503 } }, 'Every webhook is answered 503 before it arrives 0 of 1'],
    [{ event: '*', url: 'http://a/*', duplicate: 1 }, 'Every webhook to http://a/* comes 2 times'],
    [
      { event: '*', signature: 'stale', delayMs: 5, reorder: true },
      'comes 5 ms later, is overtaken by the next, has an old timestamp',
    ],
  ])('says in words what %j does', async (fault, words) => {
    const { sandbox } = setUp({ faults: [fault] })
    const [row] = rowsIn((await readPage(sandbox, '/faults')).html)
    expect(row).toContain(words)
  })

  test('shows the hits of each, the newest first', async ({ sandbox, client }) => {
    sandbox.faults.add({ path: '/charges', respond: { status: 500 } })
    sandbox.faults.add({ path: '/refunds', respond: { status: 500 }, times: 2 })
    await client.post('/charges', {})
    const rows = rowsIn((await readPage(sandbox, '/faults')).html)
    expect(rows).toEqual([
      expect.stringMatching(/^waiting \/refunds .* 0 of 2/),
      expect.stringMatching(/^used \/charges .* 1 of 1/),
    ])
  })

  test('says so where nothing fails, and offers faults of one click', async ({ sandbox }) => {
    const { text } = await readPage(sandbox, '/faults')
    expect(text).toContain('Nothing fails on purpose')
    for (const name of [
      'The next charge answers 500',
      'The next refund answers 500',
      'Every request waits 2 seconds',
      'The next webhook is answered 503',
    ])
      expect(text).toContain(name)
  })

  test('offers only faults that the control plane takes', async ({ sandbox, control }) => {
    const main = partOf(await readPage(sandbox, '/faults'), 'main')
    const presets = [...main.matchAll(/data-send="POST \/_sandbox\/faults" data-body="([^"]*)"/g)].map(
      ([, body]) => JSON.parse(textOf(body ?? '')),
    )
    const statuses = await Promise.all(
      presets.map(async (preset) => (await control.post('/faults', preset)).status),
    )
    expect(statuses).toEqual(Array.from({ length: 13 }, () => 200))
  })
})

describe('DELETE /_sandbox/faults/:id', () => {
  test('removes that fault, of requests or webhooks, and keeps the hits of the others', async () => {
    const { sandbox, client } = setUp()
    const control = makeControl(sandbox)
    const first = sandbox.faults.add({ path: '/charges', respond: { status: 500 } })
    const second = sandbox.faults.add({ path: '/refunds', drop: 'request' })
    const third = sandbox.faults.addWebhook({ event: '*', drop: true })
    await client.post('/charges', {})
    for (const { id } of [second, third]) expect((await control.delete(`/faults/${id}`)).status).toBe(200)
    expect(sandbox.faults.list()).toEqual([{ ...first, hits: 1 }])
    expect((await control.delete(`/faults/${third.id}`)).status).toBe(404)
    expect(sandbox.faults.add({ drop: 'request' }).id).not.toBe(first.id)
  })
})

// Contract 10: /_sandbox/fixtures, what is loaded, recorded, kept and restored.

describe('the page of fixtures', () => {
  test('lists the shipped ones, each with what it is about', async ({ sandbox }) => {
    const { text } = await readPage(sandbox, '/fixtures')
    expect(text).toContain('saved-card A customer with a saved card, ready to be charged')
    expect(text).toContain('busy-shop')
  })

  test('lists the snapshots, newest first, by name, and at most 25', async ({ sandbox, control }) => {
    await control.post('/snapshots', { name: 'before the refund' })
    await control.post('/snapshots', {})
    const { text, html } = await readPage(sandbox, '/fixtures')
    expect(text.indexOf('snap_2')).toBeLessThan(text.indexOf('before the refund'))
    expect(html).toContain('data-send="POST /_sandbox/snapshots/snap_1/restore"')
    for (let i = 0; i < 30; i += 1) await control.post('/snapshots', {})
    const many = await readPage(sandbox, '/fixtures')
    expect(many.html.match(/<tr id="snapshot-/g)).toHaveLength(25)
    expect(many.text).toContain('And 7 older ones.')
  })
})

describe('a fixture as text', () => {
  test('is loaded, in YAML or JSON, into the account and the mode of the page', async ({ sandbox }) => {
    const control = makeControl(sandbox)
    const other = sandbox.createAccount()
    const yaml = 'charges:\n  - { as: order, amount: 125000, currency: thb }'
    const { status, body } = await control.post(`/fixtures?account=${other.id}&livemode=true`, { yaml })
    expect([status, body]).toEqual([200, { ids: { order: other.live.charges.last()?.id } }])
    const json = JSON.stringify({ customers: [{ as: 'somchai', email: 'somchai@example.com' }] })
    expect((await control.post('/fixtures', { yaml: json })).status).toBe(200)
    expect([sandbox.charges.count(), sandbox.customers.count()]).toEqual([0, 1])
  })

  test('with mistakes changes nothing, and each is named with its line', async ({ sandbox }) => {
    const yaml = 'charges:\n  - { amount: 125000, currency: thb }\n  - { amount: 1000 }'
    const { status, body } = await makeControl(sandbox).post('/fixtures', { yaml })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      error: { issues: [{ path: 'charges[1].currency', message: 'is missing' }] },
    })
    expect(JSON.stringify(body)).toContain('line 3, column 5: charges[1].currency is missing')
    expect(sandbox.charges.count()).toBe(0)
  })

  test('is downloaded by a browser, and loads again', async ({ sandbox, client }) => {
    await client.charge({ amount: 77_700 })
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/fixtures/recorded.yaml`, {
      headers: { accept: 'text/html,*/*' },
    })
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="recorded.yaml"')
    const fresh = setUp().sandbox
    expect((await makeControl(fresh).post('/fixtures', { yaml: await answer.text() })).status).toBe(200)
    expect(fresh.charges.last()?.amount).toBe(77_700)
  })
})
