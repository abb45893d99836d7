/** The events of operations: what must be there before, what is done, and the events of that alone. */
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

const nothing = async () => ({ id: '' })
const charged = ({ client }: SetUp) => client.charge()
const held = ({ client }: SetUp) => client.authorized()
const waiting = ({ client }: SetUp) => client.charge({ authentication: '3DS' })
const customer = ({ client }: SetUp) => client.customer()
const decide =
  (result: string) =>
  ({ sandbox }: SetUp) =>
    sandbox.fetch(sandbox.charges.last()?.authorize_uri ?? '', {
      method: 'POST',
      body: new URLSearchParams({ result }),
    })
/** A call on the record that was made before. */
const call =
  (method: 'post' | 'patch' | 'delete', path: string, params: Params = {}) =>
  ({ client }: SetUp, { id }: { readonly id: string }) =>
    client[method](path.replace(':id', id), params)
/** A call on its card. */
const callCard =
  (method: 'patch' | 'delete', params: Params = {}) =>
  async ({ client }: SetUp, { id }: { readonly id: string }) =>
    client[method](`/customers/${id}/cards/${(await client.cards(id))[0]?.id}`, params)

const order = { amount: 10_000, currency: 'thb' } as const
const disputed = ({ client }: SetUp) => dispute(client)
const recipient = ({ client }: SetUp) => createRecipient(client)
const link = ({ client }: SetUp) => createLink(client)
const byCode = ({ client }: SetUp) => client.charge({ card: undefined, source: { type: 'promptpay' } })
const transfer = async ({ client }: SetUp) => {
  await client.charge({ amount: 100_000 })
  return createTransfer(client)
}
const sent = async (setup: SetUp) => {
  const { id } = await transfer(setup)
  const bank = await setup.client.get<{ recipient: string }>(`/transfers/${id}`)
  setup.sandbox.simulate.verifyRecipient(expectSuccess(bank).recipient)
  return setup.sandbox.simulate.sendTransfer(id)
}
const schedule = ({ client, sandbox }: SetUp, { id }: { readonly id: string }) =>
  createSchedule({ client, sandbox, customer: id }, { start_on: '2026-01-20' })
const scheduled = async (setup: SetUp) => schedule(setup, await customer(setup))
const suspended = async (setup: SetUp) => {
  const made = await scheduled(setup)
  expectSuccess(await setup.client.post(`/schedules/${made.id}/suspend`))
  return made
}
const payLink = async ({ sandbox, client }: SetUp, { id }: { readonly id: string }) =>
  visit(sandbox, sandbox.links.get(id)?.payment_uri ?? '', { body: { card: (await client.token()).id } })
const planned = ['schedule.occurrence.scheduled', { object: 'occurrence', status: 'scheduled' }] as const

const asked = { status: 'pending', authorized: false }
export const paid = { object: 'charge', status: 'successful', paid: true }
export const poor = { status: 'failed', failure_code: 'insufficient_fund' }
const confirmed = { ...paid, authenticated_by: '3DS' }
const rejected = { status: 'failed', failure_code: 'payment_rejected' }
export const reversed = { status: 'reversed', authorized: true }
export const expired = { status: 'expired', authorized: false }
export const lapsed = { status: 'expired', authorized: true }
export const good = { object: 'recipient', verified: true }
export const gone = (object: string) => ({ object, deleted: true })
const changed = { description: 'new' }

export const operations: readonly Operation[] = [
  ['a token is made', nothing, ({ client }) => client.token()],
  ['a charge is paid at once', nothing, charged, ['charge.create', paid], ['charge.complete', paid]],
  [
    'a charge is declined',
    ({ client }) => client.token('4111111111140011'),
    ({ client }, { id: card }) => client.post('/charges', { amount: 10_000, currency: 'thb', card }),
    ['charge.create', poor],
    ['charge.complete', poor],
  ],
  ['a charge is authorized', nothing, held, ['charge.create', { status: 'pending', capturable: true }]],
  ['a charge waits for its cardholder', nothing, waiting, ['charge.create', asked]],
  ['a cardholder confirms', waiting, decide('success'), ['charge.complete', confirmed]],
  ['a cardholder rejects', waiting, decide('failure'), ['charge.complete', rejected]],
  ['a charge is captured', held, call('post', '/charges/:id/capture'), ['charge.update', paid]],
  ['a charge is reversed', held, call('post', '/charges/:id/reverse'), ['charge.update', reversed]],
  ['a charge is expired', waiting, call('post', '/charges/:id/expire'), ['charge.update', expired]],
  ['an authorization lapses', held, ({ sandbox }) => sandbox.clock.advance('7d'), ['charge.update', lapsed]],
  ['a charge is changed', charged, call('patch', '/charges/:id', changed), ['charge.update', changed]],
  [
    'a charge is refunded',
    charged,
    call('post', '/charges/:id/refunds', { amount: 100 }),
    ['refund.create', { object: 'refund', amount: 100, charge: { refunded_amount: 100 } }],
  ],
  [
    'a customer is made with a card',
    nothing,
    customer,
    ['customer.create', { object: 'customer', cards: { total: 1 } }],
  ],
  ['a customer is changed', customer, call('patch', '/customers/:id', changed), ['customer.update', changed]],
  [
    'a card is attached',
    customer,
    async ({ client }, { id }) => client.patch(`/customers/${id}`, { card: (await client.token()).id }),
    ['customer.update', { cards: { total: 2 } }],
  ],
  [
    'a card is changed',
    customer,
    callCard('patch', { name: 'New' }),
    ['customer.update', { cards: { data: [{ name: 'New' }] } }],
  ],
  [
    'a card is deleted',
    customer,
    callCard('delete'),
    ['customer.update', { cards: { total: 0 }, default_card: null }],
  ],
  [
    'a customer is deleted',
    customer,
    call('delete', '/customers/:id'),
    ['customer.destroy', { deleted: true, cards: { total: 0 } }],
  ],
  [
    'a customer files a dispute',
    charged,
    call('post', '/charges/:id/disputes'),
    ['charge.dispute.create', { object: 'dispute', status: 'open' }],
  ],
  [
    'a dispute is answered',
    disputed,
    call('patch', '/disputes/:id', { message: 'It was delivered' }),
    ['charge.dispute.update', { object: 'dispute', status: 'pending' }],
  ],
  [
    'a dispute is accepted',
    disputed,
    call('patch', '/disputes/:id/accept'),
    ['charge.dispute.close', { object: 'dispute', status: 'lost' }],
  ],
  [
    'the bank decides a dispute',
    disputed,
    call('patch', '/disputes/:id/close'),
    ['charge.dispute.close', { object: 'dispute', status: 'lost' }],
  ],
  [
    'a source is made',
    nothing,
    call('post', '/sources', { ...order, type: 'promptpay' }),
    ['source.create', { object: 'source', charge_status: 'unknown' }],
  ],
  [
    'the payer pays',
    byCode,
    call('post', '/charges/:id/mark_as_paid'),
    ['charge.complete', paid],
    ['source.update', { object: 'source', status: 'successful' }],
    ['source.successful', { object: 'source', status: 'successful' }],
  ],
  [
    'the payer refuses',
    byCode,
    call('post', '/charges/:id/mark_as_failed'),
    ['charge.complete', { object: 'charge', status: 'failed' }],
    ['source.failed', { object: 'source', status: 'failed' }],
  ],
  [
    'a code is expired',
    byCode,
    call('post', '/charges/:id/expire'),
    ['charge.update', { status: 'expired', source: { charge_status: 'expired', status: 'failed' } }],
    ['source.failed', { object: 'source', charge_status: 'expired', status: 'failed' }],
  ],
  [
    'a transfer is made',
    ({ client }) => client.charge({ amount: 100_000 }),
    call('post', '/transfers', { amount: 10_000 }),
    ['transfer.create', { object: 'transfer', sent: false }],
  ],
  [
    'the bank is asked to pay',
    transfer,
    call('post', '/transfers/:id/mark_as_sent'),
    ['transfer.update', { object: 'transfer', sent: true }],
  ],
  [
    'a transfer is changed',
    transfer,
    call('patch', '/transfers/:id', { metadata: { week: '1' } }),
    ['transfer.update', { object: 'transfer', sent: false }],
  ],
  [
    'a transfer arrives',
    sent,
    call('post', '/transfers/:id/mark_as_paid'),
    ['transfer.update', { object: 'transfer', paid: true }],
  ],
  [
    'a transfer comes back',
    sent,
    async ({ sandbox }, { id }) => sandbox.simulate.failTransfer(id),
    ['transfer.destroy', { object: 'transfer', failure_code: 'transfer_failed' }],
  ],
  [
    'a transfer is deleted',
    transfer,
    call('delete', '/transfers/:id'),
    ['transfer.destroy', gone('transfer')],
  ],
  ['a link is made', nothing, link, ['link.create', { object: 'link', used: false }]],
  [
    'a payer pays a link',
    link,
    payLink,
    ['charge.create', paid],
    ['charge.complete', paid],
    ['link.payment.create', { object: 'charge' }],
    ['link.payment.complete', paid],
  ],
  ['a recipient is made', nothing, recipient, ['recipient.create', { object: 'recipient', verified: false }]],
  [
    'a recipient is changed',
    recipient,
    call('patch', '/recipients/:id', changed),
    ['recipient.update', { object: 'recipient', ...changed }],
  ],
  ['a recipient is verified', recipient, call('post', '/recipients/:id/verify'), ['recipient.verify', good]],
  [
    'a recipient is deleted',
    recipient,
    call('delete', '/recipients/:id'),
    ['recipient.destroy', gone('recipient')],
  ],
  [
    'an active recipient is deleted',
    async (setup) => setup.sandbox.simulate.verifyRecipient((await recipient(setup)).id),
    call('delete', '/recipients/:id'),
    ['recipient.destroy', gone('recipient')],
  ],
  [
    'charges are scheduled',
    customer,
    schedule,
    ['schedule.create', { object: 'schedule', active: true }],
    planned,
  ],
  [
    'a schedule is suspended',
    scheduled,
    call('post', '/schedules/:id/suspend'),
    ['schedule.suspend', { object: 'schedule', active: false, status: 'suspended' }],
  ],
  [
    'a schedule is activated',
    suspended,
    call('post', '/schedules/:id/activate'),
    ['schedule.activate', { object: 'schedule', active: true }],
  ],
  [
    'a schedule is activated after its day',
    async (setup) => {
      const { id } = await suspended(setup)
      await setup.sandbox.clock.set('2026-01-20T01:30:00Z')
      return { id }
    },
    call('post', '/schedules/:id/activate'),
    ['schedule.activate', { object: 'schedule', active: true, occurrences: { total: 2 } }],
    planned,
  ],
  [
    'a schedule is deleted',
    scheduled,
    call('delete', '/schedules/:id'),
    ['schedule.destroy', gone('schedule')],
  ],
  [
    'a schedule ends',
    async (setup) => {
      const { id } = await customer(setup)
      const days = { start_on: '2026-01-20', end_on: '2026-01-20' }
      return createSchedule({ client: setup.client, sandbox: setup.sandbox, customer: id }, days)
    },
    ({ sandbox }) => sandbox.clock.set('2026-01-20T01:30:00Z'),
    ['charge.create', paid],
    ['charge.complete', paid],
    ['schedule.occurrence.successful', { object: 'occurrence', status: 'successful' }],
  ],
  [
    'the day comes',
    scheduled,
    ({ sandbox }) => sandbox.clock.set('2026-01-20T01:30:00Z'),
    ['charge.create', paid],
    ['charge.complete', paid],
    ['schedule.occurrence.successful', { object: 'occurrence', status: 'successful' }],
    planned,
  ],
  [
    'the day comes and the card is empty',
    async (setup) => {
      const { id: card } = await setup.client.token('4111111111140011')
      return schedule(setup, await setup.client.customer({ card }))
    },
    ({ sandbox }) => sandbox.clock.set('2026-01-20T01:30:00Z'),
    ['charge.create', poor],
    ['charge.complete', poor],
    ['schedule.occurrence.failed', { object: 'occurrence', status: 'failed' }],
    planned,
  ],
  [
    'an event is delivered, and delivered again where that failed',
    async ({ sandbox, client }) => {
      sandbox.webhooks.onDelivery(() => new Response(null, { status: 503 }))
      return client.customer()
    },
    ({ sandbox }) => sandbox.clock.advance('1m'),
    ['webhooks.deliver', { object: 'webhook_delivery', key: 'customer.create', status: 503 }],
    ['webhooks.retry', { object: 'webhook_delivery', key: 'customer.create', status: 503 }],
  ],
  [
    'something is read or refused',
    charged,
    async ({ client }, { id }) => {
      await client.get(`/charges/${id}`)
      await client.post(`/charges/${id}/capture`)
      await client.post(`/charges/${id}/refunds`, { amount: 10_001 })
    },
  ],
]
