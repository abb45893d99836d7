/** Records in each of their states, with the moves that are possible then. */
import { expect } from 'vitest'
import { makeControl } from './control'
import { upload } from './disputes'
import type { Params } from './form'
import { createRecipient, createTransfer, transferIn } from './payouts'
import { coffee } from './schedules'
import { expectSuccess, type SetUp } from './set-up'

type Make = (setup: SetUp) => Promise<{ readonly id: string }>

interface RecordState {
  readonly kind: string
  readonly state: string
  readonly make: Make
  /** The moves that are possible then, in the order of the buttons. */
  readonly moves: readonly string[]
}

const source: Make = async ({ client }) =>
  expectSuccess(await client.post('/sources', { type: 'promptpay', amount: 50_000, currency: 'thb' }))

const charge =
  (params: Params = {}): Make =>
  ({ client }) =>
    client.charge(params)

const awaiting = charge({ source: { type: 'promptpay' }, card: '' })
const authorized = charge({ capture: false })

export const openedDispute: Make = async (setup) =>
  setup.sandbox.simulate.openDispute((await charge()(setup)).id)

const rich = async ({ client, sandbox }: SetUp): Promise<void> => {
  await client.charge({ amount: 100_000 })
  await sandbox.clock.advance('8d')
}

const transfer =
  (state: keyof typeof transferIn): Make =>
  async (setup) => {
    await rich(setup)
    return transferIn[state](setup.client)
  }

const schedule: Make = async ({ client }) => {
  const customer = (await client.customer({ card: (await client.token()).id })).id
  const params = { every: 1, period: 'day', start_on: '2026-02-16', charge: { customer, amount: 10_000 } }
  return expectSuccess(await client.post('/schedules', params))
}

const link: Make = async ({ client }) => expectSuccess(await client.post('/links', coffee))

/** The record after one of its moves. */
const after =
  (make: Make, kind: string, move: string, input: object = {}): Make =>
  async (setup) => {
    const { id } = await make(setup)
    const { status } = await makeControl(setup.sandbox).post(`/records/${kind}/${id}/${move}`, input)
    expect(status).toBe(200)
    return { id }
  }

const document: Make = async (setup) =>
  expectSuccess(await upload(setup.client, (await openedDispute(setup)).id))

const recipient: Make = ({ client }) => createRecipient(client)

const event: Make = async ({ sandbox }) => await sandbox.trigger('customer.create')

const inState = (kind: string, state: string, make: Make, ...moves: readonly string[]): RecordState => ({
  kind,
  state,
  make,
  moves,
})

export const recordStates: readonly RecordState[] = [
  inState('charges', 'awaiting_payment', awaiting, 'pay', 'fail', 'time-out', 'expire'),
  inState('charges', 'authorizing', charge({ authentication: '3DS' }), 'pay', 'fail', 'time-out', 'expire'),
  inState('charges', 'authorized', authorized, 'capture', 'expire', 'reverse'),
  inState('charges', 'paid', charge(), 'refund', 'open-dispute'),
  inState('charges', 'paid by a source', after(awaiting, 'charges', 'pay'), 'refund'),
  inState('charges', 'refunded in full', after(charge(), 'charges', 'refund')),
  inState('charges', 'disputed', after(charge(), 'charges', 'open-dispute')),
  inState('charges', 'failed', after(awaiting, 'charges', 'fail')),
  inState('charges', 'reversed', after(authorized, 'charges', 'reverse')),
  inState('charges', 'expired', after(awaiting, 'charges', 'expire')),
  inState('sources', 'pending', source, 'pay', 'fail'),
  inState('sources', 'successful', after(source, 'sources', 'pay')),
  inState('sources', 'failed', after(source, 'sources', 'fail')),
  inState('disputes', 'open', openedDispute, 'win', 'answer', 'lose', 'accept'),
  inState(
    'disputes',
    'pending',
    after(openedDispute, 'disputes', 'answer', { message: 'Sent.' }),
    'win',
    'lose',
    'accept',
  ),
  inState('disputes', 'won', after(openedDispute, 'disputes', 'win')),
  inState('disputes', 'lost', after(openedDispute, 'disputes', 'lose')),
  inState('transfers', 'pending', transfer('pending'), 'send', 'fail', 'delete'),
  inState(
    'transfers',
    'pending, of a recipient that is not verified',
    async (setup) => {
      await rich(setup)
      return createTransfer(setup.client, { recipient: (await createRecipient(setup.client)).id })
    },
    'fail',
    'delete',
  ),
  inState('transfers', 'sent', transfer('sent'), 'mark-paid', 'fail'),
  inState('transfers', 'paid', transfer('paid')),
  inState('transfers', 'failed', transfer('failed')),
  inState('transfers', 'deleted', transfer('deleted')),
  inState('recipients', 'unverified', recipient, 'verify', 'delete'),
  inState('recipients', 'verified', after(recipient, 'recipients', 'verify'), 'delete'),
  inState('recipients', 'deleted', after(recipient, 'recipients', 'delete')),
  inState('schedules', 'running', schedule, 'run-now', 'suspend', 'delete'),
  inState('schedules', 'suspended', after(schedule, 'schedules', 'suspend'), 'activate', 'delete'),
  inState('schedules', 'deleted', after(schedule, 'schedules', 'delete')),
  inState('links', 'open', link, 'pay', 'delete'),
  inState('links', 'deleted', after(link, 'links', 'delete')),
  inState('customers', 'as made', ({ client }) => client.customer(), 'delete'),
  inState('documents', 'of an open dispute', document, 'delete'),
  inState('events', 'without an address', event),
  inState('refunds', 'as made', async ({ client }) => client.refund((await client.charge()).id)),
]
