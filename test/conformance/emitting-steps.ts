/** The steps of the operations in `emitting.ts`, and what their events show. */
import { dispute } from '../support/disputes'
import type { Params } from '../support/form'
import { createRecipient, createTransfer } from '../support/payouts'
import { createLink, createSchedule, visit } from '../support/schedules'
import { expectSuccess, type SetUp } from '../support/set-up'

/** What must be there before, what is done, and the events of that alone, in order: key and what `data` shows, as it was then. */
export type Operation<T = { readonly id: string }> = readonly [
  name: string,
  given: (context: SetUp) => Promise<T>,
  done: (context: SetUp, given: T) => Promise<unknown>,
  ...events: readonly (readonly [key: string, data: object])[],
]

export const nothing = async () => ({ id: '' })
export const charged = ({ client }: SetUp) => client.charge()
export const held = ({ client }: SetUp) => client.authorized()
export const waiting = ({ client }: SetUp) => client.charge({ authentication: '3DS' })
export const customer = ({ client }: SetUp) => client.customer()
export const decide =
  (result: string) =>
  ({ sandbox }: SetUp) =>
    sandbox.fetch(sandbox.charges.last()?.authorize_uri ?? '', {
      method: 'POST',
      body: new URLSearchParams({ result }),
    })
/** A call on the record that was made before. */
export const call =
  (method: 'post' | 'patch' | 'delete', path: string, params: Params = {}) =>
  ({ client }: SetUp, { id }: { readonly id: string }) =>
    client[method](path.replace(':id', id), params)
/** A call on its card. */
export const callCard =
  (method: 'patch' | 'delete', params: Params = {}) =>
  async ({ client }: SetUp, { id }: { readonly id: string }) =>
    client[method](`/customers/${id}/cards/${(await client.cards(id))[0]?.id}`, params)

export const order = { amount: 10_000, currency: 'thb' } as const
export const disputed = ({ client }: SetUp) => dispute(client)
export const recipient = ({ client }: SetUp) => createRecipient(client)
export const link = ({ client }: SetUp) => createLink(client)
export const byCode = ({ client }: SetUp) => client.charge({ card: undefined, source: { type: 'promptpay' } })
export const transfer = async ({ client }: SetUp) => {
  await client.charge({ amount: 100_000 })
  return createTransfer(client)
}
export const sent = async (setup: SetUp) => {
  const { id } = await transfer(setup)
  const bank = await setup.client.get<{ recipient: string }>(`/transfers/${id}`)
  setup.sandbox.simulate.verifyRecipient(expectSuccess(bank).recipient)
  return setup.sandbox.simulate.sendTransfer(id)
}
export const schedule = ({ client, sandbox }: SetUp, { id }: { readonly id: string }) =>
  createSchedule({ client, sandbox, customer: id }, { start_on: '2026-01-20' })
export const scheduled = async (setup: SetUp) => schedule(setup, await customer(setup))
export const suspended = async (setup: SetUp) => {
  const made = await scheduled(setup)
  expectSuccess(await setup.client.post(`/schedules/${made.id}/suspend`))
  return made
}
export const payLink = async ({ sandbox, client }: SetUp, { id }: { readonly id: string }) =>
  visit(sandbox, sandbox.links.get(id)?.payment_uri ?? '', { body: { card: (await client.token()).id } })
export const planned = [
  'schedule.occurrence.scheduled',
  { object: 'occurrence', status: 'scheduled' },
] as const

export const asked = { status: 'pending', authorized: false }
export const paid = { object: 'charge', status: 'successful', paid: true }
export const poor = { status: 'failed', failure_code: 'insufficient_fund' }
export const confirmed = { ...paid, authenticated_by: '3DS' }
export const rejected = { status: 'failed', failure_code: 'payment_rejected' }
export const reversed = { status: 'reversed', authorized: true }
export const expired = { status: 'expired', authorized: false }
export const lapsed = { status: 'expired', authorized: true }
export const good = { object: 'recipient', verified: true }
export const gone = (object: string) => ({ object, deleted: true })
export const changed = { description: 'new' }
