/** Some operation emits every kind of event, about the record that changed. */
import { describe, expect, test } from 'vitest'
import type { Event } from '../../src/index'
import { createSandbox } from '../../src/index'
import { type EventKey, eventKeysOf, eventObjects } from '../../src/service/resources/event/keys'
import { events } from '../spec/events'
import { omiseEvents } from '../spec/events-omise'
import { makeControl } from '../support/control'
import { dispute } from '../support/disputes'
import type { Params } from '../support/form'
import { createRecipient, createTransfer } from '../support/payouts'
import { createLink, createSchedule, visit } from '../support/schedules'
import { expectSuccess, type SetUp, setUp, stateOf } from '../support/set-up'

/** What must be there before, what is done, and the events of that alone, in order: key and what `data` shows, as it was then. */
type Operation<T = { readonly id: string }> = readonly [
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
const sent = async (stage: SetUp) => {
  const { id } = await transfer(stage)
  const bank = await stage.client.get<{ recipient: string }>(`/transfers/${id}`)
  stage.sandbox.simulate.verifyRecipient(expectSuccess(bank).recipient)
  return stage.sandbox.simulate.sendTransfer(id)
}
const schedule = ({ client, sandbox }: SetUp, { id }: { readonly id: string }) =>
  createSchedule({ client, sandbox, customer: id }, { start_on: '2026-01-20' })
const scheduled = async (stage: SetUp) => schedule(stage, await customer(stage))
const suspended = async (stage: SetUp) => {
  const made = await scheduled(stage)
  expectSuccess(await stage.client.post(`/schedules/${made.id}/suspend`))
  return made
}
const payLink = async ({ sandbox, client }: SetUp, { id }: { readonly id: string }) =>
  visit(sandbox, sandbox.links.get(id)?.payment_uri ?? '', { body: { card: (await client.token()).id } })
const planned = ['schedule.occurrence.scheduled', { object: 'occurrence', status: 'scheduled' }] as const

const asked = { status: 'pending', authorized: false }
const paid = { object: 'charge', status: 'successful', paid: true }
const poor = { status: 'failed', failure_code: 'insufficient_fund' }
const confirmed = { ...paid, authenticated_by: '3DS' }
const rejected = { status: 'failed', failure_code: 'payment_rejected' }
const reversed = { status: 'reversed', authorized: true }
const expired = { status: 'expired', authorized: false }
const lapsed = { status: 'expired', authorized: true }
const good = { object: 'recipient', verified: true }
const gone = (object: string) => ({ object, deleted: true })
const changed = { description: 'new' }

const operations: readonly Operation[] = [
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
    async (stage) => stage.sandbox.simulate.verifyRecipient((await recipient(stage)).id),
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
    'a schedule is deleted',
    scheduled,
    call('delete', '/schedules/:id'),
    ['schedule.destroy', gone('schedule')],
  ],
  [
    'a schedule ends',
    async (stage) => {
      const { id } = await customer(stage)
      const days = { start_on: '2026-01-20', end_on: '2026-01-20' }
      return createSchedule({ client: stage.client, sandbox: stage.sandbox, customer: id }, days)
    },
    ({ sandbox }) => sandbox.clock.set('2026-01-20T02:00:00Z'),
    ['charge.create', paid],
    ['charge.complete', paid],
    ['schedule.occurrence.successful', { object: 'occurrence', status: 'successful' }],
  ],
  [
    'the day comes',
    scheduled,
    ({ sandbox }) => sandbox.clock.set('2026-01-20T02:00:00Z'),
    ['charge.create', paid],
    ['charge.complete', paid],
    ['schedule.occurrence.successful', { object: 'occurrence', status: 'successful' }],
    planned,
  ],
  [
    'the day comes and the card is empty',
    async (stage) => {
      const { id: card } = await stage.client.token('4111111111140011')
      return schedule(stage, await stage.client.customer({ card }))
    },
    ({ sandbox }) => sandbox.clock.set('2026-01-20T02:00:00Z'),
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

type Told = Operation extends readonly [string, unknown, unknown, ...infer E] ? E : never

const active = { object: 'recipient', active: true }
const card = { object: 'card' }

/** What the real service tells instead; all other operations emit the same there. */
const otherwise: Readonly<Record<string, Told>> = {
  'a charge is paid at once': [['charge.create', paid]],
  'a charge is declined': [['charge.create', poor]],
  'a charge is captured': [['charge.capture', paid]],
  'a charge is reversed': [['charge.reverse', reversed]],
  'a charge is expired': [['charge.expire', expired]],
  'an authorization lapses': [['charge.expire', lapsed]],
  'a card is attached': [
    ['customer.update', { cards: { total: 2 } }],
    ['customer.update.card', { object: 'customer', cards: { total: 2 } }],
  ],
  'a card is changed': [['card.update', { ...card, name: 'New' }]],
  'a card is deleted': [['card.destroy', { ...card, deleted: true }]],
  'a customer files a dispute': [['dispute.create', { object: 'dispute', status: 'open' }]],
  'a dispute is answered': [['dispute.update', { object: 'dispute', status: 'pending' }]],
  'a dispute is accepted': [['dispute.accept', { object: 'dispute', status: 'lost' }]],
  'the bank decides a dispute': [['dispute.close', { object: 'dispute', status: 'lost' }]],
  'a source is made': [],
  'the payer pays': [['charge.complete', paid]],
  'the payer refuses': [['charge.complete', { object: 'charge', status: 'failed' }]],
  'the bank is asked to pay': [['transfer.send', { object: 'transfer', sent: true, paid: false }]],
  'a transfer arrives': [['transfer.pay', { object: 'transfer', paid: true }]],
  'a transfer comes back': [['transfer.fail', { object: 'transfer', failure_code: 'transfer_failed' }]],
  'a payer pays a link': [['charge.create', paid]],
  'a recipient is verified': [
    ['recipient.verify', good],
    ['recipient.activate', active],
  ],
  'an active recipient is deleted': [
    ['recipient.deactivate', gone('recipient')],
    ['recipient.destroy', gone('recipient')],
  ],
  'charges are scheduled': [['schedule.create', { object: 'schedule', active: true }]],
  'a schedule is activated': [],
  'a schedule ends': [
    ['charge.create', paid],
    ['schedule.expire', { object: 'schedule', status: 'expired' }],
  ],
  'the day comes': [['charge.create', paid]],
  'the day comes and the card is empty': [['charge.create', poor]],
  'an event is delivered, and delivered again where that failed': [],
}

const profiles = [
  ['spec', events.map(({ key }) => key), {}],
  ['omise', omiseEvents, otherwise],
] as const

describe.each(profiles)('with the event keys of %s an operation emits', (set, known, instead) => {
  const told = ([name, , , ...usual]: Operation): Told =>
    (instead as Readonly<Record<string, Told>>)[name] ?? usual

  test.for(operations)('%s', async (operation) => {
    const [, given, done] = operation
    const stage = setUp({ overrides: { eventKeys: set } })
    const record = await given(stage)
    const before = stage.sandbox.events.count()
    await done(stage, record)
    const fresh = stage.sandbox.events.list().slice(before)
    const expected = told(operation)
    expect(fresh.map(({ key }) => key)).toEqual(expected.map(([key]) => key))
    for (const [i, [, data]] of expected.entries()) expect(fresh[i]?.data).toMatchObject(data)
    for (const event of fresh)
      expect(expectSuccess(await stage.client.get<Event>(`/events/${event.id}`))).toEqual(event)
  })

  test('the keys are those of the table, and each has an operation here that emits it', () => {
    const emitted = operations.flatMap((operation) => told(operation).map(([key]) => key))
    // Nothing says how long before the end of a schedule the service sends it: only `trigger` makes it.
    const byHand = set === 'omise' ? ['schedule.expiring'] : []
    expect([...new Set([...emitted, ...byHand])].sort()).toEqual([...known].sort())
    expect([...eventKeysOf(set)].sort()).toEqual([...known].sort())
    expect(Object.keys(instead).filter((name) => operations.every(([one]) => one !== name))).toEqual([])
  })

  test('each can be triggered, and its data is what the type says', async () => {
    for (const key of known) {
      const { sandbox } = setUp({ overrides: { eventKeys: set } })
      const event = await sandbox.trigger(key)
      expect([event.key, event.data.object]).toEqual([key, eventObjects[key as EventKey]])
    }
  })
})

describe('a key of the other profile is refused, with its counterpart, and nothing changes', () => {
  const refused: readonly [set: 'spec' | 'omise', key: string, message: RegExp][] = [
    [
      'omise',
      'charge.dispute.create',
      /^there is no event .*: with the profile omise it is dispute\.create$/,
    ],
    ['omise', 'charge.dispute.close', /it is dispute\.close, dispute\.accept$/],
    ['omise', 'charge.dispute.*', /it is dispute\.create, dispute\.update, dispute\.close, dispute\.accept$/],
    ['omise', 'source.create', /: the service has no such event$/],
    ['omise', 'source.successful', /: the service has no such event; there it is charge\.complete$/],
    ['omise', 'link.payment.complete', /there it is charge\.complete$/],
    ['omise', 'schedule.occurrence.failed', /: the service has no such event$/],
    ['omise', 'webhooks.retry', /: the service has no such event$/],
    ['omise', 'charge.captur', /: did you mean charge\.capture\?$/],
    ['spec', 'charge.capture', /: with the profile spec it is charge\.update$/],
    ['spec', 'dispute.accept', /: with the profile spec it is charge\.dispute\.close$/],
    ['spec', 'transfer.fail', /: with the profile spec it is transfer\.destroy$/],
    ['spec', 'card.update', /: the specification has no such event; there it is customer\.update$/],
    ['spec', 'schedule.expire', /: the specification has no such event$/],
    ['spec', 'charge.complet', /: did you mean charge\.complete\?$/],
  ]
  test.for(refused)('with the keys of %s: %s', async ([set, key, message]) => {
    const { sandbox } = setUp({ overrides: { eventKeys: set } })
    const control = makeControl(sandbox)
    const before = stateOf(sandbox)
    const error = expect.objectContaining({ message: expect.stringMatching(message) })
    await expect(sandbox.trigger(key)).rejects.toEqual(error)
    await expect(sandbox.events.waitFor(key)).rejects.toEqual(error)
    await expect(sandbox.webhooks.next(key)).rejects.toEqual(error)
    const fault = expect.objectContaining({
      message: expect.stringMatching(/^event: fits no event that is delivered: /),
    })
    expect(() => sandbox.faults.addWebhook({ event: key, drop: true })).toThrow(fault)
    const answer = await control.post('/faults', { webhook: key, drop: true })
    expect([answer.status, answer.body]).toMatchObject([
      422,
      {
        error: {
          issues: [{ path: 'webhook', message: expect.stringMatching(/^fits no event that is delivered/) }],
        },
      },
    ])
    expect(() =>
      createSandbox({ overrides: { eventKeys: set }, faults: [{ event: key, drop: true }] }),
    ).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringMatching(/^faults\.0\.event: /),
      }),
    )
    expect(stateOf(sandbox)).toBe(before)
  })
})
