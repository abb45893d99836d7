/** Contract 4: GET /_sandbox/, an overview of a sandbox. */
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../src/index'
import { clientWith, setUp } from '../support/set-up'

const pageAt = async ({ fetch, url }: Pick<Sandbox, 'fetch' | 'url'>, query = ''): Promise<string> => {
  const answer = await fetch(`${url}/_sandbox/${query}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  return answer.text()
}

const countOf = (text: string, name: string): number =>
  Number(new RegExp(`<strong>(\\d+)</strong> ${name}</a>`).exec(text)?.[1])

describe('the overview', () => {
  test('shows addresses, clock, records, requests, events and faults', async () => {
    const { client, sandbox } = setUp({ fixtures: ['first-sale'] })
    const { id } = sandbox.faults.add({ path: '/links', drop: 'request' })
    await client.get('/charges/chrg_test_none')
    await client.charge()
    const text = await pageAt(sandbox)
    for (const shown of [sandbox.url, sandbox.vaultUrl, '2026-01-15 09:00:00 UTC', 'stopped', id])
      expect(text).toContain(shown)
    expect(countOf(text, 'charges')).toBe(2)
    expect(text).toMatch(
      /<code>\/charges\/chrg_test_none<\/code>\s+<span class="bad">404<\/span> <span class="soft">not_found/,
    )
    expect(text).toMatch(/<b>POST<\/b> <code>\/charges<\/code>\s+<span class="good">200/)
    const shown = [...text.matchAll(/<details id="(evnt_\w+)"/g)].map(([, event]) => event)
    expect(shown).toEqual(
      sandbox.events
        .list()
        .map((event) => event.id)
        .reverse(),
    )
  })

  test('shows the requested account and mode', async () => {
    const { client, sandbox } = setUp()
    const other = sandbox.createAccount()
    await client.customer()
    await clientWith(sandbox, other.live.keys).customer()
    expect(countOf(await pageAt(sandbox), 'customers')).toBe(1)
    expect(countOf(await pageAt(sandbox, `?account=${other.id}`), 'customers')).toBe(0)
    const live = await pageAt(sandbox, `?account=${other.id}&livemode=true`)
    expect(countOf(live, 'customers')).toBe(1)
    expect(live).toContain(`<code>${other.id}</code> in live mode`)
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox/?account=acct_nobody`)).status).toBe(404)
  })

  test('shows the newest twenty, and is the same with and without its slash', async () => {
    const { client, sandbox } = setUp()
    for (let i = 1; i <= 22; i += 1) await client.get('/charges', { limit: i })
    const text = await pageAt(sandbox)
    const [requests = ''] = text.split('<h2>Events</h2>')
    expect(requests.match(/<details id="/g)).toHaveLength(20)
    expect(text.indexOf('&quot;limit&quot;: &quot;22&quot;')).toBeGreaterThan(0)
    expect(text).not.toContain('&quot;limit&quot;: &quot;2&quot;')
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox`)).status).toBe(200)
    expect(sandbox.requests.count()).toBe(22)
  })

  test('shows text of clients as text, never as markup', async () => {
    const { client, sandbox } = setUp()
    const hostile = '</pre></details><script>alert(1)</script><img src=x onerror=alert(1)>"\'&'
    await client.post('/customers', { description: hostile, metadata: { [hostile]: hostile } })
    await client.get(`/charges/${encodeURIComponent(hostile)}`)
    const text = await pageAt(sandbox)
    expect(text).toContain('&lt;script&gt;alert(1)')
    expect(text).not.toContain('<img')
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text.match(/<\/pre>/g)).toHaveLength(text.match(/<pre>/g)?.length ?? 0)
  })

  test('contains no secret key, and only its own script may run', async () => {
    const { fetch, url, keys, live } = setUp().sandbox
    const answer = await fetch(`${url}/_sandbox/`)
    const text = await answer.text()
    for (const secret of [keys.secret, live.keys.secret]) expect(text).not.toContain(`${secret}<`)
    expect(text).toContain(`<code>${keys.public}</code>`)
    const [, nonce] =
      /script-src 'nonce-([\w-]{36})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? []
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(await (await fetch(`${url}/_sandbox/`)).text()).not.toContain(String(nonce))
  })

  test('a page of another site sees nothing', async () => {
    const { fetch, url } = setUp().sandbox
    expect((await fetch(`${url}/_sandbox/`, { headers: { origin: 'https://evil.example' } })).status).toBe(
      403,
    )
  })
})

describe('records', () => {
  test('of every kind are listed, newest first, and each is shown as the API shows it, with its events', async () => {
    const { client, sandbox } = setUp({ fixtures: ['busy-shop'] })
    const overview = await pageAt(sandbox)
    const kinds = [...overview.matchAll(/href="\/_sandbox\/records\/(\w+)\?/g)].map(([, kind]) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['charges', 'disputes', 'events', 'transfers']))
    expect(kinds).not.toContain('webhookSecrets')
    for (const kind of kinds) expect(await pageAt(sandbox, `records/${kind}`)).toContain(`<h1>${kind}</h1>`)
    const charge = await client.charge({ description: '<b>bold</b>' })
    const list = await pageAt(sandbox, 'records/charges')
    expect(list.match(/<tr>/g)).toHaveLength(101)
    expect(/records\/charges\/(\w+)\?/.exec(list)?.[1]).toBe(charge.id)
    expect(list).toContain('&lt;b&gt;bold')
    expect(list).not.toContain('<b>bold')
    const shown = await pageAt(sandbox, `records/charges/${charge.id}`)
    expect(shown).toContain(`&quot;id&quot;: &quot;${charge.id}&quot;`)
    expect([...shown.matchAll(/<\/span> (charge\.\w+)</g)].map(([, key]) => key)).toEqual([
      'charge.complete',
      'charge.create',
    ])
  })

  test.each([
    ['records/webhookSecrets', 'there are no webhookSecrets: there are cards, charges'],
    ['records/charges/chrg_test_none', 'there is no chrg_test_none among the charges'],
    ['records/charges?colour=red', 'colour: has no meaning here'],
  ])('%s is refused', async (path, message) => {
    const { fetch, url } = setUp().sandbox
    const answer = await fetch(`${url}/_sandbox/${path}`)
    expect([answer.status < 500, (await answer.json()).error.message]).toEqual([
      true,
      expect.stringContaining(message),
    ])
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
