/** Stories of a sandbox, step by step, for properties of its whole state. */
import fc from 'fast-check'
import type { EventKey, Sandbox } from '../../src/index'
import { eventKeysOf } from '../../src/service/resources/event/keys'
import { type Client, makeClient } from './client'

/** Steps by their names. A name that is none of these is the key of an event, which is triggered. */
const steps: Readonly<Record<string, (sandbox: Sandbox, client: Client) => Promise<unknown>>> = {
  token: (_, client) => client.token(),
  charge: (_, client) => client.charge({ metadata: { '10': 'x', '2': 'y', nested: { list: [1, 'é'] } } }),
  authorize: (_, client) => client.authorized(),
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

export const storyStep = fc.constantFrom(...Object.keys(steps))

/** A story of these steps and of triggered events: records of all kinds, in most of their states. */
export const storyOf = (maxLength: number): fc.Arbitrary<readonly string[]> =>
  fc.array(fc.oneof(storyStep, fc.constantFrom(...eventKeysOf('spec'))), { maxLength, size: 'max' })

export const playStory = async (sandbox: Sandbox, names: readonly string[]): Promise<void> => {
  const client = makeClient(sandbox)
  for (const name of names) await (steps[name]?.(sandbox, client) ?? sandbox.trigger(name as EventKey))
}
