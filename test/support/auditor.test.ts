import { describe, expect, test } from 'vitest'
import { auditBooks } from './auditor'
import { makeClient } from './client'
import { makeSandbox, stateOf } from './set-up'

/** A sound state with a bit of everything; the world of test mode is what each row spoils. */
const soundState = async (): Promise<string> => {
  const sandbox = makeSandbox()
  const client = makeClient(sandbox)
  const customer = await client.customer()
  const { id } = await client.charge({ customer: customer.id })
  await client.refund(id, { amount: 2500 })
  const voided = await client.charge()
  await client.refund(voided.id)
  await client.authorized()
  const { id: card } = await client.token('4111111111140011')
  await client.post('/charges', { amount: 10_000, currency: 'thb', card })
  const reversed = await client.authorized()
  await client.post(`/charges/${reversed.id}/reverse`)
  return stateOf(sandbox)
}

type Rows = Record<string, unknown>[]
interface Spoilt {
  readonly clock: Record<string, unknown>
  readonly jobs: { planned: number; pending: Rows }
  readonly worlds: { 'acct_sandbox/test': Record<string, Rows> }
}
type Spoil = (world: Record<string, Rows>, state: Spoilt) => void

const first = (rows: Rows | undefined): Record<string, unknown> => rows?.[0] ?? {}
const inState = (rows: Rows | undefined, state: string): Record<string, unknown> =>
  rows?.find((row) => row.state === state) ?? {}

const patch =
  (name: string, change: Record<string, unknown>): Spoil =>
  (world) =>
    Object.assign(first(world[name]), change)

const all = (rows: Rows | undefined, patch: Record<string, unknown>): void => {
  for (const row of rows ?? []) Object.assign(row, patch)
}

const faults: readonly [what: string, found: RegExp, spoil: Spoil][] = [
  ['an entry is off by one', /does not balance/, patch('transactions', { lines: { merchant: -1 } })],
  ['an entry comes from nowhere', /does not name it/, patch('transactions', { origin: 'x' })],
  ['an entry is gone', /has 0 entries/, (w) => w.transactions?.shift()],
  ['a refund is gone', /refunded, not/, (w) => w.refunds?.shift()],
  ['a charge gave back too much', /refunded, not/, patch('charges', { refundedAmount: 1 })],
  ['a charge says nothing was captured', /capturedAmount/, patch('charges', { capturedAmount: 0 })],
  ['a charge is in no state', /no known state/, patch('charges', { state: 'lost' })],
  ['a fee is off by one', /has a fee of/, patch('charges', { fee: 1 })],
  ['a tax is off by one', /has a tax of/, patch('charges', { feeVat: 1 })],
  [
    'a failed charge has no reason',
    /failureCode/,
    (w) => Object.assign(inState(w.charges, 'failed'), { failureCode: null }),
  ],
  [
    'a reversed charge has no time of it',
    /reversedAt/,
    (w) => Object.assign(inState(w.charges, 'reversed'), { reversedAt: null }),
  ],
  ['a held charge was paid', /paidAt/, (w) => Object.assign(inState(w.charges, 'authorized'), { paidAt: 1 })],
  ['a held charge never lapses', /never lapse/, (_, s) => s.jobs.pending.splice(0)],
  ['a charge is not voided though its refund is', /on the void/, (w) => all(w.charges, { voided: false })],
  ['a refund is a void of a part', /was booked as/, patch('refunds', { voided: true })],
  ['a charge has no card', /has no card/, patch('charges', { card: 'x' })],
  ['a charge has no customer', /has no customer/, patch('charges', { customer: 'x' })],
  ['a used token is fresh again', /is used: false/, patch('tokens', { used: false })],
  ['a card has no token', /tokens for/, (w) => w.tokens?.shift()],
  ['a default card is not the customer’s', /has the default card/, patch('customers', { defaultCard: 'x' })],
  ['an event is gone', /has 0 events/, (w) => w.events?.splice(1)],
  ['an event came twice', /exists twice/, (w) => w.events?.push(first(w.events))],
  ['an event is of the future', /made in the future/, (w) => all(w.events, { createdAt: 1e15 })],
  ['an id is of the other mode', /is no id of/, patch('events', { id: 'evnt_0123456789012345678' })],
  ['rows are out of order', /behind a younger row/, patch('charges', { createdAt: 1e15 })],
  ['a row is from the future', /in the future/, (w) => all(w.refunds, { createdAt: 1e15 })],
  [
    'a job is about nothing',
    /about nothing/,
    (_, s) => Object.assign(first(s.jobs.pending), { subject: 'x' }),
  ],
  ['a job was never planned', /beyond the/, (_, s) => Object.assign(s.jobs, { planned: 0 })],
]

describe('the auditor', () => {
  test('finds nothing wrong with a sound state', async () => {
    expect(auditBooks(await soundState())).toEqual([])
  })

  test.each(faults)('finds that %s', async (_, found, spoil) => {
    const state: Spoilt = JSON.parse(await soundState())
    spoil(state.worlds['acct_sandbox/test'], state)
    expect(auditBooks(JSON.stringify(state)).join('\n')).toMatch(found)
  })
})
