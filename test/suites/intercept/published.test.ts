/** Contract 9.2: the published client with its built-in hosts, and agents that are none of Node's. */
import type http from 'node:http'
import https from 'node:https'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { urlToHttpOptions } from 'node:url'
import { afterAll, expect, onTestFinished } from 'vitest'
import { selfSigned } from '../../../src/node/authority'
import { intercept } from '../../../src/suites/intercept/intercept'
import { portOf } from '../../support/server'
import { makeSandbox, setUp, test } from '../../support/set-up'
import { clients, viaNode } from './clients'

const require = createRequire(import.meta.url)

/** Loading it brings agent-base 4, which replaces https.request for the whole process. */
const loadClient = (keys: { public: string; secret: string }) =>
  require('omise')({ publicKey: keys.public, secretKey: keys.secret })

const { request, get } = https
afterAll(() => {
  Object.assign(https, { request, get })
  syncBuiltinESMExports()
})

const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }

test('it pays, whether it is loaded during the interception or before', async () => {
  for (const order of ['during', 'before']) {
    const sandbox = makeSandbox()
    const interception = intercept(sandbox, 'omise')
    const client = loadClient(sandbox.keys)
    const token = await client.tokens.create({ card })
    const charge = await client.charges.create({ amount: 10000, currency: 'thb', card: token.id })
    const refund = await client.charges.createRefund(charge.id, { amount: 4000 })
    expect([charge.paid, refund.object, sandbox.refunds.count()], order).toEqual([true, 'refund', 1])
    await expect(client.charges.retrieve('chrg_test_none')).rejects.toMatchObject({ code: 'not_found' })
    interception.stop()
  }
})

test('the other clients get on beside it', async ({ sandbox }) => {
  loadClient(sandbox.keys)
  const interception = intercept(sandbox, 'omise')
  onTestFinished(() => interception.stop())
  for (const name of ['node:https', 'axios', 'got', 'node-fetch'])
    expect(
      (
        await clients[name]?.('https://api.omise.co/account', {
          headers: { authorization: sandbox.authorization.secret },
        })
      )?.body,
    ).toMatchObject({ object: 'account' })
})

test('an agent for a proxy does not let a call escape, and carries those to other hosts', async () => {
  const sandbox = makeSandbox()
  const seen: string[] = []
  const agent = {
    addRequest: (request: http.ClientRequest) => {
      seen.push(String(request.getHeader('host')))
      request.onSocket(null, new Error('by the proxy'))
    },
  }
  const interception = intercept(sandbox, 'omise')
  onTestFinished(() => interception.stop())
  // What the client has put over https.request takes options only.
  const call = viaNode(
    (url, options, then) => https.request({ ...urlToHttpOptions(new URL(url)), ...options }, then),
    { agent: Object.assign(Object.create(null), agent) },
  )
  const headers = { authorization: sandbox.authorization.secret }
  expect((await call('https://api.omise.co/account', { headers })).status).toBe(200)
  await expect(call('https://www.omise.co/', { headers })).rejects.toThrow('www.omise.co')
  await expect(call('https://api.example.com/', { headers })).rejects.toThrow('by the proxy')
  expect(seen).toEqual([expect.stringContaining('api.example.com')])
})

test('webhooks of a sandbox that listens go to https beside it', async () => {
  const server = https.createServer(await selfSigned(['127.0.0.1']))
  const webhook = `https://127.0.0.1:${await portOf(server)}/`
  const { sandbox, client } = setUp({ webhook, webhooks: { retry: false } })
  loadClient(sandbox.keys)
  syncBuiltinESMExports()
  await sandbox.listen({ port: 0 })
  await client.customer()
  await sandbox.webhooks.settle()
  // So the request came as far as the certificate.
  expect(sandbox.webhooks.deliveries()).toMatchObject([
    { error: expect.stringMatching(/^certificate not trusted: it is self-signed/) },
  ])
})
