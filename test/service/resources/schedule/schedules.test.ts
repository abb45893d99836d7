import { describe, expect } from 'vitest'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Params } from '../../../support/form'
import { payee } from '../../../support/payouts'
import { askSchedule, createSchedule, keysOf, test } from '../../../support/schedules'
import { expectError, expectRefusal, expectSuccess, start } from '../../../support/set-up'

describe('200: POST /schedules', () => {
  test('plans charges of a customer; the first occurrence waits for its day', async ({ setup }) => {
    const schedule = await createSchedule(setup, {
      every: 2,
      start_on: '2026-01-20',
      end_on: '2026-01-25',
      charge: { customer: setup.customer, amount: 10_000, description: 'Fee', metadata: { plan: 'A' } },
    })
    expect(schedule).toMatchObject({
      deleted: false,
      every: 2,
      period: 'day',
      on: {},
      in_words: 'Every 2 day(s)',
      status: 'running',
      active: true,
      state: 'Active',
      start_on: '2026-01-20',
      end_on: '2026-01-25',
      ended_at: null,
      next_occurrences_on: ['2026-01-20', '2026-01-22', '2026-01-24'],
      charge: {
        id: expect.stringMatching(/^rchg_test_/),
        amount: 10_000,
        currency: 'thb',
        customer: setup.customer,
        default_card: true,
        card: (await setup.client.cards(setup.customer))[0]?.id,
        description: 'Fee',
        metadata: { plan: 'A' },
      },
    })
    expect(schedule).not.toHaveProperty('transfer')
    expect(schedule.occurrences).toMatchObject({
      location: `/schedules/${schedule.id}/occurrences`,
      order: 'chronological',
      total: 1,
      data: [{ status: 'scheduled', scheduled_on: '2026-01-20', processed_at: null, result: null }],
    })
    expect(setup.sandbox.charges.count()).toBe(0)
  })

  test('that starts today and happens today charges at once', async ({ setup }) => {
    const schedule = await createSchedule(setup, { start_on: '2026-01-15', end_on: '2026-01-17' })
    expect(schedule.occurrences.data).toMatchObject([
      { status: 'successful', scheduled_on: '2026-01-15', processed_at: start, message: null },
      { status: 'scheduled', scheduled_on: '2026-01-16' },
    ])
    expect(schedule.next_occurrences_on).toEqual(['2026-01-16', '2026-01-17'])
    const result = schedule.occurrences.data[0]?.result ?? ''
    expect(setup.sandbox.charges.get(result)).toMatchObject({ paid: true, schedule: schedule.id })
    expect(keysOf(setup.sandbox, /schedule|charge/)).toEqual([
      'schedule.create',
      'schedule.occurrence.scheduled',
      'charge.create',
      'charge.complete',
      'schedule.occurrence.successful',
      'schedule.occurrence.scheduled',
    ])
  })

  test('without a start begins today', async ({ setup }) => {
    const schedule = await createSchedule(setup, { start_on: undefined })
    expect(schedule).toMatchObject({ start_on: '2026-01-15', end_on: null })
    expect(schedule.occurrences.total).toBe(2)
  })

  const weekly = { start_on: '2026-01-15', period: 'week', on: { weekdays: ['monday'] } }
  const later = { occurrences: { data: [{ status: 'scheduled', scheduled_on: '2026-01-19' }] } }
  const older = { start_on: undefined, start_date: '2026-02-01T23:00:00Z', end_date: '2026-03-01' }
  const oneDay = { status: 'expiring', active: true, next_occurrences_on: ['2026-01-16'] }
  test.for<[title: string, params: Params, shown: object]>([
    ['that starts today but happens on other days waits', weekly, later],
    ['by older names of dates, with times', older, { start_on: '2026-02-01', end_on: '2026-03-01' }],
    ['with one day only is expiring from the start', { end_on: '2026-01-16' }, oneDay],
    ['shows 30 days at most', {}, { next_occurrences_on: { length: 30 } }],
  ])('%s', async ([_, params, shown], { setup }) => {
    expect(await createSchedule(setup, params)).toMatchObject(shown)
  })

  test('that began in the past continues at its interval', async ({ setup }) => {
    const schedule = await createSchedule(setup, { start_on: '2026-01-01', every: 5 })
    expect(schedule.next_occurrences_on[0]).toBe('2026-01-16')
  })

  test('may name a card of the customer and a currency', async ({ setup }) => {
    const card = (await setup.client.cards(setup.customer))[0]?.id
    const charge = { customer: setup.customer, card, amount: 500, currency: 'usd' }
    const shown = { default_card: false, card, currency: 'usd' }
    expect((await createSchedule(setup, { charge })).charge).toMatchObject(shown)
  })

  test.for([
    ['month', { weekday_of_month: 'first_monday' }, { weekday_of_month: '1st_monday' }],
    ['month', { weekday_of_month: 'last_friday' }, { weekday_of_month: 'last_friday' }],
    ['month', { weekday_of_month: ' Second_MONDAY ' }, { weekday_of_month: '2nd_monday' }],
    ['month', { days_of_month: [-1, 15, 1, 15] }, { days_of_month: [1, 15, -1] }],
    ['week', { weekdays: ['friday', 'monday'] }, { weekdays: ['monday', 'friday'] }],
  ] as const)('by %s on %j is shown as %j', async ([period, on, shown], { setup }) => {
    expect((await createSchedule(setup, { period, on })).on).toEqual(shown)
  })

  test('plans transfers of an amount or of a share of the balance', async ({ setup }) => {
    const { id: recipient } = await payee(setup.client)
    const share = { charge: undefined, transfer: { recipient, percentage_of_balance: 75 } }
    const schedule = await createSchedule(setup, share)
    expect(schedule.transfer).toMatchObject({
      id: expect.stringMatching(/^rtrf_test_/),
      currency: 'thb',
      recipient,
      amount: null,
      percentage_of_balance: 75,
    })
    expect(schedule).not.toHaveProperty('charge')
    expect(setup.sandbox.recipients.get(recipient)?.schedule).toBe(schedule.id)
    const fixed = { charge: undefined, transfer: { recipient, amount: 5000 } }
    const { transfer } = await createSchedule(setup, fixed)
    expect(transfer).toMatchObject({ amount: 5000, percentage_of_balance: null })
  })

  test('reads the same from JSON', async ({ client, customer }) => {
    const on = { days_of_month: [1], weekdays: null }
    const params: Params = { every: '1', period: 'month', on, charge: { customer, amount: 10_000 } }
    expectSuccess(await client.post('/schedules', params, { as: 'json' }))
  })
})

type Refusal = [why: string, params: Params, message: string | RegExp, name?: ErrorName]

const monthly: Params = { period: 'month', on: { days_of_month: [1] } }
const charge = (part: Params): Params => ({ charge: { customer: 'cust_test_x', amount: 10_000, ...part } })
const transfer = (part: Params): Params => ({
  charge: undefined,
  transfer: { recipient: 'recp_test_x', ...part },
})

const refused: Refusal[] = [
  ['no number of periods', { every: 'often' }, 'every is not a number'],
  ['every 0 days', { every: 0 }, 'every must be >= 1'],
  ['an unknown period', { period: 'year' }, /^period is not included in the list/],
  ['a month without days', { period: 'month' }, /^on is invalid: .* days_of_month/],
  ['days of a day', { on: { weekdays: ['monday'] } }, /^on is invalid: .* takes none/],
  ['days of the other period', { ...monthly, period: 'week' }, /^on is invalid/],
  ['an unknown weekday', { period: 'week', on: { weekdays: ['mon'] } }, /not included in the list/],
  ['day 32', { ...monthly, on: { days_of_month: [32] } }, /must be <= 31/],
  ['the fifth Monday', { ...monthly, on: { weekday_of_month: '5th_monday' } }, /^on is invalid/],
  [
    'both kinds of days',
    { ...monthly, on: { days_of_month: [1], weekday_of_month: '1st_monday' } },
    /^on is invalid/,
  ],
  ['an end in the past', { start_on: '2025-01-01', end_on: '2025-02-01' }, /^end_on must leave a day/],
  ['no day until the end', { ...monthly, end_on: '2026-01-31' }, /^end_on must leave a day/],
  [
    'a day that never comes',
    { every: 12, period: 'month', start_on: '2026-02-01', on: { days_of_month: [30] } },
    /must leave a day/,
  ],
  ['no date', { start_on: 'soon' }, 'start_on is invalid'],
  ['two things to do', { transfer: { recipient: 'recp_test_x', amount: 5000 } }, /^either charge or/],
  ['no customer', { charge: { amount: 10_000 } }, "customer can't be blank"],
  ['an amount below the minimum', charge({ amount: 1999 }), /at least 2000/],
  ['an unknown customer', charge({}), 'customer cust_test_x was not found', 'not_found'],
  ['more than the balance', transfer({ percentage_of_balance: 101 }), /must be from 0 to 100/],
  ['an unknown recipient', transfer({ amount: 5000 }), 'recipient recp_test_x was not found', 'not_found'],
]

describe('400 and 404: POST /schedules', () => {
  test.for(refused)('%s is refused and leaves no trace', async (row, { setup, sandbox }) => {
    const [_, params, message, name = 'bad_request'] = row
    await expectRefusal(sandbox, () => askSchedule(setup, params), name, { message })
  })

  test('every mistake is named', async ({ setup }) => {
    const params = { period: 'week', end_on: '2026-01-01', charge: { customer: 'cust_test_x', amount: 1 } }
    expectError(await askSchedule(setup, params), 'bad_request', {
      message: /on is invalid.*end_on must be.*amount must be/,
      fields: ['on', 'end_on', 'charge[amount]'],
    })
  })

  test('a customer without a card, or with the card of another customer', async ({ setup }) => {
    const other = await setup.client.customer()
    const card = other.default_card
    const { body } = await setup.client.post('/customers', { email: 'a@example.com' })
    const none = await askSchedule(setup, { charge: { customer: body.id, amount: 10_000 } })
    expectError(none, 'invalid_charge', { message: 'customer has no card', customer_id: body.id })
    const strange = await askSchedule(setup, { charge: { customer: setup.customer, card, amount: 10_000 } })
    expectError(strange, 'not_found', { message: `card ${card} was not found` })
  })
})
