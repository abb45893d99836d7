import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { patience, runs } from '../support/arbitraries'
import { type Client, makeClient } from '../support/client'
import { auditSandbox, plainSandbox, stateOf } from '../support/sandbox'

vi.setConfig({ testTimeout: patience })

/** What can happen to a sandbox, beyond charges and refunds. */
const happenings: Readonly<Record<string, (sandbox: Sandbox, client: Client) => Promise<unknown>>> = {
  token: (_, client) => client.token(),
  charge: (_, client) => client.charge({ metadata: { '10': 'x', '2': 'y', nested: { list: [1, 'é'] } } }),
  hold: (_, client) => client.authorized(),
  'wait for 3-D Secure': (_, client) =>
    client.charge({ authentication: '3DS', return_uri: 'https://shop.example' }),
  confirm: async (sandbox, client) => {
    const waiting = sandbox.charges.list((charge) => charge.status === 'pending' && !charge.authorized)[0]
    if (waiting !== undefined) await client.confirm(waiting)
  },
  decline: async (_, client) => {
    const { id: card } = await client.token('4111111111140011')
    return client.post('/charges', { amount: 10_000, currency: 'jpy', card })
  },
  customer: (_, client) => client.customer({ description: 'Somchai' }),
  'delete a card': async (sandbox, client) => {
    const customer = sandbox.customers.list((one) => one.default_card !== null)[0]
    if (customer !== undefined)
      await client.delete(`/customers/${customer.id}/cards/${customer.default_card}`)
  },
  'delete a customer': async (sandbox, client) => {
    const customer = sandbox.customers.list({ deleted: false })[0]
    if (customer !== undefined) await client.delete(`/customers/${customer.id}`)
  },
  refund: async (sandbox, client) => {
    const charge = sandbox.charges.list({ refundable: true })[0]
    if (charge !== undefined) await client.refund(charge.id, { amount: 100 })
  },
  'remember a key': (_, client) =>
    client.post('/customers', { email: 'a@example.com' }, { headers: { 'idempotency-key': 'once' } }),
  'charge in live mode': (sandbox) => makeClient(sandbox, sandbox.live).charge(),
  'open an account': async (sandbox) => makeClient(sandbox, sandbox.createAccount()).charge(),
  'revoke a key': async (sandbox) => {
    const account = sandbox.createAccount()
    account.update({ locked: true, keys: { [account.live.keys.public]: 'revoked' } })
  },
  'an hour': (sandbox) => sandbox.clock.advance('1h'),
  'eight days': (sandbox) => sandbox.clock.advance('8d'),
  'a hundred days': (sandbox) => sandbox.clock.advance('100d'),
}

const happening = fc.constantFrom(...Object.keys(happenings))
const story = fc.array(happening, { maxLength: 10 })

const tell = async (sandbox: Sandbox, names: readonly string[]): Promise<void> => {
  const client = makeClient(sandbox)
  for (const name of names) await happenings[name]?.(sandbox, client)
}

describe('a snapshot is all there is', () => {
  test('snapshot, JSON, restore elsewhere, snapshot: the same text, and the books are in order', async () => {
    const property = fc.asyncProperty(story, async (names) => {
      const sandbox = plainSandbox()
      await tell(sandbox, names)
      auditSandbox(sandbox)
      const state = stateOf(sandbox)
      const copy = plainSandbox()
      copy.restore(JSON.parse(state))
      expect(stateOf(copy)).toBe(state)
    })
    await fc.assert(property, runs(150))
  })

  test('a restored sandbox goes on as the original would have', async () => {
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const sandbox = plainSandbox()
      await tell(sandbox, before)
      const copy = plainSandbox()
      copy.restore(JSON.parse(stateOf(sandbox)))
      await tell(sandbox, after)
      await tell(copy, after)
      expect(stateOf(copy)).toBe(stateOf(sandbox))
      auditSandbox(copy)
    })
    await fc.assert(property, runs(100))
  })

  test('going back to a snapshot undoes all that came after it', async () => {
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const sandbox = plainSandbox()
      await tell(sandbox, before)
      const saved = sandbox.snapshot()
      const state = JSON.stringify(saved)
      await tell(sandbox, after)
      expect(JSON.stringify(saved)).toBe(state)
      sandbox.restore(saved)
      expect(stateOf(sandbox)).toBe(state)
      sandbox.reset()
      expect(stateOf(sandbox)).toBe(stateOf(plainSandbox()))
    })
    await fc.assert(property, runs(100))
  })
})
