/** Contract 22: schedules, transfers and the default recipient as recorded of the real service. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { open } from '../../support/open'

const omise = { profile: 'omise' } as const

interface Occurrences {
  readonly total: number
  readonly data: readonly { readonly status: string; readonly result: string | null }[]
}

describe('occurrences: ran', () => {
  const scheduled = async (options: SandboxOptions, startOn: string) => {
    const { sandbox, ask, token } = open(options)
    const customer = (await ask('POST', '/customers', { card: await token() })).body.id
    const made = await ask('POST', '/schedules', {
      every: 1,
      period: 'day',
      start_on: startOn,
      end_on: '2026-02-15',
      charge: { customer, amount: 10_000 },
    })
    const { id } = made.body
    const listed = async () => {
      const nested = (await ask('GET', `/schedules/${id}`)).body.occurrences as Occurrences
      const list = (await ask('GET', `/schedules/${id}/occurrences?order=chronological`)).body
      expect([list.total, list.data]).toEqual([nested.total, nested.data])
      return [nested.total, nested.data.map(({ status }) => status)]
    }
    return { sandbox, made: made.body, id, listed }
  }

  test('a schedule that starts later lists no occurrence before its first day', async () => {
    const { made, listed, sandbox } = await scheduled(omise, '2026-01-17')
    expect(made.occurrences).toMatchObject({ total: 0, data: [] })
    expect((made.next_occurrences_on as string[])[0]).toBe('2026-01-17')
    expect(await listed()).toEqual([0, []])
    await sandbox.clock.advance('3d')
    expect(await listed()).toEqual([2, ['successful', 'successful']])
  })

  test('all lists the one that waits for its day', async () => {
    const { made } = await scheduled({}, '2026-01-17')
    expect(made.occurrences).toMatchObject({ total: 1, data: [{ status: 'scheduled' }] })
    const { made: whole } = await scheduled({ ...omise, overrides: { occurrences: 'all' } }, '2026-01-17')
    expect(whole.occurrences).toMatchObject({ total: 1 })
  })

  test('the one that waits can be read by its id and run by hand', async () => {
    const { sandbox, id, listed } = await scheduled(omise, '2026-01-17')
    const [waiting] = sandbox.occurrences.list()
    expect(waiting).toMatchObject({ schedule: id, status: 'scheduled' })
    expect(sandbox.simulate.runSchedule(id)).toMatchObject({ id: waiting?.id, status: 'successful' })
    expect(await listed()).toEqual([1, ['successful']])
  })
})

describe('deletedTransfers: unchanged', () => {
  test('one that was not sendable, since its recipient is not verified, stays so', async () => {
    const { ask, charge } = open(omise)
    await charge({ amount: 100_000 })
    const bank_account = { brand: 'bbl', number: '1234567890', name: 'Shop' }
    const recipient = (await ask('POST', '/recipients', { name: 'Shop', type: 'individual', bank_account }))
      .body.id
    const { id } = (await ask('POST', '/transfers', { amount: 5000, recipient })).body
    expect((await ask('DELETE', `/transfers/${id}`)).body.sendable).toBe(false)
  })

  test('it cannot be sent', async () => {
    const { ask, charge, sandbox } = open(omise)
    await charge({ amount: 100_000 })
    const { id } = (await ask('POST', '/transfers', { amount: 5000 })).body
    await ask('DELETE', `/transfers/${id}`)
    expect((await ask('POST', `/transfers/${id}/mark_as_sent`)).status).toBe(400)
    expect(() => sandbox.simulate.sendTransfer(id)).toThrow(/is deleted/)
  })
})

describe('defaultRecipient', () => {
  test.each([
    ['omise', 'individual', ''],
    ['spec', 'corporation', null],
  ] as const)('in %s it is of type %s', async (profile, type, tax_id) => {
    const { ask, charge } = open({ profile })
    const found = { type, tax_id, default: true }
    const { data } = (await ask('GET', '/recipients')).body
    expect(data).toMatchObject([found])
    await charge({ amount: 100_000 })
    await ask('POST', '/transfers', { amount: 5000 })
    expect((await ask('GET', `/recipients/${data[0]?.id}`)).body).toMatchObject(found)
    const query = `/search?scope=recipient&query=${data[0]?.id}`
    expect((await ask('GET', query)).body.data).toMatchObject([found])
  })
})
