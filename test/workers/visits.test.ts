/** What a request may do to an account without a key of it: read the pages of its payers, and nothing else. */
import { expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { openSink } from '../support/sink'
import { attemptsOf, basic, tablesOf, teamOfFile } from './team'

const team = teamOfFile(
  { allowHosts: ['other.example', 'preview.example'], allowPrivateWebhooks: true },
  { isOpen: true },
)

const originOf = async (name: string): Promise<string> => {
  const [row] = await team().look(name, "SELECT value FROM facts WHERE name = 'own'")
  return JSON.parse(String(row?.value)).origin
}

test.each([
  ['without a key', {}],
  ['with a key of another account', basic('skey_test_other')],
  ['with a bearer token', { authorization: 'Bearer skey_test_visited' }],
])('a visit %s makes no account', async (_, headers) => {
  for (const [method, path, status] of [
    ['GET', '/charges', 401],
    ['POST', '/customers', 401],
    ['GET', '/payments/paym_test_1/authorize', 404],
    ['POST', '/vault/tokens', 401],
    ['GET', '/_sandbox/clock', 401],
  ] as const)
    expect((await fetch(`${team().url}/a/visited${path}`, { method, headers })).status, path).toBe(status)
  expect(await tablesOf(team(), 'visited')).toEqual([])
})

test('a key without test_ makes no account: it is unknown until a key of test mode made one', async () => {
  const ask = async (key: string) => (await fetch(`${team().url}/account`, { headers: basic(key) })).status
  for (const key of ['skey_prod_a', 'pkey_prod_a', 'skey_sandbox']) expect(await ask(key), key).toBe(401)
  expect(await tablesOf(team(), 'prod_a')).toEqual([])
  expect([await ask('skey_test_prod_a'), await ask('skey_prod_a')]).toEqual([200, 200])
})

test('an account keeps the address of calls with its key, whatever allowed host other requests name', async () => {
  const client = makeClient(team().account('reached'))
  const charge = await client.charge({ authentication: '3DS', return_uri: 'https://shop.example/thanks' })
  const visit = (headers: Record<string, string>) =>
    team().dispatch('http://other.example/a/reached/charges', { method: 'GET', headers })
  await visit({})
  await team().evict('reached')
  // Awake by a visit, too, it keeps its address.
  await visit(basic('skey_test_other'))
  expect(await originOf('reached')).toBe(team().url)
  const { body } = await client.get(`/charges/${charge.id}`)
  expect(body.authorize_uri).toBe(charge.authorize_uri)
})

test('an account that wakes by a call at another address is reached there from then on', async () => {
  await makeClient(team().account('moved')).get('/account')
  await team().evict('moved')
  const headers = basic('skey_test_moved')
  await team().dispatch('http://preview.example/account', { method: 'GET', headers })
  expect(await originOf('moved')).toBe('http://preview.example')
})

test('an alarm that rings after the state was deleted writes nothing', async () => {
  await makeClient(team().account('deleted')).get('/account')
  await team().control('deleted', 'DELETE', '/state')
  await team().ring('deleted')
  await expect.poll(() => tablesOf(team(), 'deleted')).toEqual([])
})

test('a request whose address is too long is refused before its account keeps it', async () => {
  const answer = await fetch(`${team().url}/a/sends/${'x'.repeat(20_000)}`)
  expect([answer.status, (await answer.json()).message]).toEqual([
    414,
    'the address of the request is too long (maximum is 16384 characters): send parameters in the body',
  ])
})

test('a webhook that calls the sandbox itself is refused, so that no account calls itself without end', async () => {
  const client = makeClient(team().account('loop'))
  const { host } = new URL(team().url)
  await client.patch('/account', { webhook_uri: `http://skey_test_loop:@${host}/customers` })
  await client.post('/customers', { email: 'buyer@example.com' })
  await expect.poll(() => attemptsOf(team(), 'loop')).toMatchObject([{ status: 421 }])
  const { body } = await client.get<{ total: number }>('/customers')
  expect(body.total).toBe(1)
})

test('a webhook that is redirected goes no further', async () => {
  const hidden = await openSink()
  const sink = await openSink({ status: 307, headers: { location: hidden.url } })
  await makeClient(team().account('led')).patch('/account', { webhook_uri: sink.url })
  await makeClient(team().account('led')).post('/customers', { email: 'buyer@example.com' })
  await expect
    .poll(() => attemptsOf(team(), 'led'))
    .toMatchObject([{ status: 307, error: 'redirects are not followed' }])
  expect(hidden.received).toEqual([])
})
