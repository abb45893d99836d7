/** The hosts that a worker answers to, as links in its answers and webhooks begin with them. */
import { expect, test } from 'vitest'
import { defaults } from '../../src/options/config'
import { isOwnHost } from '../../src/workers/options'
import { worker } from '../../src/workers/worker'
import { token } from '../support/team-at'

const called: string[] = []
const env = {
  CONTROL_TOKEN: token,
  SANDBOX: {
    idFromName: (name: string) => name,
    get: () => ({
      fetch: async ({ url }: Request) => {
        called.push(url)
        return new Response()
      },
    }),
  },
}

const headers = { authorization: `Basic ${btoa('skey_test_shop:')}` }
const call = (url: string, init: RequestInit = { headers }) => worker.fetch(new Request(url, init), env)

test('a worker without options answers to the names of its own machine', async () => {
  const origins = ['http://localhost:8787', 'http://127.0.0.1:1', 'http://[::1]', 'http://vault.localhost.:2']
  for (const origin of origins) expect((await call(`${origin}/charges`)).status).toBe(200)
  expect(called.splice(0)).toEqual(origins.map((origin) => `${origin}/charges`))
})

const visits: [string, string, RequestInit][] = [
  ['a key', '/charges', { headers }],
  ['no key', '/a/shop/charges', {}],
  ['the token', '/_sandbox/clock?account=shop', { headers: { authorization: `Bearer ${token}` } }],
  ['a browser', '/_sandbox/?account=shop', { headers: { accept: 'text/html' } }],
  ['what browsers ask beforehand', '/_sandbox/clock', { method: 'OPTIONS' }],
  ['a page below an account', '/a/shop/_sandbox/docs', { headers: { accept: 'text/html' } }],
  ['an address that is too long', `/${'x'.repeat(20_000)}`, { headers }],
]
test.each(visits)('a foreign host gets 403 with %s, and its name in no link', async (_, path, init) => {
  const answer = await call(`https://evil.example${path}`, init)
  expect([answer.status, answer.headers.get('location'), await answer.json(), called]).toEqual([
    403,
    null,
    {
      object: 'error',
      location: `${defaults.baseUrl}/_sandbox/docs/errors/not_authorized`,
      code: 'not_authorized',
      message:
        'requests for the host evil.example are not answered, since a web page elsewhere could let such a name lead here: ' +
        "if it is a name of this worker, give createWorker() baseUrl: 'https://evil.example' or allowHosts: ['evil.example']",
    },
    [],
  ])
})

test('nor does a webhook that comes back by such a name', async () => {
  const answer = await call('https://evil.example/', {
    headers: { 'user-agent': 'payment-sandbox-webhooks' },
  })
  expect([answer.status, await answer.text()]).toEqual([421, expect.not.stringContaining('evil')])
})

const chosen = {
  account: { baseUrl: 'https://pay.example.com/team' },
  allowHosts: new Set(['10.0.0.5', 'ci']),
}
test.each([
  ['https://pay.example.com', true],
  ['http://PAY.example.com.:8080', true],
  ['http://10.0.0.5:8787', true],
  ['http://0xa000005', true],
  ['http://ci', true],
  ['http://localhost', true],
  ['https://other.pay.example.com', false],
  ['https://pay.example.com.evil.example', false],
  ['https://evil.example', false],
  ['http://10.0.0.6', false],
  ['http://localhost.evil.example', false],
])('with baseUrl and allowHosts, %s: %s', (url, isOwn) => {
  expect(isOwnHost(new URL(url), chosen)).toBe(isOwn)
})
