/** Contract 3 and 6: what the outside world does, by the library and over HTTP, in both modes. */
import { describe, expect } from 'vitest'
import { simulateRoutes } from '../../src/control/routes/simulate'
import type { Charge, Mode, Sandbox, Source } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import { inOmise, order } from '../support/checkout'
import type { Client } from '../support/client'
import { makeControl } from '../support/control'
import { createRecipient, createTransfer } from '../support/payouts'
import { coffee } from '../support/schedules'
import { clientWith, expectSuccess, makeSandbox, test } from '../support/set-up'

/** What the control plane declares has the fields of the specification. */
const wholeRecords: SandboxOptions = { ...inOmise, overrides: { ...inOmise.overrides, fields: 'all' } }

interface ModeSetup {
  readonly client: Client
  readonly sandbox: Sandbox
  readonly mode: Mode
}

const withSource = async ({ client }: ModeSetup): Promise<Charge> =>
  client.charge({ source: { type: 'promptpay' }, card: '' })

const source = async ({ client }: ModeSetup): Promise<string> => {
  const params = { type: 'promptpay', amount: 50_000, currency: 'thb' }
  return expectSuccess(await client.post<Source>('/sources', params)).id
}

const disputed = async (setup: ModeSetup): Promise<string> =>
  setup.mode.simulate.openDispute((await setup.client.charge()).id).id

const transfer = async ({ client, sandbox }: ModeSetup): Promise<string> => {
  await client.charge({ amount: 100_000 })
  await sandbox.clock.advance('8d')
  return (await createTransfer(client)).id
}

const sent = async (setup: ModeSetup): Promise<string> =>
  setup.mode.simulate.sendTransfer(await transfer(setup)).id

const link = async ({ client }: ModeSetup): Promise<string> =>
  expectSuccess(await client.post('/links', coffee)).id

const session = async ({ client }: ModeSetup): Promise<string> =>
  expectSuccess(await client.post('/api/sessions', order, { as: 'json' })).id

const schedule = async ({ client }: ModeSetup): Promise<string> => {
  const customer = (await client.customer()).id
  const charge = { customer, amount: 10_000 }
  return expectSuccess(
    await client.post('/schedules', { every: 1, period: 'day', start_on: '2027-01-16', charge }),
  ).id
}

/** Makes what the action is done to; gives its id. */
type On = (setup: ModeSetup) => Promise<string>

type Row = readonly [
  action: string,
  on: On,
  input: object,
  becomes: object,
  /** Events that it brings, oldest first. */
  events: readonly string[],
  options?: SandboxOptions,
]

const waiting: On = async (setup) => (await withSource(setup)).id
const waiting3ds: On = async ({ client }) => (await client.charge({ authentication: '3DS' })).id
const held: On = async ({ client }) => (await client.authorized()).id
const cardPaid: On = async ({ client }) => (await client.charge()).id
const ofCharge: On = async (setup) => (await withSource(setup)).source?.id ?? ''
const recipient: On = async ({ client }) => (await createRecipient(client)).id

const charged = { object: 'charge', status: 'successful' }
const failing = (failure_code: string) => ({ object: 'charge', status: 'failed', failure_code })
const expired = { object: 'charge', status: 'expired', expired: true }
const declinedCard = { card: { number: '4111111111140011' } }
const declined = failing('insufficient_fund')
const balance = { failure_code: 'insufficient_balance' }
const duplicate = { reason_code: 'duplicate_processing' }
const linkPaid = {
  amount: coffee.amount,
  return_uri: expect.stringMatching(/\/pay\/[0-9A-Z]{19}\/complete$/),
}
const dispute = (status: string) => ({ object: 'dispute', status })
const refusedTransfer = { object: 'transfer', sent: false, failure_code: 'transfer_failed' }
const verified = { object: 'recipient', verified: true, active: true }
const occurrence = { object: 'occurrence', status: 'successful', scheduled_on: '2027-01-16' }
const cancelled = { object: 'checkout_session', status: 'cancelled', payments: [] }
const byQr = { source: expect.objectContaining({ type: 'promptpay' }) }
const paid = ['charge.complete', 'source.update', 'source.successful']
const failed = ['charge.complete', 'source.failed']
const made = ['charge.create', 'charge.complete']
const madeByLink = [...made, 'link.payment.create']
const scheduled = ['schedule.occurrence.successful', 'schedule.occurrence.scheduled']

/** What comes of each action. */
const actions: readonly Row[] = [
  ['pay-charge', waiting, {}, { ...charged, paid: true }, paid],
  ['fail-charge', waiting, {}, failing('failed_processing'), failed],
  ['fail-charge', waiting, balance, failing('insufficient_balance'), failed],
  ['time-out', waiting, {}, { ...failing('timeout'), failure_message: 'timeout' }, failed],
  ['time-out', waiting3ds, {}, failing('timeout'), ['charge.complete']],
  ['expire-charge', waiting, {}, expired, ['charge.update', 'source.failed']],
  ['expire-charge', held, {}, { ...expired, authorized: true }, ['charge.update']],
  ['pay-source', source, {}, { object: 'source', charge_status: 'successful' }, ['charge.create', ...paid]],
  ['pay-source', ofCharge, {}, { object: 'source', charge_status: 'successful' }, paid],
  ['fail-source', source, {}, { object: 'source', charge_status: 'failed' }, ['charge.create', ...failed]],
  ['open-dispute', cardPaid, duplicate, { ...dispute('open'), ...duplicate }, ['charge.dispute.create']],
  ['decide-dispute', disputed, { outcome: 'won' }, dispute('won'), ['charge.dispute.close']],
  ['decide-dispute', disputed, { outcome: 'lost' }, dispute('lost'), ['charge.dispute.close']],
  ['send-transfer', transfer, {}, { object: 'transfer', sent: true, paid: false }, ['transfer.update']],
  ['pay-transfer', sent, {}, { object: 'transfer', sent: true, paid: true }, ['transfer.update']],
  ['fail-transfer', sent, {}, refusedTransfer, ['transfer.destroy']],
  ['verify-recipient', recipient, {}, verified, ['recipient.verify']],
  ['run-schedule', schedule, {}, occurrence, [...made, ...scheduled]],
  ['pay-link', link, {}, { ...charged, ...linkPaid }, [...madeByLink, 'link.payment.complete']],
  ['pay-link', link, declinedCard, declined, madeByLink],
  ['pay-checkout', session, {}, { ...charged, amount: 150_000, description: 'Order 7' }, made, wholeRecords],
  ['pay-checkout', session, { method: 'promptpay' }, { ...charged, ...byQr }, made, wholeRecords],
  ['pay-checkout', session, declinedCard, declined, made, wholeRecords],
  ...['pay-checkout', 'fail-checkout', 'fail-checkout'].map((action, i): Row => {
    const code = i < 2 ? 'payment_rejected' : 'timeout'
    return [action, session, { failure_code: code }, failing(code), made, wholeRecords]
  }),
  ['cancel-checkout', session, {}, cancelled, [], wholeRecords],
]

/** The field of the body that names what the action is done to: `charge` of `pay-charge`. */
const fieldOf = (action: string): string =>
  action === 'open-dispute' || action === 'time-out'
    ? 'charge'
    : action.slice(action.indexOf('-') + 1).replace('checkout', 'session')

describe.each([false, true])('POST /_sandbox/simulate/… with livemode %s (contract 6)', (livemode) => {
  const rows = actions.map((row) => [row[0], JSON.stringify(row[2]), row] as const)
  test.for(rows)('%s %s', async ([action, _, [, on, input, becomes, events, options]]) => {
    const sandbox = makeSandbox(options)
    const mode = livemode ? sandbox.live : (sandbox.accounts[0]?.test ?? sandbox.live)
    const setup = { client: clientWith(sandbox, mode.keys), sandbox, mode }
    // Only the bank can verify in live mode.
    const id = await on(setup)
    const before = mode.events.count()
    const answer = await makeControl(sandbox).post(`/simulate/${action}?livemode=${livemode}`, {
      [fieldOf(action)]: id,
      ...input,
    })
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(becomes)])
    const brought = mode.events.list().slice(before)
    expect(brought.map(({ key }) => key)).toEqual(events)
    expect(brought.filter((event) => event.livemode !== livemode)).toEqual([])
  })
})

test('every action of the control plane is tested, and is a method of the library', ({ sandbox }) => {
  const names = simulateRoutes.map(({ path }) => path.replace('/simulate/', ''))
  expect(new Set(actions.map(([action]) => action))).toEqual(new Set(names))
  const methods = names.map((name) => name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()))
  expect(Object.keys(sandbox.simulate).sort()).toEqual(methods.sort())
})
