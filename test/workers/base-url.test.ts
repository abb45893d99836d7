/** A worker behind a proxy that it cannot see: `baseUrl` is its address, whatever host a request names. */
import { expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { teamOfFile, token } from './team'

const team = teamOfFile({ baseUrl: 'https://pay.example.com/' })

test('links begin with baseUrl', async () => {
  const client = makeClient(team().account('shop'))
  const charge = await client.charge({ authentication: '3DS', return_uri: 'https://shop.example/thanks' })
  expect(charge.authorize_uri).toMatch(/^https:\/\/pay\.example\.com\/a\/shop\/payments\//)
})

test('the cookie of the sign-in is for https, as baseUrl is', async () => {
  const body = new URLSearchParams({ account: 'shop', token })
  const answer = await fetch(`${team().url}/_sandbox/sign-in`, { method: 'POST', body, redirect: 'manual' })
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
