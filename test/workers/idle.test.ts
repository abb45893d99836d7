/** Accounts that nobody uses: their alarm deletes them. */
import { expect, test } from 'vitest'
import { ObjectAlarm } from '../../src/workers/object'
import { makeClient } from '../support/client'
import { tablesOf, teamOfFile } from './team'

const dayMs = 24 * 3_600_000

test.each([
  ['a job', { nextDueMs: 5_000, isDelivering: false }, 90_000, 5_000],
  ['a delivery that is owed', { nextDueMs: null, isDelivering: true }, 90_000, 60_000],
  ['the end of the account', { nextDueMs: 95_000, isDelivering: false }, 90_000, 90_000],
  ['the end, without anything else', { nextDueMs: null, isDelivering: false }, 90_000, 90_000],
  ['an end that is past', { nextDueMs: 5_000, isDelivering: false }, -90_000, 0],
  ['the next step to a far end', { nextDueMs: null, isDelivering: false }, 900 * dayMs, 30 * dayMs],
])('the alarm rings for what comes first: %s', (_, due, endsAt, rings) => {
  const set: number[] = []
  const setAlarm = async (time: number) => void set.push(time)
  const alarm = new ObjectAlarm({ setAlarm }, null, () => 1_000_000)
  alarm.setFor(due, 1_000_000 + endsAt)
  alarm.setFor(due, 1_000_000 + endsAt + dayMs)
  expect(set).toEqual([1_000_000 + rings])
})

const team = teamOfFile({ idleDays: 2 }, { isOpen: true })

/** As if its last use had been so many days ago. */
const idleFor = async (name: string, days: number): Promise<void> => {
  await team().evict(name)
  const usedOn = Math.floor(Date.now() / dayMs) - days
  const sets = `UPDATE facts SET value = json_set(value, '$.usedOn', ${usedOn}) WHERE name = 'own'`
  await team().look(name, sets)
}

const usedOn = async (name: string) => {
  const [row] = await team().look(name, "SELECT value FROM facts WHERE name = 'own'")
  return JSON.parse(String(row?.value)).usedOn
}

test('after idleDays without use, all that is stored of an account is deleted', async () => {
  const client = makeClient(team().account('left'))
  await client.charge()
  await team().control('left', 'POST', '/snapshots')
  await idleFor('left', 3)
  await team().ring('left')
  await expect.poll(() => tablesOf(team(), 'left')).toEqual([])
  expect(await team().alarm('left')).toBeNull()
  expect((await client.get('/charges')).body.total).toBe(0)
})

test('also when it has work to do for ever, and is awake', async () => {
  const client = makeClient(team().account('busy'))
  const { id: customer } = await client.customer()
  const charge = { customer, amount: 10_000 }
  const schedule = { every: 1, period: 'day', end_date: '2090-01-01', charge }
  expect((await client.post('/schedules', schedule)).status).toBe(200)
  await idleFor('busy', 2)
  // Wakes it, without being a use.
  await team().ring('busy')
  await expect.poll(() => team().alarm('busy')).toBeGreaterThan(Date.now())
  expect(await tablesOf(team(), 'busy')).toHaveLength(3)
  await idleFor('busy', 3)
  await team().ring('busy')
  await expect.poll(() => tablesOf(team(), 'busy')).toEqual([])
})

test('a request is a use, and the alarm is set for the end of the days after it', async () => {
  const day = Math.floor(Date.now() / dayMs)
  await makeClient(team().account('used')).get('/account')
  expect(await team().alarm('used')).toBe((day + 3) * dayMs)
  for (const use of [
    () => makeClient(team().account('used')).get('/account'),
    () => fetch(`${team().url}/a/used/payments/paym_test_1/authorize`),
    () => team().control('used', 'GET', '/clock'),
  ]) {
    await idleFor('used', 5)
    await use()
    expect(await usedOn('used')).toBe(day)
    await team().ring('used')
    await expect.poll(() => team().alarm('used')).toBe((day + 3) * dayMs)
  }
})
