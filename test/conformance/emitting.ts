/** The events of operations: what must be there before, what is done, and the events of that alone. */
import { createSchedule } from '../support/schedules'
import {
  asked,
  byCode,
  call,
  callCard,
  changed,
  charged,
  confirmed,
  customer,
  decide,
  disputed,
  expired,
  gone,
  good,
  held,
  lapsed,
  link,
  nothing,
  type Operation,
  order,
  paid,
  payLink,
  planned,
  poor,
  recipient,
  rejected,
  reversed,
  schedule,
  scheduled,
  sent,
  suspended,
  transfer,
  waiting,
} from './emitting-steps'

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
