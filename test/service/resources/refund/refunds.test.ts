import { describe, expect } from 'vitest'
import type { Charge } from '../../../../src/index'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Params } from '../../../support/form'
import { expectError, expectRefusal, type SetUp, setUp, start, test } from '../../../support/set-up'

/** Paid on its day by a payment source, which has no fees to give back. */
const paidBySource = async ({ client }: SetUp, source: Params): Promise<string> => {
  const { id } = await client.charge({ source, card: undefined, return_uri: 'https://shop.test/' })
  await client.post(`/charges/${id}/mark_as_paid`)
  return id
}

describe('200: refund of a paid charge (4.2)', () => {
  test('without an amount, all that is left', async ({ client }) => {
    const { id } = await client.charge()
    const first = await client.refund(id, { amount: 3000 })
    expect(first).toMatchObject({
      location: `/charges/${id}/refunds/${first.id}`,
      amount: 3000,
      currency: 'thb',
      funding_amount: 3000,
      funding_currency: 'thb',
      status: 'closed',
      voided: false,
      metadata: {},
      created_at: start,
    })
    expect(first.id).toMatch(/^rfnd_test_[0-9a-z]{19}$/)
    expect((await client.refund(id)).amount).toBe(7000)
  })

  test('shows its charge as it is then, and in that charge itself by id (2.4)', async ({ client }) => {
    const { id } = await client.charge()
    const refund = await client.refund(id, { amount: 2500, metadata: { reason: 'late' } })
    expect(refund.charge).toMatchObject({ id, amount: 10_000, refunded_amount: 2500, refunded: 2500 })
    const { body } = await client.get<Charge>(`/charges/${id}`)
    expect(body.refunds).toMatchObject({ total: 1, location: `/charges/${id}/refunds` })
    expect(body.refunds.data[0]).toMatchObject({ id: refund.id, charge: id, metadata: { reason: 'late' } })
  })

  test('the smallest is 1 subunit, and there may be many', async ({ client }) => {
    const { id } = await client.charge({ amount: 2000 })
    for (let i = 0; i < 20; i += 1) await client.refund(id, { amount: 1 })
    expect((await client.refund(id)).charge).toMatchObject({ refunded_amount: 2000, refundable: false })
  })

  test('the charge stays refundable until nothing of it is left (2.2)', async ({ client }) => {
    const { id } = await client.charge()
    const { charge } = await client.refund(id, { amount: 9999 })
    expect(charge).toMatchObject({ status: 'successful', refundable: true, paid: true })
    const last = await client.refund(id, { amount: 1 })
    expect(last.charge).toMatchObject({ status: 'successful', refundable: false, voided: false })
  })

  test('there is no time limit', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    await sandbox.clock.advance(`${20 * 365}d`)
    expect((await client.refund(id)).charge.refunded_amount).toBe(10_000)
  })

  test('is found by its own path, by that of its charge, and in both lists', async ({ client }) => {
    const { id } = await client.charge()
    const refund = await client.refund(id, { amount: 1 })
    for (const path of [`/refunds/${refund.id}`, `/charges/${id}/refunds/${refund.id}`])
      expect((await client.get(path)).body).toEqual(refund)
    for (const path of ['/refunds', `/charges/${id}/refunds`])
      expect((await client.get(path)).body).toMatchObject({ total: 1, data: [refund], location: path })
  })

  test('of a foreign charge: its parts add up in the currency of the account', async ({
    client,
    sandbox,
  }) => {
    const { id, funding_amount } = await client.charge({ currency: 'usd', amount: 1001 })
    for (const amount of [333, 333, 334, 1]) await client.refund(id, { amount })
    const parts = sandbox.refunds.list().map((refund) => refund.funding_amount)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(funding_amount)
    expect(sandbox.refunds.last()).toMatchObject({ currency: 'usd', funding_currency: 'thb' })
  })
})

describe('200: a refund that is a void returns the fees', () => {
  const voids: [name: string, params: Params, advance: string, voided: boolean][] = [
    ['all of it, on the day of the capture', {}, '1h', true],
    ['all of it, by name', { amount: 10_000 }, '14h', true],
    ['all of it and only as a void', { void: true }, '1h', true],
    ['all of it, on the next day', {}, '15h', false],
    ['a part', { amount: 9999 }, '1h', false],
  ]
  test.for(voids)('%s', async ([_, params, advance, voided], { client, sandbox }) => {
    const { id, net } = await client.charge()
    await sandbox.clock.advance(advance)
    const refund = await client.refund(id, params)
    expect(refund.voided).toBe(voided)
    expect(refund.charge).toMatchObject({ voided, can_perform_void: false, status: 'successful' })
    expect(sandbox.transactions.get(refund.transaction ?? '')).toMatchObject({
      key: voided ? 'refund.voided.debit' : 'refund.created.debit',
      direction: 'debit',
      amount: voided ? net : refund.amount,
      origin: refund.id,
    })
  })

  test('but not the last of several', async ({ client }) => {
    const { id } = await client.charge()
    await client.refund(id, { amount: 1 })
    expect((await client.refund(id)).voided).toBe(false)
  })

  test('can_perform_void says until when', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    expect(sandbox.charges.get(id)?.can_perform_void).toBe(true)
    await sandbox.clock.set('2026-01-16T00:00:00Z')
    expect(sandbox.charges.get(id)?.can_perform_void).toBe(false)
  })
})

describe('400', () => {
  const refused: [params: Params, name: ErrorName, message: string][] = [
    [{ amount: -1 }, 'invalid_amount', 'amount must be greater than 0'],
    [{ amount: 1.5 }, 'invalid_amount', 'amount must be an integer (in subunits)'],
    [{ amount: 'half' }, 'failed_refund', 'amount is not a number'],
    [{ metadata: 'x' }, 'bad_request', 'metadata is invalid'],
    [{ void: 'perhaps' }, 'failed_refund', 'void must be true or false'],
    [{ amount: 1, void: true }, 'failed_void', 'void failed'],
  ]
  test.for(refused)('%j is %s (4.2, 7.1)', async ([params, name, message], { client, sandbox }) => {
    const { id } = await client.charge()
    const refund = () => client.post(`/charges/${id}/refunds`, params, { as: 'json' })
    await expectRefusal(sandbox, refund, name, { message })
  })
})

test('404: a refund under a charge that it is not of, and one that there is not', async ({ client }) => {
  const refund = await client.refund((await client.charge()).id, { amount: 1 })
  const other = await client.charge()
  const message = (id: string) => ({ message: `refund ${id} was not found` })
  expectError(await client.get(`/charges/${other.id}/refunds/${refund.id}`), 'not_found', message(refund.id))
  expectError(await client.get('/refunds/rfnd_test_none'), 'not_found', message('rfnd_test_none'))
})

describe('an obstacle to a refund is named with its charge', () => {
  const asked = { metadata: { sandbox_fail: 'failed_refund' } }
  const ofCard = async ({ client }: SetUp) => (await client.charge()).id
  const waiting = async ({ client }: SetUp) => (await client.charge({ capture: false })).id
  const refunded = async ({ client }: SetUp) => {
    const { id } = await client.charge()
    await client.refund(id)
    return id
  }
  const disputed = async ({ client, sandbox }: SetUp) => {
    const { id } = await client.charge()
    sandbox.simulate.openDispute(id)
    return id
  }
  const checked = async ({ client }: SetUp) =>
    (await client.charge({ amount: 0, authentication: 'PASSKEY' })).id
  const bySource = (type: string) => async (set: SetUp) =>
    paidBySource(set, { type, phone_number: '0812345678' })
  type Make = (set: SetUp) => Promise<string>
  const rows: readonly [name: string, make: Make, params: Params, message: string, error?: ErrorName][] = [
    ['a charge that is not captured', waiting, {}, 'charge cannot be refunded'],
    ['a refund in full', refunded, {}, 'charge was already refunded in full'],
    ['a refund in full, for a part', refunded, { amount: 1 }, 'charge was already refunded in full'],
    ['a dispute', disputed, {}, 'charge is disputed'],
    ['a card check', checked, {}, 'charge of amount 0 has nothing to refund'],
    ['a method without refunds', bySource('promptpay'), {}, 'the payment method has no refunds'],
    ['all or nothing', bySource('truemoney'), { amount: 9999 }, 'the payment method has full refunds only'],
    ['a part as a void', ofCard, { amount: 1, void: true }, 'void failed', 'failed_void'],
    ['what its metadata asks for', ofCard, asked, 'refund failed', 'failed_refund'],
  ]

  test.each(rows)('%s', async (_, make, params, message, error = 'not_refundable') => {
    const set = setUp({ overrides: { refunds: 'by-method' } })
    const id = await make(set)
    const refund = () => set.client.post(`/charges/${id}/refunds`, params, { as: 'json' })
    await expectRefusal(set.sandbox, refund, error, { message, charge_id: id })
  })

  test('a method that refunds all or nothing refunds all, and voids nothing', async () => {
    const set = setUp({ overrides: { refunds: 'by-method' } })
    const refund = await set.client.refund(await bySource('truemoney')(set))
    expect(refund).toMatchObject({ amount: 10_000, voided: false })
  })
})
