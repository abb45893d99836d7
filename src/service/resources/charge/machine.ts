import { allows, machine } from '../../../kernel/machine'

/** States of a charge (spec 3.3, and the flags of spec 2.2). `new` is the moment before it exists. */
export const chargeMachine = machine({
  name: 'charge',
  states: ['new', 'awaiting_payment', 'authorizing', 'authorized', 'paid', 'failed', 'reversed', 'expired'],
  final: ['failed', 'reversed', 'expired'],
  otherwise: { error: 'invalid_charge_state' },
  rules: [
    // Assumption `event-keys`.
    { on: 'pay', from: ['new'], to: 'paid', emits: ['charge.create', 'charge.decide'], spec: '4.2' },
    { on: 'authorize', from: ['new'], to: 'authorized', emits: ['charge.create'], spec: '4.2' },
    { on: 'challenge', from: ['new'], to: 'authorizing', emits: ['charge.create'], spec: '4.2' },
    { on: 'await_payment', from: ['new'], to: 'awaiting_payment', emits: ['charge.create'], spec: '1' },
    { on: 'decline', from: ['new'], to: 'failed', emits: ['charge.create', 'charge.decide'], spec: '7.1' },
    {
      on: 'confirm_payment',
      from: ['authorizing', 'awaiting_payment'],
      to: 'paid',
      emits: ['charge.complete'],
      spec: '6',
    },
    { on: 'confirm_hold', from: ['authorizing'], to: 'authorized', emits: ['charge.complete'], spec: '6' },
    {
      on: 'reject',
      from: ['authorizing', 'awaiting_payment'],
      to: 'failed',
      emits: ['charge.complete'],
      spec: '6',
    },
    {
      on: 'capture',
      from: ['authorized'],
      to: 'paid',
      emits: ['charge.capture'],
      otherwise: { error: 'failed_capture', message: 'charge is not authorized' },
      except: {
        paid: { error: 'invalid_charge_state', message: 'charge was already captured' },
        reversed: { error: 'invalid_charge_state', message: 'charge was reversed' },
        expired: { error: 'expired_charge' },
      },
      spec: '3.3',
    },
    {
      on: 'reverse',
      from: ['authorized'],
      to: 'reversed',
      emits: ['charge.reverse'],
      otherwise: { error: 'failed_reverse', message: 'only uncaptured authorized charges can be reversed' },
      except: { expired: { error: 'expired_charge' } },
      spec: '7.1',
    },
    {
      on: 'expire',
      from: ['authorizing', 'awaiting_payment'],
      to: 'expired',
      emits: ['charge.expire'],
      otherwise: { error: 'failed_expire' },
      spec: '7.1',
    },
    {
      on: 'lapse',
      from: ['authorizing', 'awaiting_payment', 'authorized'],
      to: 'expired',
      emits: ['charge.expire'],
      otherwise: { error: 'failed_expire' },
      spec: '7.1',
    },
    {
      on: 'refund',
      from: ['paid'],
      to: 'paid',
      emits: [],
      otherwise: { error: 'not_refundable' },
      spec: '3.3',
    },
  ],
})

export type ChargeState = (typeof chargeMachine.states)[number]

export const chargeStatuses = ['pending', 'successful', 'failed', 'reversed', 'expired'] as const

export interface ChargeFlags {
  readonly status: (typeof chargeStatuses)[number]
  readonly authorized: boolean
  readonly paid: boolean
  readonly capturable: boolean
  readonly reversible: boolean
  readonly refundable: boolean
  readonly partially_refundable: boolean
  readonly disputable: boolean
  readonly reversed: boolean
  readonly expired: boolean
}

const none = {
  authorized: false,
  paid: false,
  capturable: false,
  reversible: false,
  refundable: false,
  partially_refundable: false,
  disputable: false,
  reversed: false,
  expired: false,
} as const
const held = { ...none, authorized: true } as const
const paid = { ...held, paid: true } as const

/** The standings: a paid charge differs by its refunds, an expired one by whether it was authorized. */
export type ChargeStatusKey =
  | Exclude<ChargeState, 'new'>
  | 'paid_by_source'
  | 'paid_refundable_whole'
  | 'paid_for_good'
  | 'disputed'
  | 'refunded'
  | 'voided'
  | 'lapsed'

/** The booleans that must never contradict each other, by standing (spec 2.2, assumption `charge-flags`). */
export const chargeFlags: { readonly [S in ChargeStatusKey]: ChargeFlags } = {
  authorizing: { ...none, status: 'pending' },
  awaiting_payment: { ...none, status: 'pending' },
  authorized: { ...held, status: 'pending', capturable: true, reversible: true },
  paid: { ...paid, status: 'successful', refundable: true, partially_refundable: true, disputable: true },
  paid_by_source: { ...paid, status: 'successful', refundable: true, partially_refundable: true },
  paid_refundable_whole: { ...paid, status: 'successful', refundable: true },
  paid_for_good: { ...paid, status: 'successful' },
  disputed: { ...paid, status: 'successful' },
  refunded: { ...paid, status: 'successful' },
  voided: { ...paid, status: 'successful' },
  failed: { ...none, status: 'failed' },
  reversed: { ...held, status: 'reversed', reversed: true },
  expired: { ...none, status: 'expired', expired: true },
  lapsed: { ...held, status: 'expired', expired: true },
}

/** The facts of a charge that decide its standing. */
interface ChargeFacts {
  readonly state: ChargeState
  readonly voided: boolean
  readonly disputed: boolean
  readonly source: string | null
  readonly refundPolicy: 'any' | 'whole' | 'none'
  readonly capturedAmount: number
  readonly refundedAmount: number
  readonly authorizedAt: number | null
}

const byPolicy = { any: 'paid_by_source', whole: 'paid_refundable_whole', none: 'paid_for_good' } as const

export const chargeStatusKey = (charge: ChargeFacts): ChargeStatusKey => {
  if (charge.state === 'new') throw new Error('a charge that does not exist has no standing')
  if (charge.state === 'expired') return charge.authorizedAt === null ? 'expired' : 'lapsed'
  if (charge.state !== 'paid') return charge.state
  if (charge.voided) return 'voided'
  if (charge.disputed) return 'disputed'
  // A card check: there is nothing to refund or to dispute.
  if (charge.capturedAmount === 0) return 'paid_for_good'
  if (charge.refundedAmount === charge.capturedAmount) return 'refunded'
  return charge.source === null ? 'paid' : byPolicy[charge.refundPolicy]
}

export const flagsOf = (charge: ChargeFacts): ChargeFlags => chargeFlags[chargeStatusKey(charge)]

/** Whether the charge still waits for its cardholder, or for the payer of its source. */
export const waitsForPayer = ({ state }: ChargeFacts): boolean => allows(chargeMachine, state, 'reject')
