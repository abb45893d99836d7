/** What the outside world does, by the library (contract 3): one account, one mode, one moment. */
import { describe, expect } from 'vitest'
import type { Simulate } from '../../src/index'
import { toKebabCase } from '../../src/kernel/text'
import { inOmise, order } from '../support/checkout'
import { makeControl } from '../support/control'
import { payee, transferIn } from '../support/payouts'
import { coffee, createSchedule, withCustomer } from '../support/schedules'
import { clientWith, expectSuccess, type SetUp, setUp, test } from '../support/set-up'

describe('simulate', () => {
  test('returns the record as the API shows it, frozen, and equal to a later read', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.charge({ source: { type: 'promptpay' }, card: '' })
    const paid = sandbox.simulate.payCharge(id)
    expect(paid).toEqual((await client.get(`/charges/${id}`)).body)
    expect(paid).toEqual(sandbox.charges.get(id))
    expect(Object.isFrozen(paid)).toBe(true)
  })

  test('a charge that waits for 3-D Secure is paid or authorized, as its `capture` says', async () => {
    const { client, sandbox } = setUp()
    const waiting = await client.charge({ authentication: '3DS', capture: false })
    expect(sandbox.simulate.payCharge(waiting.id)).toMatchObject({ status: 'pending', authorized: true })
  })

  test('due jobs run first', async () => {
    const { client, sandbox } = setUp({ freeze: false })
    const { id } = await client.authorized()
    await sandbox.clock.advance('8d')
    expect(() => sandbox.simulate.expireCharge(id)).toThrow(expect.objectContaining({ code: 'refused' }))
  })

  test('changes its own account only', async ({ client, sandbox }) => {
    const other = sandbox.createAccount()
    const { id } = await client.charge({ source: { type: 'promptpay' }, card: '' })
    expect(() => other.simulate.payCharge(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => sandbox.live.simulate.payCharge(id)).toThrow(expect.objectContaining({ code: 'not_found' }))
    const control = makeControl(sandbox)
    expect((await control.post(`/simulate/pay-charge?account=${other.id}`, { charge: id })).status).toBe(404)
    const mine = await control.post(`/simulate/pay-charge?account=${sandbox.accounts[0]?.id}`, { charge: id })
    expect(mine.status).toBe(200)
    const theirs = await clientWith(sandbox, other.keys).charge({ source: { type: 'promptpay' }, card: '' })
    const paid = await control.post(`/simulate/pay-charge?account=${other.id}`, { charge: theirs.id })
    expect(paid.body.status).toBe('successful')
  })
})

// simulate.* on a record in the wrong state: the error says which state that is, and what is possible.

type PendingRecord = (setup: SetUp & { readonly customer: string }) => Promise<string>

const paid: PendingRecord = async ({ client }) => (await client.charge()).id
const held: PendingRecord = async ({ client }) => (await client.authorized()).id
const waiting: PendingRecord = async ({ client }) =>
  (await client.charge({ source: { type: 'promptpay' }, card: '' })).id
const paidByCode: PendingRecord = async (setup) => setup.sandbox.simulate.payCharge(await waiting(setup)).id
const failed: PendingRecord = async (setup) => setup.sandbox.simulate.failCharge(await waiting(setup)).id
const expired: PendingRecord = async (setup) => setup.sandbox.simulate.expireCharge(await held(setup)).id
const disputed: PendingRecord = async (setup) => {
  const id = await paid(setup)
  setup.sandbox.simulate.openDispute(id)
  return id
}
const paidSource: PendingRecord = async ({ client, sandbox }) => {
  const { source } = await client.charge({ source: { type: 'promptpay' }, card: '' })
  return sandbox.simulate.paySource(source?.id ?? '').id
}
const won: PendingRecord = async (setup) => {
  const { id } = setup.sandbox.simulate.openDispute(await paid(setup))
  return setup.sandbox.simulate.decideDispute(id, 'won').id
}
const transfer =
  (state: 'pending' | 'sent' | 'paid' | 'failed'): PendingRecord =>
  async ({ client, sandbox }) => {
    await client.charge({ amount: 100_000 })
    await payee(client)
    await sandbox.clock.advance('8d')
    return (await transferIn[state](client)).id
  }
const deletedRecipient: PendingRecord = async ({ client }) => {
  const { id } = await payee(client)
  await client.delete(`/recipients/${id}`)
  return id
}
const suspended: PendingRecord = async (setup) => {
  const { id } = await createSchedule(setup)
  await setup.client.post(`/schedules/${id}/suspend`)
  return id
}
const used: PendingRecord = async ({ client, sandbox }) => {
  const link = await client.post<{ id: string }>('/links', { ...coffee, multiple: false })
  sandbox.simulate.payLink(link.body.id)
  return link.body.id
}

/** A session that was left. */
const left: PendingRecord = async ({ client, sandbox }) => {
  const { id } = expectSuccess(await client.post('/api/sessions', order, { as: 'json' }))
  return sandbox.simulate.cancelCheckout(id).id
}

type Row = readonly [method: keyof Simulate, is: string, only: string, on: PendingRecord]

const rows: readonly Row[] = [
  ['payCharge', 'charge … is successful', 'pending charges can be paid; this one can be disputed', paid],
  ['payCharge', 'charge … is authorized', 'pending charges can be paid; this one can expire', held],
  ['payCharge', 'charge … is failed', 'pending charges can be paid', failed],
  ['failCharge', 'charge … is disputed', 'pending charges can fail', disputed],
  ['failCharge', 'charge … is expired', 'pending charges can fail', expired],
  ['timeOut', 'charge … is authorized', 'pending charges can time out; this one can expire', held],
  [
    'expireCharge',
    'charge … is successful',
    'pending and authorized charges can expire; this one can be disputed',
    paid,
  ],
  [
    'openDispute',
    'charge … is pending',
    'successful card charges can be disputed; this one can be paid or fail or time out or expire',
    waiting,
  ],
  ['openDispute', 'charge … is disputed', 'successful card charges can be disputed', disputed],
  [
    'openDispute',
    'charge … is successful, but not by card',
    'successful card charges can be disputed',
    paidByCode,
  ],
  ['paySource', 'source … is successful', 'pending sources can be paid', paidSource],
  ['failSource', 'source … is successful', 'pending sources can fail', paidSource],
  ['decideDispute', 'dispute … is won', 'open and pending disputes can be decided', won],
  [
    'sendTransfer',
    'transfer … is sent',
    'pending transfers can be sent; this one can be paid or fail',
    transfer('sent'),
  ],
  [
    'payTransfer',
    'transfer … is pending',
    'sent transfers can be paid; this one can be sent or fail',
    transfer('pending'),
  ],
  ['failTransfer', 'transfer … is paid', 'pending and sent transfers can fail', transfer('paid')],
  [
    'verifyRecipient',
    'recipient … is deleted',
    'unverified, verified and failed recipients can be verified',
    deletedRecipient,
  ],
  ['runSchedule', 'schedule … is suspended', 'running and expiring schedules can run', suspended],
  ['payLink', 'link … is used', 'open links can be paid', used],
  ['payCheckout', 'session … is cancelled', 'open sessions can be paid', left],
  ['failCheckout', 'session … is cancelled', 'open sessions can fail', left],
  ['cancelCheckout', 'session … is cancelled', 'open sessions can be cancelled', left],
]

test.each(rows)('%s: %s: only %s', async (method, is, only, on) => {
  const setup = await withCustomer(undefined, on === left ? inOmise : {})
  const { sandbox } = setup
  const id = await on(setup)
  const message = `${is.replace('…', id)}: only ${only}`
  const before = sandbox.events.count()
  const act: (id: string, outcome: string) => unknown = sandbox.simulate[method] as never
  expect(() => act(id, 'lost')).toThrow(expect.objectContaining({ message }))
  const body = { [is.split(' ')[0] ?? '']: id, ...(method === 'decideDispute' && { outcome: 'lost' }) }
  const answer = await makeControl(sandbox).post(`/simulate/${toKebabCase(method)}`, body)
  expect(String(answer.status)).toMatch(/^4/)
  expect(answer.body.error).toMatchObject({ message })
  expect(sandbox.events.count()).toBe(before)
})

test('every action has a row', async () => {
  const { sandbox } = await withCustomer()
  expect(new Set(rows.map(([method]) => method))).toEqual(new Set(Object.keys(sandbox.simulate)))
})
