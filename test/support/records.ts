/** Records in each of their states, with the moves that are possible then. */
import { expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import type { Client } from './client'
import { makeControl } from './control'
import { upload } from './disputes'
import type { Params } from './form'
import { createRecipient, createTransfer, transferIn } from './payouts'
import { coffee } from './schedules'
import { expectSuccess } from './set-up'

export interface Stage {
  readonly sandbox: Sandbox
  readonly client: Client
}

type Make = (stage: Stage) => Promise<{ readonly id: string }>

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
const hold = charge({ capture: false })

export const openedDispute: Make = async (stage) =>
  stage.sandbox.simulate.openDispute((await charge()(stage)).id)

const rich = async ({ client, sandbox }: Stage): Promise<void> => {
  await client.charge({ amount: 100_000 })
  await sandbox.clock.advance('8d')
}

const transfer =
  (state: keyof typeof transferIn): Make =>
  async (stage) => {
    await rich(stage)
    return transferIn[state](stage.client)
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
  async (stage) => {
    const { id } = await make(stage)
    const { status } = await makeControl(stage.sandbox).post(`/records/${kind}/${id}/${move}`, input)
    expect(status).toBe(200)
    return { id }
  }

const document: Make = async (stage) =>
  expectSuccess(await upload(stage.client, (await openedDispute(stage)).id))

const event: Make = async ({ sandbox }) => await sandbox.trigger('customer.create')

export const recordStates: readonly RecordState[] = [
  { kind: 'charges', state: 'awaiting_payment', make: awaiting, moves: ['pay', 'fail', 'expire'] },
  {
    kind: 'charges',
    state: 'authorizing',
    make: charge({ authentication: '3DS' }),
    moves: ['pay', 'fail', 'expire'],
  },
  { kind: 'charges', state: 'authorized', make: hold, moves: ['capture', 'reverse', 'expire'] },
  { kind: 'charges', state: 'paid', make: charge(), moves: ['refund', 'open-dispute'] },
  { kind: 'charges', state: 'paid by a source', make: after(awaiting, 'charges', 'pay'), moves: ['refund'] },
  { kind: 'charges', state: 'refunded in full', make: after(charge(), 'charges', 'refund'), moves: [] },
  { kind: 'charges', state: 'disputed', make: after(charge(), 'charges', 'open-dispute'), moves: [] },
  { kind: 'charges', state: 'failed', make: after(awaiting, 'charges', 'fail'), moves: [] },
  { kind: 'charges', state: 'reversed', make: after(hold, 'charges', 'reverse'), moves: [] },
  { kind: 'charges', state: 'expired', make: after(awaiting, 'charges', 'expire'), moves: [] },
  { kind: 'sources', state: 'pending', make: source, moves: ['pay', 'fail'] },
  { kind: 'sources', state: 'successful', make: after(source, 'sources', 'pay'), moves: [] },
  { kind: 'sources', state: 'failed', make: after(source, 'sources', 'fail'), moves: [] },
  { kind: 'disputes', state: 'open', make: openedDispute, moves: ['answer', 'win', 'lose', 'accept'] },
  {
    kind: 'disputes',
    state: 'pending',
    make: after(openedDispute, 'disputes', 'answer', { message: 'Sent.' }),
    moves: ['win', 'lose', 'accept'],
  },
  { kind: 'disputes', state: 'won', make: after(openedDispute, 'disputes', 'win'), moves: [] },
  { kind: 'disputes', state: 'lost', make: after(openedDispute, 'disputes', 'lose'), moves: [] },
  { kind: 'transfers', state: 'pending', make: transfer('pending'), moves: ['send', 'fail', 'delete'] },
  {
    kind: 'transfers',
    state: 'pending, of a recipient that is not verified',
    make: async (stage) => {
      await rich(stage)
      return createTransfer(stage.client, { recipient: (await createRecipient(stage.client)).id })
    },
    moves: ['fail', 'delete'],
  },
  { kind: 'transfers', state: 'sent', make: transfer('sent'), moves: ['mark-paid', 'fail'] },
  { kind: 'transfers', state: 'paid', make: transfer('paid'), moves: [] },
  { kind: 'transfers', state: 'failed', make: transfer('failed'), moves: [] },
  { kind: 'transfers', state: 'deleted', make: transfer('deleted'), moves: [] },
  {
    kind: 'recipients',
    state: 'unverified',
    make: ({ client }) => createRecipient(client),
    moves: ['verify', 'delete'],
  },
  {
    kind: 'recipients',
    state: 'verified',
    make: after(({ client }) => createRecipient(client), 'recipients', 'verify'),
    moves: ['delete'],
  },
  {
    kind: 'recipients',
    state: 'deleted',
    make: after(({ client }) => createRecipient(client), 'recipients', 'delete'),
    moves: [],
  },
  { kind: 'schedules', state: 'running', make: schedule, moves: ['run-now', 'suspend', 'delete'] },
  {
    kind: 'schedules',
    state: 'suspended',
    make: after(schedule, 'schedules', 'suspend'),
    moves: ['activate', 'delete'],
  },
  { kind: 'schedules', state: 'deleted', make: after(schedule, 'schedules', 'delete'), moves: [] },
  { kind: 'links', state: 'open', make: link, moves: ['pay', 'delete'] },
  { kind: 'links', state: 'deleted', make: after(link, 'links', 'delete'), moves: [] },
  { kind: 'customers', state: 'as made', make: ({ client }) => client.customer(), moves: ['delete'] },
  { kind: 'documents', state: 'of an open dispute', make: document, moves: ['delete'] },
  { kind: 'events', state: 'without an address', make: event, moves: [] },
  {
    kind: 'refunds',
    state: 'as made',
    make: async ({ client }) => client.refund((await client.charge()).id),
    moves: [],
  },
]
