/** What a schedule may not say: which parameter, under which code (assumption `schedule-periods`). */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../../src/index'
import type { Client } from '../../../support/client'
import type { Params } from '../../../support/form'
import { payee, rich } from '../../../support/payouts'
import { courseOf, createSchedule, occurrencesOf, readSchedule, test } from '../../../support/schedules'
import { expectRefusal, expectSuccess, start } from '../../../support/set-up'

type Problem = readonly [field: string, code: string, message: string]
type Row = readonly [params: Params, ...Problem]

const byWeek = 'on is invalid: a schedule by week needs weekdays such as monday'
const byMonth =
  'on is invalid: a schedule by month needs either days_of_month such as 1 and -1 or weekday_of_month such as 2nd_monday'
const notAList = (name: string) => `${name} must be a list: in a form, its name ends in []`
const either = 'either amount or percentage_of_balance must be given'

const rows: readonly Row[] = [
  [{ period: 'week' }, 'on', 'required', byWeek],
  [{ period: 'week', on: {} }, 'on', 'required', byWeek],
  [{ period: 'week', on: { weekdays: [] } }, 'on', 'invalid', byWeek],
  [{ period: 'month', on: { weekdays: ['monday'] } }, 'on', 'invalid', byMonth],
  [{ period: 'month', on: { days_of_month: [0] } }, 'on', 'invalid', byMonth],
  [{ period: 'week', on: { weekdays: 'monday' } }, 'on[weekdays]', 'invalid', notAList('weekdays')],
  [{ period: 'month', on: { days_of_month: 20 } }, 'on[days_of_month]', 'invalid', notAList('days_of_month')],
  [{ period: 'month', on: { weekday_of_month: 'x_monday' } }, 'on', 'invalid', byMonth],
  [{ period: 'month', on: { weekday_of_month: '2nd_x' } }, 'on', 'invalid', byMonth],
  [{ period: 'month', on: { weekday_of_month: '2nd' } }, 'on', 'invalid', byMonth],
  [{ end_on: '2026-01-15' }, 'end_on', 'invalid', 'end_on must be after start_date'],
  [{ end_date: '2026-01-15' }, 'end_date', 'invalid', 'end_date must be after start_date'],
  [
    { period: 'week', on: { weekdays: ['monday'] }, end_on: '2026-01-17' },
    'end_on',
    'invalid',
    'end_on must leave a day for the first occurrence',
  ],
  [{ charge: undefined }, 'charge', 'required', 'either charge or transfer must be given'],
]

const transfers: readonly Row[] = [
  [{}, 'transfer[amount]', 'required', either],
  [{ amount: 5000, percentage_of_balance: 1 }, 'transfer[amount]', 'required', either],
  [{ percentage_of_balance: 0 }, 'transfer[amount]', 'required', either],
  [{ percentage_of_balance: '0.0' }, 'transfer[amount]', 'required', either],
  [{ amount: 3000 }, 'transfer[amount]', 'too_small', 'amount must be greater than 3000'],
  [
    { amount: 100_000_000_001 },
    'transfer[amount]',
    'too_large',
    'amount must be less than or equal to 100000000000',
  ],
]

const every = { every: 1, period: 'day', start_on: '2026-01-16' }

const expectProblem = async (sandbox: Sandbox, client: Client, params: Params, problem: Problem) => {
  const [field, code, message] = problem
  const create = () => client.post('/schedules', params, { as: 'json' })
  await expectRefusal(sandbox, create, 'bad_request', { message })
  expect((await create()).body).toMatchObject({ validation_errors: [{ field, code, message }] })
}

describe('a schedule says what is wrong with it', () => {
  test.for(rows)('%j', async ([params, ...problem], { client, sandbox, customer }) => {
    const charge = { customer, amount: 10_000 }
    await expectProblem(sandbox, client, { ...every, charge, ...params }, problem)
  })

  test.for(transfers)('of transfers of %j', async ([what, ...problem], { client, sandbox }) => {
    const transfer = { recipient: (await payee(client)).id, ...what }
    await expectProblem(sandbox, client, { ...every, transfer }, problem)
  })

  test.for([{ amount: 3001 }, { amount: 100_000_000_000 }, { percentage_of_balance: 0.01 }])(
    'of transfers of %j there is nothing wrong',
    async (what, { client }) => {
      const transfer = { recipient: (await payee(client)).id, ...what }
      expectSuccess(await client.post('/schedules', { ...every, transfer }))
    },
  )
})

describe('the day of a schedule', () => {
  test('can run at once; the other days remain', async ({ setup, client, sandbox }) => {
    const { id } = await createSchedule(setup)
    sandbox.simulate.runSchedule(id)
    expect(await courseOf(client, id)).toBe('01-16 successful, 01-17 scheduled')
    await sandbox.clock.advance('1d')
    expect(await courseOf(client, id)).toBe('01-16 successful, 01-17 scheduled')
    expect(sandbox.charges.count()).toBe(1)
  })

  test.for(['suspend', 'delete'] as const)('cannot after %s', async (how, { setup, client, sandbox }) => {
    const { id } = await createSchedule(setup)
    await (how === 'delete' ? client.delete(`/schedules/${id}`) : client.post(`/schedules/${id}/suspend`))
    const { status } = await readSchedule(client, id)
    expect(() => sandbox.simulate.runSchedule(id)).toThrow(
      `schedule ${id} is ${status}: only running and expiring schedules can run`,
    )
    expect(sandbox.charges.count()).toBe(0)
  })

  test('cannot once all have happened', async ({ setup, client, sandbox }) => {
    const { id } = await createSchedule(setup, { end_on: '2026-01-17' })
    for (const [status, ended_at] of [
      ['expiring', null],
      ['expired', start],
    ]) {
      sandbox.simulate.runSchedule(id)
      expect(await readSchedule(client, id)).toMatchObject({ status, ended_at })
    }
    expect(() => sandbox.simulate.runSchedule(id)).toThrow(`schedule ${id} is expired`)
  })

  test('is called off when its schedule is deleted, and says so', async ({ setup }) => {
    const { id } = await createSchedule(setup)
    await setup.client.delete(`/schedules/${id}`)
    expect(await occurrencesOf(setup.client, id)).toMatchObject([
      { status: 'skipped', message: 'schedule was deleted' },
    ])
  })

  test('charges with the card, the description and the metadata of its schedule', async ({ setup }) => {
    const { client, sandbox, customer } = setup
    const second = (await client.token('5555555555554444')).id
    await client.patch(`/customers/${customer}`, { card: second })
    const [first, card] = sandbox.customers.get(customer)?.cards.data ?? []
    const what = { customer, card: card?.id, amount: 10_000, description: 'Tea', metadata: { a: '1' } }
    const { id } = await createSchedule(setup, { charge: what })
    await client.post(`/schedules/${id}/suspend`)
    await client.post(`/schedules/${id}/activate`)
    sandbox.simulate.runSchedule(id)
    expect(first?.id).not.toBe(card?.id)
    expect(sandbox.charges.last()).toMatchObject({
      card: { id: card?.id },
      description: 'Tea',
      metadata: { a: '1' },
      schedule: id,
    })
  })

  test.each([
    ['the whole balance', { amount: 96_094 }, 'successful'],
    ['more than that', { amount: 96_095 }, 'skipped'],
    ['a share of the balance that is no more than its fee', { percentage_of_balance: 3.12 }, 'skipped'],
    ['a share of the balance that is more than its fee', { percentage_of_balance: 3.13 }, 'successful'],
  ])('transfers %s', async (_, what, status) => {
    const { client, sandbox } = await rich()
    const transfer = { recipient: (await payee(client)).id, ...what }
    const { body } = await client.post<{ id: string }>('/schedules', { ...every, transfer })
    expect(sandbox.simulate.runSchedule(body.id).status).toBe(status)
  })
})
