/** Which account answers a request to a worker, and what answers where none is named. */
import { describe, expect, test } from 'vitest'
import { type Charge, createSandbox } from '../../src/index'
import { drill } from '../support/arbitraries'
import { goodCard, makeClient } from '../support/client'
import { token } from '../support/team-at'
import { basic, teamOfFile } from './team'

const team = teamOfFile()
const most = drill(80, 200)

describe('the name in a key picks the account', () => {
  test(`${most} accounts that are used at once stay apart`, async () => {
    const names = Array.from({ length: most }, (_, i) => `shop_${i}`)
    const charges = await Promise.all(
      names.map(
        async (name, i) => (await makeClient(team().account(name)).charge({ amount: 10_000 + i })).id,
      ),
    )
    expect(new Set(charges).size).toBe(most)
    await Promise.all(
      names.map(async (name, i) => {
        const client = makeClient(team().account(name))
        const { body } = await client.get<{ data: readonly Charge[] }>('/charges')
        expect(body.data.map(({ id, amount }) => [id, amount])).toEqual([[charges[i], 10_000 + i]])
        const other = charges[(i + 1) % charges.length] ?? ''
        expect((await client.get(`/charges/${other}`)).status).toBe(404)
      }),
    )
  }, 60_000)

  test('the health check says without a token that the worker is up, and nothing else', async () => {
    const answer = await fetch(`${team().url}/_sandbox/health`)
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
    const wrong = { authorization: 'Bearer none' }
    expect((await fetch(`${team().url}/_sandbox/health`, { headers: wrong })).status).toBe(401)
  })

  test('live keys are those of test mode without test_, of the same account', async () => {
    const client = makeClient(team().account('both'))
    const [test, live] = [
      await client.get('/account'),
      await client.get('/account', {}, { key: 'skey_both' }),
    ]
    expect([test.body.livemode, live.body.livemode]).toEqual([false, true])
    expect(live.body.team).toBe(test.body.team)
    expect((await client.get('/account', {}, { key: 'pkey_test_both' })).status).toBe(401)
  })

  test('a fixture that ships is loaded by its name, and an unknown name is refused with the nearest one', async () => {
    const load = (name: string) => team().control('began', 'POST', '/fixtures', { name })
    expect((await load('first-sale')).status).toBe(200)
    expect((await makeClient(team().account('began')).get('/charges')).body.total).toBe(1)
    const refused = await load('frist-sale')
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('did you mean first-sale?')
  })

  test.each([
    ['no key', {}],
    ['a key of another form', basic('skey_test_my-shop')],
    ['a header that is none', { authorization: 'Bearer x' }],
  ])('%s gets the answer that every sandbox gives', async (_, headers) => {
    const alone = createSandbox({ baseUrl: team().url })
    for (const [method, path] of [
      ['GET', '/charges'],
      ['POST', '/nothing'],
      ['GET', '/'],
    ] as const) {
      const [here, there] = await Promise.all([
        fetch(`${team().url}${path}`, { method, headers }),
        alone.fetch(`${alone.url}${path}`, { method, headers }),
      ])
      expect([here.status, await here.json()]).toEqual([there.status, await there.json()])
    }
    await alone.close()
  })
})

describe('the control plane', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${team().url}/_sandbox${path}`, { headers, redirect: 'manual' })

  test('the links of the dashboard name the account, and its scripts need no token', async () => {
    const opened = await ask(`/?account=ci&token=${token}`, { accept: 'text/html' })
    expect(opened.headers.get('location')).toBe('/_sandbox/?account=ci')
    const [pair = ''] = (opened.headers.get('set-cookie') ?? '').split(';')
    const dashboard = await (await ask('/?account=ci', { accept: 'text/html', cookie: pair })).text()
    const links = [...dashboard.matchAll(/href="(\/_sandbox\/(?!assets)[^"]*)"/g)].map(
      ([, link = '']) => link,
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((link) => !link.includes('account=ci'))).toEqual([])
    const [, script = ''] = /src="([^"]+)"/.exec(dashboard) ?? []
    expect((await fetch(`${team().url}${script}`)).headers.get('content-type')).toMatch(/javascript/)
  })

  test('the page of accounts says how to make one, and how to open others', async () => {
    const page = await (
      await ask('/accounts?account=ci', { accept: 'text/html', authorization: `Bearer ${token}` })
    ).text()
    expect(page).toMatch(/The first call with a key such as <code>skey_test_ci<\/code> creates the account/)
    expect(page).toContain('write its name after <code>?account=</code> in the address')
    expect(page).not.toContain('Create an account')
  })

  test('is below the address of an account too, for commands with --url', async () => {
    const address = `${team().url}/a/ci/_sandbox/docs/errors`
    const page = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect(page.headers.get('location')).toBe('/_sandbox/docs/errors?account=ci')
  })
})

test('a request that a fault cuts gets what a proxy says of a lost server, and a lost answer stays done', async () => {
  const { body } = await makeClient(team().account('cut')).post(
    '/tokens',
    { card: goodCard },
    { host: 'vault' },
  )
  const answer = await fetch(`${team().url}/charges`, {
    method: 'POST',
    headers: {
      ...basic('skey_test_cut'),
      'sandbox-fault': 'drop=response',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ amount: 10_000, currency: 'thb', card: body.id }),
  })
  expect(answer.status).toBe(502)
  const { body: list } = await makeClient(team().account('cut')).get<{ total: number }>('/charges')
  expect(list.total).toBe(1)
})

test('the stream tells of what happens in the account', async () => {
  const stream = await team().control('stream', 'GET', '/stream?only=events')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await makeClient(team().account('stream')).charge()
  let text = ''
  while (!text.includes('charge.complete')) text += (await reader?.read())?.value ?? ''
  await reader?.cancel()
  expect(text).toContain('event: event')
})
