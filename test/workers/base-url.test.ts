/** A worker with `baseUrl`: its address, whatever host a request names. */
import { expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { token } from '../support/team-at'
import { teamOfFile } from './team'

const team = teamOfFile({ baseUrl: 'https://pay.example.com/', allowHosts: ['preview.example.com'] })

test('links begin with baseUrl', async () => {
  const client = makeClient(team().account('shop'))
  const charge = await client.charge({ authentication: '3DS', return_uri: 'https://shop.example/thanks' })
  expect(charge.authorize_uri).toMatch(/^https:\/\/pay\.example\.com\/a\/shop\/payments\//)
})

const calls = (url: string, authorization = `Basic ${btoa('skey_test_called:')}`) =>
  team().dispatch(url, { method: 'GET', headers: { authorization } })

test.each(['http://pay.example.com:8080', 'https://preview.example.com'])(
  'links begin with it in answers to %s too',
  async (origin) => {
    const address = `${origin}/_sandbox/openapi.json?account=called`
    const { servers } = await (await calls(address, `Bearer ${token}`)).json()
    expect(servers.map(({ url }: { url: string }) => url)).toEqual([
      'https://pay.example.com/a/called',
      'https://pay.example.com/a/called/vault',
    ])
    const answer = await calls(`${origin}/nothing`)
    expect([answer.status, (await answer.json()).location]).toEqual([
      404,
      'https://pay.example.com/a/called/_sandbox/docs/errors/not_found',
    ])
  },
)

test('a host that is not allowed is refused, also with a key', async () => {
  const answer = await calls('https://evil.example.com/charges')
  const { location, message } = await answer.json()
  expect([answer.status, location]).toEqual([
    403,
    'https://pay.example.com/_sandbox/docs/errors/not_authorized',
  ])
  expect(message).toMatch(/^requests for the host evil\.example\.com are not answered/)
})

test('the cookie of ?token= is for https, as baseUrl is', async () => {
  const address = `${team().url}/_sandbox/?account=shop&token=${token}`
  const answer = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/)
})

test('a page of baseUrl may use the control plane with the cookie', async () => {
  const cookie = `payment_sandbox_token_${new URL(team().url).port}=${token}`
  const reset = (origin: string) =>
    fetch(`${team().url}/_sandbox/reset?account=shop`, { method: 'POST', headers: { cookie, origin } })
  expect((await reset('https://pay.example.com')).status).toBe(200)
  const refused = await reset('https://other.example.com')
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    403,
    expect.stringContaining(
      '--allow-origin https://other.example.com (allowOrigins in code) to allow its pages',
    ),
  ])
})
