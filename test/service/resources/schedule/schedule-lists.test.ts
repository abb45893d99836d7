import { describe, expect } from 'vitest'
import type { ListBody } from '../../../support/client'
import { payee } from '../../../support/payouts'
import { createSchedule, readSchedule, test } from '../../../support/schedules'

describe('lists (4.5, 4.9)', () => {
  test('schedules are listed all together, by kind, and by whom they charge or pay', async ({ setup }) => {
    const { client, customer } = setup
    const { id: recipient } = await payee(client)
    const charges = await createSchedule(setup)
    const transfers = await createSchedule(setup, {
      charge: undefined,
      transfer: { recipient, amount: 5000 },
    })
    const listed = async (path: string) =>
      (await client.get<ListBody>(path)).body.data.map((schedule) => schedule.id)
    expect(await listed('/schedules')).toEqual([transfers.id, charges.id])
    expect(await listed('/charges/schedules')).toEqual([charges.id])
    expect(await listed('/transfers/schedules')).toEqual([transfers.id])
    expect(await listed(`/customers/${customer}/schedules`)).toEqual([charges.id])
    expect(await listed(`/recipients/${recipient}/schedules`)).toEqual([transfers.id])
    await client.delete(`/schedules/${charges.id}`)
    expect(await listed('/schedules')).toEqual([transfers.id])
    expect(await listed('/charges/schedules')).toEqual([])
    expect(await listed(`/customers/${customer}/schedules`)).toEqual([])
    expect((await readSchedule(client, charges.id)).deleted).toBe(true)
  })

  test('an occurrence and a charge expand their schedule', async ({ setup }) => {
    const { id, occurrences } = await createSchedule(setup, { start_on: '2026-01-15' })
    const occurrence = occurrences.data[0]
    const shown = await setup.client.get(`/occurrences/${occurrence?.id}`, { expand: true })
    expect(shown.body.schedule).toMatchObject({ object: 'schedule', id })
    const paid = await setup.client.get(`/charges/${occurrence?.result}`, { expand: true })
    expect(paid.body.schedule).toMatchObject({ object: 'schedule', id })
  })
})
