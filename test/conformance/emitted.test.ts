/** Some operation emits every kind of event, about the record that changed. */
import { describe, expect, test } from 'vitest'
import type { Event, EventKey } from '../../src/index'
import { eventKeys } from '../../src/service/resources/event/model'
import { events } from '../spec/events'
import { dispute } from '../support/disputes'
import type { Params } from '../support/form'
import { createRecipient, transferIn } from '../support/payouts'
import { expectSuccess, type SetUp, setUp } from '../support/set-up'

interface Row {
  /** The operation as the specification or the API names it; what came before it is made in `given`. */
  readonly by: string
  readonly given?: (stage: SetUp) => Promise<string>
  readonly drive: (stage: SetUp, id: string) => Promise<unknown>
  readonly data: { readonly object: string; readonly [field: string]: unknown }
}

const order = { amount: 10_000, currency: 'thb' } as const
const promptpay = { ...order, source: { type: 'promptpay' } }
const daily = { every: 1, period: 'day', start_on: '2026-01-20', end_on: '2026-02-15' }

const idOf = (stage: SetUp, path: string, params = {}): Promise<string> =>
  stage.client.post(path, params).then((answer) => expectSuccess(answer).id)

const done = (promise: Promise<{ status: number; body: unknown }>): Promise<unknown> =>
  promise.then((answer) => expect(answer).toMatchObject({ status: 200 }))

const regular = { description: 'A regular' }
const email = { email: 'shop@example.com' }

const charge = async ({ client }: SetUp): Promise<string> => (await client.charge()).id
const held = async ({ client }: SetUp): Promise<string> => (await client.authorized()).id
const customer = async ({ client }: SetUp): Promise<string> => (await client.customer()).id
const waiting = (stage: SetUp): Promise<string> => idOf(stage, '/charges', promptpay)
const recipient = async ({ client }: SetUp): Promise<string> => (await createRecipient(client)).id
const opened = async ({ client }: SetUp): Promise<string> => (await dispute(client)).id
const schedule = async (stage: SetUp): Promise<string> =>
  idOf(stage, '/schedules', { ...daily, charge: { customer: await customer(stage), amount: 10_000 } })
const suspended = async (stage: SetUp): Promise<string> => {
  const id = await schedule(stage)
  await stage.client.post(`/schedules/${id}/suspend`)
  return id
}
const transfer = async ({ client }: SetUp): Promise<string> => {
  await client.charge({ amount: 100_000 })
  return (await transferIn.pending(client)).id
}
const link = (stage: SetUp): Promise<string> =>
  idOf(stage, '/links', { ...order, title: 'Tea', description: 'Green' })

const payLink = async ({ sandbox, client }: SetUp, id: string): Promise<void> => {
  const uri = sandbox.links.get(id)?.payment_uri ?? ''
  const body = new URLSearchParams({ card: (await client.token()).id })
  const answer = await sandbox.fetch(uri, { method: 'POST', body, headers: { accept: 'application/json' } })
  expect(answer.status).toBe(200)
}

const badCard = async ({ client }: SetUp): Promise<string> =>
  (await client.customer({ card: (await client.token('4111111111140011')).id })).id

/** A receiver that is down. */
const receiver = async ({ sandbox }: SetUp): Promise<string> => {
  sandbox.webhooks.onDelivery(() => new Response(null, { status: 503 }))
  return ''
}

type Given = (stage: SetUp) => Promise<string>

/** What a call does to the record that was made before. */
const call = (by: string, given: Given, data: Row['data'], params: Params = {}): Row => {
  const [method = '', path = ''] = by.split(' ')
  const send = method.toLowerCase() as 'post' | 'patch' | 'delete'
  return {
    ...{ by, given, data },
    drive: ({ client }, id) => done(client[send](path.replace(':id', id), params)),
  }
}

const rows: Readonly<Partial<Record<EventKey, Row>>> = {
  'charge.create': { by: 'POST /charges', drive: charge, data: { object: 'charge' } },
  'charge.complete': {
    ...call('POST /charges/:id/mark_as_paid', waiting, { object: 'charge', status: 'successful' }),
    by: 'the payer pays',
  },
  'charge.update': call('POST /charges/:id/capture', held, { object: 'charge', captured: true }),
  'refund.create': call(
    'POST /charges/:id/refunds',
    charge,
    { object: 'refund', amount: 100 },
    { amount: 100 },
  ),
  'customer.create': { by: 'POST /customers', drive: customer, data: { object: 'customer', deleted: false } },
  'customer.update': call('PATCH /customers/:id', customer, { object: 'customer', ...regular }, regular),
  'customer.destroy': call('DELETE /customers/:id', customer, { object: 'customer', deleted: true }),
  'transfer.create': { by: 'POST /transfers', drive: transfer, data: { object: 'transfer', sent: false } },
  'transfer.update': {
    ...call('POST /transfers/:id/mark_as_sent', transfer, { object: 'transfer', sent: true }),
    by: 'the bank is told to pay',
  },
  'transfer.destroy': call('DELETE /transfers/:id', transfer, { object: 'transfer', deleted: true }),
  'charge.dispute.create': {
    by: 'a customer files',
    drive: opened,
    data: { object: 'dispute', status: 'open' },
  },
  'charge.dispute.update': call(
    'PATCH /disputes/:id',
    opened,
    { object: 'dispute', status: 'pending' },
    {
      message: 'It was delivered',
    },
  ),
  'charge.dispute.close': call('PATCH /disputes/:id/accept', opened, { object: 'dispute', status: 'lost' }),
  'source.create': {
    by: 'POST /sources',
    drive: (stage) => idOf(stage, '/sources', { ...order, type: 'promptpay' }),
    data: { object: 'source', charge_status: 'unknown' },
  },
  'source.update': {
    ...call('POST /charges/:id/mark_as_paid', waiting, { object: 'source', status: 'successful' }),
    by: 'the payer pays',
  },
  'source.successful': {
    ...call('POST /charges/:id/mark_as_paid', waiting, { object: 'source', status: 'successful' }),
    by: 'the payer pays',
  },
  'source.failed': {
    ...call('POST /charges/:id/mark_as_failed', waiting, { object: 'source', status: 'failed' }),
    by: 'the payer refuses',
  },
  'link.create': { by: 'POST /links', drive: link, data: { object: 'link', used: false } },
  'link.payment.create': { by: 'a payer pays', given: link, drive: payLink, data: { object: 'charge' } },
  'link.payment.complete': {
    by: 'a payer pays',
    given: link,
    drive: payLink,
    data: { object: 'charge', status: 'successful' },
  },
  'recipient.create': {
    by: 'POST /recipients',
    drive: recipient,
    data: { object: 'recipient', verified: false },
  },
  'recipient.update': call('PATCH /recipients/:id', recipient, { object: 'recipient', ...email }, email),
  'recipient.verify': call('POST /recipients/:id/verify', recipient, { object: 'recipient', verified: true }),
  'recipient.destroy': call('DELETE /recipients/:id', recipient, { object: 'recipient', deleted: true }),
  'schedule.create': { by: 'POST /schedules', drive: schedule, data: { object: 'schedule', active: true } },
  'schedule.suspend': call('POST /schedules/:id/suspend', schedule, {
    ...{ object: 'schedule', active: false, status: 'suspended' },
  }),
  'schedule.activate': call('POST /schedules/:id/activate', suspended, { object: 'schedule', active: true }),
  'schedule.destroy': call('DELETE /schedules/:id', schedule, { object: 'schedule', deleted: true }),
  'schedule.occurrence.scheduled': {
    by: 'POST /schedules',
    drive: schedule,
    data: { object: 'occurrence', status: 'scheduled' },
  },
  'schedule.occurrence.successful': {
    by: 'the day comes',
    given: schedule,
    drive: ({ sandbox }) => sandbox.clock.set('2026-01-20T02:00:00Z'),
    data: { object: 'occurrence', status: 'successful' },
  },
  'schedule.occurrence.failed': {
    by: 'the day comes and the card is empty',
    given: async (stage) =>
      idOf(stage, '/schedules', { ...daily, charge: { customer: await badCard(stage), amount: 10_000 } }),
    drive: ({ sandbox }) => sandbox.clock.set('2026-01-23T02:00:00Z'),
    data: { object: 'occurrence', status: 'failed' },
  },
  'webhooks.deliver': {
    by: 'an event is delivered',
    given: receiver,
    drive: async ({ client, sandbox }) => {
      await client.customer()
      await sandbox.webhooks.settle()
    },
    data: { object: 'webhook_delivery', key: 'customer.create', status: 503 },
  },
  'webhooks.retry': {
    by: 'a delivery failed and is tried again',
    given: receiver,
    drive: async ({ client, sandbox }) => {
      await client.customer()
      await sandbox.clock.advance('1h')
    },
    data: { object: 'webhook_delivery', key: 'customer.create', status: 503 },
  },
}

const cases = eventKeys.map((key) => ({ key, by: rows[key]?.by, row: rows[key] }))

describe('spec 6: an operation emits every kind of event', () => {
  test.each(cases)('$key is emitted by: $by', async ({ key, row }) => {
    if (row === undefined) expect.fail(`${key} has no row in this file that says what emits it`)
    const stage = setUp()
    const id = (await row.given?.(stage)) ?? ''
    const before = new Set(stage.sandbox.events.list({ key }).map((event) => event.id))
    await row.drive(stage, id)
    const told = stage.sandbox.events.list((event) => event.key === key && !before.has(event.id))
    expect(told.map((event) => event.data)).toContainEqual(expect.objectContaining(row.data))
    for (const event of told)
      expect(expectSuccess(await stage.client.get<Event>(`/events/${event.id}`))).toEqual(event)
  })

  test('the keys are those of the table', () => {
    expect([...eventKeys].sort()).toEqual(events.map(({ key }) => key).sort())
  })
})
