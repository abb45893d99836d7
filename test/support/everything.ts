/** A sandbox in which everything happened that can, for tests of states and their events. */
import { eventKeysOf } from '../../src/service/resources/event/keys'
import { makeClient } from './client'
import { plainSandbox } from './set-up'

/** One of everything, in both modes and on several days; as the text of its state. */
export const everything = async (): Promise<string> => {
  const sandbox = plainSandbox()
  sandbox.webhooks.onDelivery(() => 200)
  for (const key of eventKeysOf('spec')) await sandbox.trigger(key)
  await sandbox.clock.advance('2d')
  const client = makeClient(sandbox)
  const { id } = await client.charge({ description: 'shoes', metadata: { order: 'A-1' } })
  await client.refund(id, { amount: 100 })
  await client.authorized()
  await client.customer({ email: 'somchai@example.com' })
  await client.post('/customers', { email: 'a@example.com' }, { headers: { 'idempotency-key': 'once' } })
  await makeClient(sandbox, sandbox.live).charge({ currency: 'usd', amount: 12_345 })
  return JSON.stringify(sandbox.snapshot())
}
