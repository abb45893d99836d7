/** payment-sandbox/msw: handlers for projects that run msw already. */

import { HttpResponse, http as mock } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished } from 'vitest'
import { handlers } from '../../../src/suites/intercept/msw'
import { serverOf } from '../../support/server'
import { makeSandbox, test } from '../../support/set-up'

type Given = Parameters<typeof handlers>[1]

const listening = (hosts: Given, ...others: Parameters<typeof setupServer>) => {
  const sandbox = makeSandbox()
  const server = setupServer(...handlers(sandbox, hosts), ...others)
  const unhandled: string[] = []
  server.listen({ onUnhandledRequest: ({ url }) => void unhandled.push(url) })
  onTestFinished(() => server.close())
  const post = async (url: string, key: 'public' | 'secret', body: object) => {
    const headers = { authorization: sandbox.authorization[key], 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: answer.status, body: await answer.json() }
  }
  return { sandbox, post, unhandled }
}

const card = { name: 'Somchai', number: '4242424242424242', expiration_month: 12, expiration_year: 2030 }

test('calls to the hosts of a preset reach the sandbox: a token, a charge, a list', async () => {
  const { sandbox, post } = listening('omise')
  const token = await post('https://vault.omise.co/tokens', 'public', { card })
  const paying = { amount: 150_000, currency: 'thb', card: token.body.id }
  const charge = await post('https://api.omise.co/charges', 'secret', paying)
  expect([token.status, charge.status]).toEqual([200, 200])
  expect(sandbox.charges.get(charge.body.id)).toMatchObject({ amount: 150_000, paid: true })
  const headers = { authorization: sandbox.authorization.secret }
  expect((await fetch('https://cdn.omise.co/omise.js')).status).toBe(200)
  const list = await fetch('https://api.omise.co/charges?limit=1', { headers })
  expect(await list.json()).toMatchObject({ object: 'list', total: 1, limit: 1 })
})

test('calls to other hosts are left to the other handlers', async () => {
  const other = mock.get('https://api.github.com/user', () => HttpResponse.json({ login: 'somchai' }))
  const { sandbox, unhandled } = listening('omise', other)
  const user = await fetch('https://api.github.com/user')
  expect(await user.json()).toEqual({ login: 'somchai' })
  const url = `${await serverOf((_, answer) => answer.end('mine'))}/`
  expect(await (await fetch(url)).text()).toBe('mine')
  expect(unhandled).toEqual([url])
  expect(sandbox.requests.count()).toBe(0)
})

test('a name with a port means this port only, one without a port means all', async () => {
  const elsewhere = mock.get('*', () => HttpResponse.text('elsewhere'))
  const { post } = listening({ api: ['pay.test:443', 'other.test'], vault: 'vault.test:8443' }, elsewhere)
  expect((await post('https://vault.test:8443/tokens', 'public', { card })).status).toBe(200)
  const objectAt = async (url: string): Promise<boolean> => (await (await fetch(url)).text()) !== 'elsewhere'
  expect(await objectAt('https://pay.test/')).toBe(true)
  expect(await objectAt('https://pay.test:444/')).toBe(false)
  expect(await objectAt('http://pay.test/')).toBe(false)
  expect(await objectAt('http://other.test:81/charges')).toBe(true)
  expect(await objectAt('https://another.test/')).toBe(false)
  expect(await objectAt('https://pay.test.example/')).toBe(false)
})

test('a connection that a fault cuts is a network error for the client', async () => {
  const { sandbox, post } = listening('omise')
  sandbox.faults.add({ path: '/tokens', drop: 'response' })
  await expect(post('https://vault.omise.co/tokens', 'public', { card })).rejects.toThrow(TypeError)
  expect(sandbox.tokens.count()).toBe(1)
})

test('hosts that are none, and what is no sandbox, are refused by name', ({ sandbox }) => {
  expect(() => handlers(sandbox, 'https://api.omise.co' as 'omise')).toThrow('hosts: must be hosts such as')
  expect(() => handlers(sandbox, { api: 'not a host' })).toThrow('hosts.api: must be a host')
  expect(() => handlers({} as typeof sandbox, 'omise')).toThrow(
    'sandbox: must be what createSandbox() returns',
  )
})
