/** A request that waits, for its body or for a fault, belongs to the state that it finds when it runs. */
import { request } from 'node:http'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Account, Sandbox } from '../../../src/index'
import { clientWith, day, setUp, stateOf, test } from '../../support/set-up'

const json = { 'content-type': 'application/json' }

interface Call {
  /** Resolves when the server waits for the body. */
  readonly waits: Promise<unknown>
  readonly answer: Promise<{ readonly status: number; readonly text: string }>
  readonly end: () => void
}

interface Asked {
  readonly path: string
  readonly secret: string
  readonly body: object
}

/** The ways in which a body comes, each of which ends when the test says so. */
const ways: [name: string, begin: (sandbox: Sandbox, asked: Asked) => Promise<Call>][] = [
  [
    'in process',
    async ({ url, fetch }, { path, secret, body }) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const headers = { authorization: secret, ...json }
      const init = { method: 'POST', headers, body: readable, duplex: 'half' }
      return {
        // A stream without a buffer takes the first bytes when someone reads it.
        waits: writer.write(new TextEncoder().encode('{')),
        answer: fetch(`${url}${path}`, init).then(async (answer) => ({
          status: answer.status,
          text: await answer.text(),
        })),
        end: () => {
          void writer.write(new TextEncoder().encode(JSON.stringify(body).slice(1)))
          void writer.close()
        },
      }
    },
  ],
  [
    'over sockets',
    async (sandbox, { path, secret, body }) => {
      const { url } = await sandbox.listen({ port: 0 })
      const headers = { authorization: secret, expect: '100-continue', ...json }
      const sent = request(`${url}${path}`, { method: 'POST', headers })
      const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
        sent.once('error', reject)
        sent.once('response', async (incoming) => {
          let text = ''
          for await (const part of incoming) text += part
          resolve({ status: incoming.statusCode ?? 0, text })
        })
      })
      const waits = new Promise((resolve) => {
        sent.once('continue', resolve)
      })
      sent.flushHeaders()
      return { waits, answer, end: () => sent.end(JSON.stringify(body)) }
    },
  ],
]

const changes: [name: string, status: number, change: (sandbox: Sandbox, account: Account) => void][] = [
  ['is reset without the account', 401, (sandbox) => sandbox.reset()],
  ['locks the account', 403, (_, account) => account.update({ locked: true })],
  [
    'revokes the key',
    401,
    (_, account) => account.update({ keys: { [account.test.keys.secret]: 'revoked' } }),
  ],
]

describe.each(ways)('a request whose body is still under way %s', (_, begin) => {
  test.each(changes)('is refused, and changes nothing, when the sandbox %s', async (_, status, change) => {
    const { sandbox } = setUp()
    const account = sandbox.createAccount()
    const secret = account.test.authorization.secret
    const source = { type: 'promptpay' }
    const body = { amount: 10_000, currency: 'thb', source }
    const call = await begin(sandbox, { path: '/charges', secret, body })
    await call.waits
    change(sandbox, account)
    const before = stateOf(sandbox)
    call.end()
    expect(await call.answer).toMatchObject({ status })
    expect(stateOf(sandbox)).toBe(before)
    await sandbox.clock.advance('2d')
  })

  test('finds no record that a reset has removed', async ({ sandbox, client }) => {
    const { id } = await client.authorized()
    const secret = sandbox.authorization.secret
    const call = await begin(sandbox, { path: `/charges/${id}/capture`, secret, body: {} })
    await call.waits
    sandbox.reset()
    const before = stateOf(sandbox)
    call.end()
    expect(await call.answer).toMatchObject({ status: 404 })
    expect(stateOf(sandbox)).toBe(before)
  })

  test('belongs to the account that its key opens when the body ends', async () => {
    const { sandbox } = setUp({ accounts: 'auto' })
    const secret = `Basic ${btoa('skey_test_shop:')}`
    const call = await begin(sandbox, { path: '/customers', secret, body: { description: 'Somchai' } })
    await call.waits
    sandbox.reset()
    call.end()
    expect(await call.answer).toMatchObject({ status: 200 })
    expect(sandbox.accounts.at(-1)?.test.customers.last()).toMatchObject({ description: 'Somchai' })
  })
})

test('a request that a fault delays is refused, and changes nothing, when a reset removes its account', async () => {
  const { sandbox } = setUp()
  const account = sandbox.createAccount()
  account.test.faults.add({ delayMs: 1 })
  const asked = clientWith(sandbox, account.keys).post('/customers', { description: 'Somchai' })
  sandbox.reset()
  const before = stateOf(sandbox)
  expect(await asked).toMatchObject({ status: 401, body: { code: 'authentication_failure' } })
  expect(stateOf(sandbox)).toBe(before)
})

test('a payer whose answer comes while the charge expires is too late', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sandbox, client } = setUp({ now: undefined, freeze: false, time: 'test', require3ds: true })
  const { id, authorize_uri } = await client.charge()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const sent = { method: 'POST', body: readable, duplex: 'half' }
  const answer = sandbox.fetch(`${authorize_uri}`, sent)
  await writer.write(new TextEncoder().encode('result='))
  vi.setSystemTime(Date.now() + 30 * day)
  void writer.write(new TextEncoder().encode('success'))
  void writer.close()
  expect((await answer).status).toBe(410)
  expect(sandbox.charges.get(id)?.status).toBe('expired')
})
