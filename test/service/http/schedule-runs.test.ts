import { describe, expect } from 'vitest'
import { payee } from '../../support/payouts'
import {
  courseOf,
  createSchedule,
  declining,
  keysOf,
  occurrencesOf,
  readSchedule,
  test,
  withCustomer,
} from '../../support/schedules'
import { expectSuccess } from '../../support/set-up'

describe('the days of a schedule', () => {
  test('charges happen at 01:30 UTC of their day, at their own moment, however far the clock is moved', async () => {
    const stage = await withCustomer()
    const { id } = await createSchedule(stage, { every: 10, end_on: '2026-02-28' })
    await stage.sandbox.clock.set('2026-01-16T01:29:59.999Z')
    expect(stage.sandbox.charges.count()).toBe(0)
    await stage.sandbox.clock.advance('1ms')
    expect(stage.sandbox.charges.last()).toMatchObject({
      schedule: id,
      customer: stage.customer,
      amount: 10_000,
      paid: true,
      created_at: '2026-01-16T01:30:00.000Z',
    })
    await stage.sandbox.clock.advance('60d')
    const times = stage.sandbox.charges.list().map((charge) => charge.created_at.slice(0, 16))
    const days = ['2026-01-16', '2026-01-26', '2026-02-05', '2026-02-15', '2026-02-25']
    expect(times).toEqual(days.map((day) => `${day}T01:30`))
  })

  test('the record of the next day is made when the day before it has happened', async ({ stage }) => {
    const { id } = await createSchedule(stage, { every: 3 })
    expect(await courseOf(stage.client, id)).toBe('01-16 scheduled')
    await stage.sandbox.clock.advance('1d')
    expect(await courseOf(stage.client, id)).toBe('01-16 successful, 01-19 scheduled')
    expect((await readSchedule(stage.client, id)).next_occurrences_on[0]).toBe('2026-01-19')
  })

  test('the last day ahead makes it expiring, its passing expired', async ({ stage }) => {
    const { id } = await createSchedule(stage, { end_on: '2026-01-17' })
    expect((await readSchedule(stage.client, id)).status).toBe('running')
    await stage.sandbox.clock.advance('1d')
    expect(await readSchedule(stage.client, id)).toMatchObject({ status: 'expiring', active: true })
    await stage.sandbox.clock.advance('1d')
    expect(await readSchedule(stage.client, id)).toMatchObject({
      status: 'expired',
      active: false,
      next_occurrences_on: [],
      ended_at: '2026-01-17T01:30:00.000Z',
    })
    await stage.sandbox.clock.advance('30d')
    expect(stage.sandbox.charges.count()).toBe(2)
  })

  test('what is planned survives a snapshot', async ({ stage }) => {
    const { id } = await createSchedule(stage)
    stage.sandbox.restore(JSON.parse(JSON.stringify(stage.sandbox)))
    await stage.sandbox.clock.advance('2d')
    expect(await courseOf(stage.client, id)).toBe('01-16 successful, 01-17 successful, 01-18 scheduled')
  })

  test('the default card is the one of the day', async ({ stage }) => {
    await createSchedule(stage)
    const token = (await stage.client.token('5555555555554444')).id
    const { body } = await stage.client.patch(`/customers/${stage.customer}`, { card: token })
    const cards = await stage.client.cards(stage.customer)
    await stage.client.patch(`/customers/${stage.customer}`, { default_card: cards[1]?.id })
    await stage.sandbox.clock.advance('1d')
    expect(body.object).toBe('customer')
    expect(stage.sandbox.charges.last()?.card?.last_digits).toBe('4444')
  })
})

describe('a charge that fails (assumption occurrence-retries)', () => {
  test('fails its occurrence, which is tried again on the next day', async () => {
    const stage = await withCustomer(declining)
    const { id } = await createSchedule(stage, { every: 30 })
    await stage.sandbox.clock.advance('1d')
    const [first] = await occurrencesOf(stage.client, id)
    expect(first).toMatchObject({
      status: 'failed',
      message: 'charge could not be captured',
      retry_on: '2026-01-17',
      processed_at: '2026-01-16T01:30:00.000Z',
      result: stage.sandbox.charges.last()?.id,
    })
    expect(stage.sandbox.charges.last()).toMatchObject({ status: 'failed', schedule: id })
    expect(keysOf(stage.sandbox, /occurrence|charge/)).toEqual([
      'schedule.occurrence.scheduled',
      'charge.create',
      'charge.complete',
      'schedule.occurrence.failed',
      'schedule.occurrence.scheduled',
    ])
  })

  test('is tried three times at most, and the next day comes all the same', async () => {
    const stage = await withCustomer(declining)
    const { id } = await createSchedule(stage, { every: 10 })
    await stage.sandbox.clock.advance('9d')
    expect(stage.sandbox.charges.count()).toBe(3)
    expect((await occurrencesOf(stage.client, id))[0]).toMatchObject({ status: 'failed', retry_on: null })
    await stage.sandbox.clock.advance('2d')
    expect(await courseOf(stage.client, id)).toBe('01-16 failed, 01-26 failed, 02-05 scheduled')
  })

  test('succeeds when it is tried again with a better card', async () => {
    const stage = await withCustomer(declining)
    const { client, customer, sandbox } = stage
    const { id } = await createSchedule(stage, { every: 10 })
    await sandbox.clock.advance('1d')
    const token = (await client.token()).id
    await client.patch(`/customers/${customer}`, { card: token })
    const good = (await client.cards(customer))[1]?.id
    await client.patch(`/customers/${customer}`, { default_card: good })
    await sandbox.clock.advance('1d')
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'successful',
      message: null,
      retry_on: null,
      processed_at: '2026-01-17T01:30:00.000Z',
      result: sandbox.charges.last()?.id,
    })
    expect(sandbox.charges.count()).toBe(2)
    await sandbox.clock.advance('5d')
    expect(sandbox.charges.count()).toBe(2)
  })

  test('on the last day keeps the schedule open until the last try', async () => {
    const stage = await withCustomer(declining)
    const { id } = await createSchedule(stage, { end_on: '2026-01-16' })
    await stage.sandbox.clock.advance('1d')
    expect(await readSchedule(stage.client, id)).toMatchObject({
      status: 'expiring',
      next_occurrences_on: [],
    })
    await stage.sandbox.clock.advance('2d')
    expect(await readSchedule(stage.client, id)).toMatchObject({
      status: 'expired',
      ended_at: '2026-01-18T01:30:00.000Z',
    })
  })

  test('by hand is tried again from its day on, once a day', async () => {
    const stage = await withCustomer(declining)
    const { id } = await createSchedule(stage, { every: 10 })
    stage.sandbox.simulate.runSchedule(id)
    expect((await occurrencesOf(stage.client, id))[0]).toMatchObject({ retry_on: '2026-01-16' })
    await stage.sandbox.clock.advance('1d')
    expect((await occurrencesOf(stage.client, id))[0]).toMatchObject({ retry_on: '2026-01-17' })
    expect(stage.sandbox.charges.count()).toBe(2)
  })

  test('leaves a schedule that expires nothing to run by hand, and can be deleted', async () => {
    const stage = await withCustomer(declining)
    const { id } = await createSchedule(stage, { end_on: '2026-01-16' })
    await stage.sandbox.clock.advance('1d')
    expect(() => stage.sandbox.simulate.runSchedule(id)).toThrow(
      'schedule has nothing left to run: it is expiring',
    )
    expectSuccess(await stage.client.delete(`/schedules/${id}`))
    expect(await readSchedule(stage.client, id)).toMatchObject({ status: 'deleted' })
    await stage.sandbox.clock.advance('5d')
    expect(stage.sandbox.charges.count()).toBe(1)
  })

  test('plans no further try where it succeeds', async ({ stage }) => {
    await createSchedule(stage, { every: 10 })
    await stage.sandbox.clock.advance('1d')
    const planned = stage.sandbox.snapshot().jobs.pending.filter(({ kind }) => /occurrence/.test(kind))
    expect(planned.map(({ runAt }) => new Date(runAt).toISOString())).toEqual(['2026-01-26T01:30:00.000Z'])
  })

  test('a card that requires its cardholder fails, because no cardholder is present', async () => {
    const stage = await withCustomer('4111111111140003')
    const { id } = await createSchedule(stage)
    await stage.sandbox.clock.advance('1d')
    expect((await occurrencesOf(stage.client, id))[0]?.status).toBe('failed')
    expect(stage.sandbox.charges.last()).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' })
  })
})

describe('scheduled transfers (assumption schedule-transfers)', () => {
  const plan = async (transfer: Record<string, number>, verified = true) => {
    const stage = await withCustomer()
    await stage.client.charge({ amount: 100_000 })
    const recipient = verified
      ? (await payee(stage.client)).id
      : (await stage.client.post('/recipients', { name: 'A', type: 'individual', bank_account: account }))
          .body.id
    const schedule = await createSchedule(stage, {
      charge: undefined,
      every: 7,
      transfer: { recipient, ...transfer },
    })
    return { ...stage, recipient, id: schedule.id }
  }
  const account = { brand: 'bbl', number: '1234567890', name: 'A' }

  test('happen at 01:05 UTC and name their schedule', async () => {
    const { sandbox, client, id, recipient } = await plan({ amount: 20_000 })
    await sandbox.clock.advance('1d')
    expect(sandbox.transfers.last()).toMatchObject({
      schedule: id,
      recipient,
      amount: 20_000,
      created_at: '2026-01-16T01:05:00.000Z',
    })
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'successful',
      transfer_amount: 20_000,
      result: sandbox.transfers.last()?.id,
    })
    expect(keysOf(sandbox, /transfer|occurrence/)).toEqual([
      'schedule.occurrence.scheduled',
      'transfer.create',
      'schedule.occurrence.successful',
      'schedule.occurrence.scheduled',
    ])
  })

  test('of a share take it from what can be transferred', async () => {
    const { sandbox } = await plan({ percentage_of_balance: 12.5 })
    await sandbox.clock.advance('1d')
    expect(sandbox.transfers.last()?.amount).toBe(12_012)
  })

  test('of more than there is are skipped; the next day comes', async () => {
    const { sandbox, client, id } = await plan({ amount: 200_000 })
    await sandbox.clock.advance('1d')
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'skipped',
      message: 'balance is too low (96094 can be transferred)',
      result: null,
      retry_on: null,
      transfer_amount: 0,
    })
    expect(await courseOf(client, id)).toBe('01-16 skipped, 01-23 scheduled')
    expect(sandbox.transfers.count()).toBe(0)
    expect(keysOf(sandbox, /occurrence/)).toEqual([
      'schedule.occurrence.scheduled',
      'schedule.occurrence.scheduled',
    ])
  })

  test('to a recipient that is not verified are made, and wait for its verification', async () => {
    const { sandbox, client, id, recipient } = await plan({ amount: 20_000 }, false)
    await sandbox.clock.advance('1d')
    const transfer = sandbox.transfers.last()
    expect(transfer).toMatchObject({ sendable: false, sent: false, schedule: id })
    expect((await occurrencesOf(client, id))[0]).toMatchObject({ status: 'successful', result: transfer?.id })
    expectSuccess(await client.post(`/recipients/${recipient}/verify`))
    expect(sandbox.transfers.last()).toMatchObject({ id: transfer?.id, sent: true })
  })
})
