/**
 * The model: what the specification says of one account in one mode, in plain objects and without regard to speed.
 * It shares no code with the service. Ids are those that the service gave; a record without one ('') was made by a
 * schedule, and gets it when the lists are read.
 */
import type { ModelEvent } from './events'
import type { AccountFacts, RefundPolicy } from './money'
import type { Profile } from './profiles'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

interface Base {
  id: string
  readonly at: number
}

export interface Card extends Base {
  readonly kind: 'card'
  readonly number: string
  /** What it was not given, of that which 3-D Secure needs. */
  readonly lacks: readonly string[]
  deleted: boolean
}

export interface Token {
  readonly id: string
  readonly card: Card
  used: boolean
}

export interface Customer extends Base {
  readonly kind: 'customer'
  email: string
  description: string | null
  readonly cards: Card[]
  standard: Card | null
  deleted: boolean
}

export interface Source extends Base {
  readonly kind: 'source'
  readonly type: string
  readonly amount: number
  readonly currency: string
  charge: Charge | null
}

export type ChargeState = 'waiting' | 'held' | 'paid' | 'failed' | 'reversed' | 'expired'

export interface Charge extends Base {
  readonly kind: 'charge'
  state: ChargeState
  readonly amount: number
  readonly currency: string
  readonly card: Card | null
  readonly source: Source | null
  readonly customer: Customer | null
  readonly schedule: Schedule | null
  readonly capture: boolean
  readonly partial: boolean
  /** How its cardholder is or was asked, and what the card lacks for that. */
  asked: '3DS' | 'PASSKEY' | null
  lacks: readonly string[]
  readonly refunds: RefundPolicy
  expiresAt: number
  description: string | null
  metadata: Readonly<Record<string, string>>
  funding: number
  fee: number
  feeVat: number
  captured: number
  refunded: number
  /** In the currency of the account. */
  fundingRefunded: number
  voided: boolean
  paidAt: number | null
  authorizedAt: number | null
  expiredAt: number | null
  reversedAt: number | null
  failure: string | null
  dispute: Dispute | null
  transaction: Transaction | null
}

export interface Refund extends Base {
  readonly kind: 'refund'
  readonly charge: Charge
  readonly amount: number
  readonly funding: number
  readonly voided: boolean
  readonly transaction: Transaction
}

export interface Dispute extends Base {
  readonly kind: 'dispute'
  readonly charge: Charge
  readonly amount: number
  readonly funding: number
  state: 'open' | 'pending' | 'won' | 'lost'
  /** The merchant did not answer in time. */
  lapsed: boolean
  message: string | null
  closedAt: number | null
}

export interface Recipient extends Base {
  readonly kind: 'recipient'
  readonly standard: boolean
  number: string
  description: string | null
  verified: boolean
  active: boolean
  failure: string | null
  deleted: boolean
}

export interface Transfer extends Base {
  readonly kind: 'transfer'
  readonly recipient: Recipient
  readonly number: string
  readonly failFast: boolean
  /** Made for a recipient that could not be paid yet: its verification sends it, or has sent it. */
  awaits: boolean
  /** Deleted while it could be sent, where the profile shows that. */
  wasSendable: boolean
  readonly schedule: Schedule | null
  amount: number
  state: 'waiting' | 'sent' | 'paid' | 'failed' | 'deleted'
  failure: string | null
  sentAt: number | null
  paidAt: number | null
}

/** Days are epoch milliseconds of their first moment. */
export interface Schedule extends Base {
  readonly kind: 'schedule'
  readonly every: number
  readonly period: 'day' | 'week' | 'month'
  readonly weekdays: readonly number[]
  readonly daysOfMonth: readonly number[]
  readonly startOn: number
  readonly endOn: number
  readonly charge: {
    readonly customer: Customer
    readonly amount: number
    readonly currency: string
    readonly card: Card | null
  } | null
  readonly transfer: {
    readonly recipient: Recipient
    readonly amount: number | null
    readonly percentage: number
  } | null
  readonly occurrences: Occurrence[]
  state: 'running' | 'expiring' | 'expired' | 'suspended' | 'deleted'
  nextOn: number | null
  endedAt: number | null
}

export interface Occurrence extends Base {
  readonly kind: 'occurrence'
  readonly schedule: Schedule
  readonly on: number
  state: 'scheduled' | 'successful' | 'failed' | 'skipped'
  tries: number
  retryOn: number | null
  processedAt: number | null
  result: Charge | Transfer | null
  /** What was transferred on its day, whatever became of the transfer later. */
  transferred: number
}

export interface Transaction extends Base {
  readonly kind: 'transaction'
  readonly key: string
  /** Credits above zero, debits below. */
  readonly change: number
  readonly origin: Charge | Refund | Dispute | Transfer
  readonly transferableAt: number
}

/** The lists of a world, by what they hold. */
interface Lists {
  readonly customers: Customer[]
  readonly sources: Source[]
  readonly charges: Charge[]
  readonly refunds: Refund[]
  readonly disputes: Dispute[]
  readonly recipients: Recipient[]
  readonly transfers: Transfer[]
  readonly schedules: Schedule[]
  readonly occurrences: Occurrence[]
  readonly transactions: Transaction[]
}

export type ListName = keyof Lists
export type Rec = Lists[ListName][number] | Card

/** Something that happens by itself at its time, if the record still waits for it. */
export interface Job {
  readonly at: number
  readonly order: number
  readonly world: World
  readonly about: Charge | Dispute | Occurrence
}

export interface Clock {
  now: number
  planned: number
  jobs: Job[]
}

/** A request that was sent with an idempotency key, and its answer. */
export interface Kept {
  readonly key: string
  readonly at: number
  readonly method: string
  readonly path: string
  readonly params: object
  readonly status: number
  readonly text: string
}

/** What a receiver of webhooks was sent of one event. */
export interface Received {
  readonly times: number[]
  readonly statuses: number[]
}

export interface World extends Lists {
  readonly profile: Profile
  readonly account: AccountFacts
  readonly accountId: string
  readonly live: boolean
  readonly clock: Clock
  readonly tokens: Token[]
  readonly kept: Kept[]
  readonly received: { [event: string]: Received }
  events: ModelEvent[]
  /** A receiver of webhooks listens; it refuses now and then. */
  listens: boolean
}

export const newWorld = (
  account: AccountFacts,
  about: Pick<World, 'profile' | 'accountId' | 'live' | 'clock' | 'listens'>,
): World => ({
  account,
  ...about,
  ...{ tokens: [], customers: [], sources: [], charges: [], refunds: [], disputes: [] },
  ...{ recipients: [], transfers: [], schedules: [], occurrences: [], transactions: [], events: [] },
  ...{ kept: [], received: {} },
})

/** What the service must answer to a request that it refuses. */
export interface Refusal {
  readonly status: number
  readonly code: string
}

export const refused = (status: number, code: string): Refusal => ({ status, code })

export const isRefusal = (verdict: object): verdict is Refusal => 'code' in verdict && 'status' in verdict

export const plan = (world: World, at: number, about: Job['about']): void => {
  const { clock } = world
  clock.planned += 1
  clock.jobs.push({ at, order: clock.planned, world, about })
}
