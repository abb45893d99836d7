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

interface Row {
  readonly options?: SandboxOptions
  /** Makes what the action is done to; gives its id. */
  readonly on: (setup: ModeSetup) => Promise<string>
  readonly input?: object
  readonly becomes: object
  /** Events that it brings, oldest first. */
  readonly events: readonly string[]
}

const waiting = async (setup: ModeSetup): Promise<string> => (await withSource(setup)).id
const ofCharge = async (setup: ModeSetup): Promise<string> => (await withSource(setup)).source?.id ?? ''

const charged = { object: 'charge', status: 'successful' }
const paid = ['charge.complete', 'source.update', 'source.successful']
const failed = ['charge.complete', 'source.failed']
const madeByLink = ['charge.create', 'charge.complete', 'link.payment.create']

/** By action, what comes of it. */
const actions: Readonly<Record<string, readonly Row[]>> = {
  'pay-charge': [{ on: waiting, becomes: { ...charged, paid: true }, events: paid }],
  'fail-charge': [
    {
      on: waiting,
      becomes: { object: 'charge', status: 'failed', failure_code: 'failed_processing' },
      events: failed,
    },
    {
      on: waiting,
      input: { failure_code: 'insufficient_balance' },
      becomes: { status: 'failed', failure_code: 'insufficient_balance' },
      events: failed,
    },
  ],
  'time-out': [
    {
      on: waiting,
      becomes: { object: 'charge', status: 'failed', failure_code: 'timeout', failure_message: 'timeout' },
      events: failed,
    },
    {
      on: async ({ client }) => (await client.charge({ authentication: '3DS' })).id,
      becomes: { status: 'failed', failure_code: 'timeout' },
      events: ['charge.complete'],
    },
  ],
  'expire-charge': [
    {
      on: waiting,
      becomes: { object: 'charge', status: 'expired', expired: true },
      events: ['charge.update', 'source.failed'],
    },
    {
      on: async ({ client }) => (await client.authorized()).id,
      becomes: { status: 'expired', expired: true, authorized: true },
      events: ['charge.update'],
    },
  ],
  'pay-source': [
    {
      on: source,
      becomes: { object: 'source', charge_status: 'successful' },
      events: ['charge.create', ...paid],
    },
    { on: ofCharge, becomes: { object: 'source', charge_status: 'successful' }, events: paid },
  ],
  'fail-source': [
    {
      on: source,
      becomes: { object: 'source', charge_status: 'failed' },
      events: ['charge.create', ...failed],
    },
  ],
  'open-dispute': [
    {
      on: async ({ client }) => (await client.charge()).id,
      input: { reason_code: 'duplicate_processing' },
      becomes: { object: 'dispute', status: 'open', reason_code: 'duplicate_processing' },
      events: ['charge.dispute.create'],
    },
  ],
  'decide-dispute': ['won', 'lost'].map((outcome) => ({
    on: disputed,
    input: { outcome },
    becomes: { object: 'dispute', status: outcome },
    events: ['charge.dispute.close'],
  })),
  'send-transfer': [
    { on: transfer, becomes: { object: 'transfer', sent: true, paid: false }, events: ['transfer.update'] },
  ],
  'pay-transfer': [
    { on: sent, becomes: { object: 'transfer', sent: true, paid: true }, events: ['transfer.update'] },
  ],
  'fail-transfer': [
    {
      on: sent,
      becomes: { object: 'transfer', sent: false, failure_code: 'transfer_failed' },
      events: ['transfer.destroy'],
    },
  ],
  'verify-recipient': [
    {
      on: async ({ client }) => (await createRecipient(client)).id,
      becomes: { object: 'recipient', verified: true, active: true },
      events: ['recipient.verify'],
    },
  ],
  'run-schedule': [
    {
      on: schedule,
      becomes: { object: 'occurrence', status: 'successful', scheduled_on: '2027-01-16' },
      events: [
        ...['charge.create', 'charge.complete'],
        ...['schedule.occurrence.successful', 'schedule.occurrence.scheduled'],
      ],
    },
  ],
  'pay-link': [
    {
      on: link,
      becomes: {
        ...{ ...charged, amount: coffee.amount },
        return_uri: expect.stringMatching(/\/pay\/[0-9A-Z]{19}\/complete$/),
      },
      events: [...madeByLink, 'link.payment.complete'],
    },
    {
      on: link,
      input: { card: { number: '4111111111140011' } },
      becomes: { status: 'failed', failure_code: 'insufficient_fund' },
      events: madeByLink,
    },
  ],
  'pay-checkout': [
    {
      ...{ options: wholeRecords, on: session },
      becomes: { ...charged, amount: 150_000, description: 'Order 7' },
      events: ['charge.create', 'charge.complete'],
    },
    {
      ...{ options: wholeRecords, on: session, input: { method: 'promptpay' } },
      becomes: { ...charged, source: expect.objectContaining({ type: 'promptpay' }) },
      events: ['charge.create', 'charge.complete'],
    },
    {
      ...{ options: wholeRecords, on: session, input: { card: { number: '4111111111140011' } } },
      becomes: { status: 'failed', failure_code: 'insufficient_fund' },
      events: ['charge.create', 'charge.complete'],
    },
    {
      ...{ options: wholeRecords, on: session, input: { failure_code: 'payment_rejected' } },
      becomes: { status: 'failed', failure_code: 'payment_rejected' },
      events: ['charge.create', 'charge.complete'],
    },
  ],
  'fail-checkout': ['payment_rejected', 'timeout'].map((failure_code) => ({
    ...{ options: wholeRecords, on: session, input: { failure_code } },
    becomes: { object: 'charge', status: 'failed', failure_code },
    events: ['charge.create', 'charge.complete'],
  })),
  'cancel-checkout': [
    {
      ...{ options: wholeRecords, on: session },
      becomes: { object: 'checkout_session', status: 'cancelled', payments: [] },
      events: [],
    },
  ],
}

/** The field of the body that names what the action is done to: `charge` of `pay-charge`. */
const fieldOf = (action: string): string =>
  action === 'open-dispute' || action === 'time-out'
    ? 'charge'
    : action.slice(action.indexOf('-') + 1).replace('checkout', 'session')

const titles = Object.entries(actions).flatMap(([action, rows]) =>
  rows.map((row) => [action, JSON.stringify(row.input ?? {}), row] as const),
)

describe.each([false, true])('POST /_sandbox/simulate/… with livemode %s (contract 6)', (livemode) => {
  test.for(titles)('%s %s', async ([action, _, { options = {}, on, input, becomes, events }]) => {
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
    const made = mode.events.list().slice(before)
    expect(made.map(({ key }) => key)).toEqual(events)
    expect(made.filter((event) => event.livemode !== livemode)).toEqual([])
  })
})

test('every action of the control plane is tested, and is a method of the library', ({ sandbox }) => {
  const names = simulateRoutes.map(({ path }) => path.replace('/simulate/', ''))
  expect(new Set(Object.keys(actions))).toEqual(new Set(names))
  const methods = names.map((name) => name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase()))
  expect(Object.keys(sandbox.simulate).sort()).toEqual(methods.sort())
})
