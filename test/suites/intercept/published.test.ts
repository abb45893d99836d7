/** Contract 9.2: the published client with its built-in hosts, and agents that are none of Node's. */
import type http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { urlToHttpOptions } from 'node:url'
import { expect } from 'vitest'
import { selfSigned } from '../../../src/node/authority'
import { intercept } from '../../../src/suites/intercept/intercept'
import { portOf } from '../../support/server'
import { makeSandbox, setUp, test } from '../../support/set-up'
import { clients, viaNode } from './clients'
import { headersOf, intercepted, loadOmise } from './intercepted'

const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }

test('it pays, whether it is loaded during the interception or before', async () => {
  for (const order of ['during', 'before']) {
    const sandbox = makeSandbox()
    const loaded = order === 'before' ? loadOmise() : null
    const interception = intercept(sandbox, 'omise')
    const { public: publicKey, secret: secretKey } = sandbox.keys
    const client = (loaded ?? loadOmise())({ publicKey, secretKey })
    const token = await client.tokens.create({ card })
    const charge = await client.charges.create({ amount: 10000, currency: 'thb', card: token.id })
    const refund = await client.charges.createRefund(charge.id, { amount: 4000 })
    expect([charge.paid, refund.object, sandbox.refunds.count()], order).toEqual([true, 'refund', 1])
    await expect(client.charges.retrieve('chrg_test_none')).rejects.toMatchObject({ code: 'not_found' })
    interception.stop()
  }
})

/** Fields that a charge has in this version, and those that it has in another one only. */
const forms: readonly [version: string | undefined, has: readonly string[], lacks: readonly string[]][] = [
  ['2015-11-17', ['created', 'refunded', 'source_of_fund'], ['created_at', 'refunded_amount']],
  ['2017-11-02', ['created', 'refunded'], ['created_at', 'refunded_amount']],
  ['2019-05-29', ['created_at', 'refunded_amount', 'transaction_fees'], ['created']],
  [undefined, ['created_at', 'refunded_amount', 'transaction_fees'], ['created']],
]

test.each(forms)(
  'it gets the form of the version that it is pinned to: %s',
  async (omiseVersion, has, lacks) => {
    const sandbox = intercepted('omise', makeSandbox({ profile: 'omise' }))
    const { public: publicKey, secret: secretKey } = sandbox.keys
    const client = loadOmise()({ publicKey, secretKey, omiseVersion })
    const token = await client.tokens.create({ card })
    const charge = await client.charges.create({ amount: 10_000, currency: 'thb', card: token.id })
    expect(charge).toMatchObject({ object: 'charge', paid: true })
    for (const field of has) expect(charge).toHaveProperty(field)
    for (const field of lacks) expect(charge).not.toHaveProperty(field)
    expect(sandbox.requests.list().flatMap(({ warnings }) => warnings)).toEqual([])
  },
)

test('the other clients get on beside it', async ({ sandbox }) => {
  loadOmise()
  intercepted('omise', sandbox)
  for (const name of ['node:https', 'axios', 'got', 'node-fetch']) {
    const answer = await clients[name]?.('https://api.omise.co/account', { headers: headersOf(sandbox) })
    expect(answer?.body, name).toMatchObject({ object: 'account' })
  }
})

test('an agent for a proxy does not let a call escape, and carries those to other hosts', async () => {
  loadOmise()
  const sandbox = intercepted('omise')
  const seen: string[] = []
  const agent = {
    addRequest: (request: http.ClientRequest) => {
      seen.push(String(request.getHeader('host')))
      request.onSocket(null, new Error('by the proxy'))
    },
  }
  // What the client has put over https.request takes options only.
  const call = viaNode(
    (url, options, then) => https.request({ ...urlToHttpOptions(new URL(url)), ...options }, then),
    { agent: Object.assign(Object.create(null), agent) },
  )
  const headers = headersOf(sandbox)
  expect((await call('https://api.omise.co/account', { headers })).status).toBe(200)
  await expect(call('https://www.omise.co/', { headers })).rejects.toThrow('www.omise.co')
  await expect(call('https://api.example.com/', { headers })).rejects.toThrow('by the proxy')
  expect(seen).toEqual([expect.stringContaining('api.example.com')])
})

test('webhooks of a sandbox that listens go to https beside it', async () => {
  const server = https.createServer(await selfSigned(['127.0.0.1']))
  const webhook = `https://127.0.0.1:${await portOf(server)}/`
  const { sandbox, client } = setUp({ webhook, webhooks: { retry: false } })
  loadOmise()
  syncBuiltinESMExports()
  await sandbox.listen({ port: 0 })
  await client.customer()
  await sandbox.webhooks.settle()
  // So the request came as far as the certificate.
  expect(sandbox.webhooks.deliveries()).toMatchObject([
    { error: expect.stringMatching(/^certificate not trusted: it is self-signed/) },
  ])
})
