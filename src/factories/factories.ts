/**
 * payment-sandbox/factories: valid records for unit tests, without a server. The operations of the service make them, so
 * they cannot drift from it.
 */
import { parseTime } from '../kernel/calendar'
import { SandboxError } from '../kernel/sandbox-error'
import { type EventFactory, eventFactory, type WebhookFactory, webhookFactory } from './events'
import type {
  CardFactory,
  ChargeFactory,
  CustomerFactory,
  DisputeFactory,
  LinkFactory,
  OccurrenceFactory,
  RecipientFactory,
  RefundFactory,
  ScheduleFactory,
  SourceFactory,
  TokenFactory,
  TransactionFactory,
  TransferFactory,
} from './kinds'
import {
  cardFactory,
  customerFactory,
  occurrenceFactory,
  recipientFactory,
  scheduleFactory,
  tokenFactory,
  transactionFactory,
  transferFactory,
} from './others'
import { chargeFactory, disputeFactory, linkFactory, refundFactory, sourceFactory } from './payments'
import { FactoryStage } from './stage'

export type { EventFactory, WebhookFactory, WebhookOptions } from './events'
export type {
  CardFactory,
  ChargeFactory,
  CustomerFactory,
  DisputeFactory,
  Factory,
  LinkFactory,
  OccurrenceFactory,
  RecipientFactory,
  RefundFactory,
  ScheduleFactory,
  SourceFactory,
  TokenFactory,
  TransactionFactory,
  TransferFactory,
} from './kinds'
export type { Overrides } from './overrides'

export interface FactoryOptions {
  /** The same seed gives the same records, call by call. Default: `factories`. */
  readonly seed?: string
  /** When everything happens: ISO 8601, or epoch milliseconds. Default: `2026-01-15T09:00:00Z`. */
  readonly now?: string | number | Date
}

/** One factory for each kind of record, and for events and webhooks. */
export interface Factories {
  readonly charge: ChargeFactory
  readonly refund: RefundFactory
  readonly customer: CustomerFactory
  readonly card: CardFactory
  readonly token: TokenFactory
  readonly source: SourceFactory
  readonly recipient: RecipientFactory
  readonly transfer: TransferFactory
  readonly dispute: DisputeFactory
  readonly schedule: ScheduleFactory
  readonly occurrence: OccurrenceFactory
  readonly link: LinkFactory
  readonly transaction: TransactionFactory
  readonly event: EventFactory
  readonly webhook: WebhookFactory
}

const usualNow = '2026-01-15T09:00:00Z'

const timeOf = (now: string | number | Date): number => {
  const time = typeof now === 'string' ? parseTime(now) : Number(now)
  if (time !== null && Number.isSafeInteger(time)) return time
  throw new SandboxError('invalid_option', 'now: must be a time in ISO 8601, epoch milliseconds or a Date')
}

/**
 * Factories of their own: the same options give the same records, in the order of the calls.
 *
 * @example
 * const { charge } = factories({ seed: 'shop', now: '2026-01-15T09:00:00Z' })
 * charge.refunded(500).refunded_amount // 500
 *
 * @throws SandboxError `invalid_option` for a time that is none
 */
export const factories = ({ seed = 'factories', now = usualNow }: FactoryOptions = {}): Factories => {
  const stage = new FactoryStage(seed, timeOf(now))
  return {
    charge: chargeFactory(stage),
    refund: refundFactory(stage),
    customer: customerFactory(stage),
    card: cardFactory(stage),
    token: tokenFactory(stage),
    source: sourceFactory(stage),
    recipient: recipientFactory(stage),
    transfer: transferFactory(stage),
    dispute: disputeFactory(stage),
    schedule: scheduleFactory(stage),
    occurrence: occurrenceFactory(stage),
    link: linkFactory(stage),
    transaction: transactionFactory(stage),
    event: eventFactory(stage),
    webhook: webhookFactory(stage),
  }
}

export const {
  charge,
  refund,
  customer,
  card,
  token,
  source,
  recipient,
  transfer,
  dispute,
  schedule,
  occurrence,
  link,
  transaction,
  event,
  webhook,
}: Factories = /* @__PURE__ */ factories()
