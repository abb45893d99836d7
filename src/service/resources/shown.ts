import type { Card } from './card/record'
import type { Charge } from './charge/record'
import type { CheckoutSession } from './checkout-session/record'
import type { Customer } from './customer/record'
import type { Dispute } from './dispute/record'
import type { Document } from './document/record'
import type { Link } from './link/record'
import type { Occurrence } from './occurrence/record'
import type { Recipient } from './recipient/record'
import type { Refund } from './refund/record'
import type { Schedule } from './schedule/record'
import type { Source } from './source/record'
import type { Token } from './token/record'
import type { Transaction } from './transaction/record'
import type { Transfer } from './transfer/record'
import type { WebhookSecret } from './webhook-secret/record'

/** The records that the library shows, by the name of their reader, such as `sandbox.links`. Events have their own. */
export interface ShownRecords {
  readonly cards: Card
  readonly charges: Charge
  /** Hosted checkouts, which only the profile `omise` has. */
  readonly checkoutSessions: CheckoutSession
  readonly customers: Customer
  readonly disputes: Dispute
  /** Evidence of disputes, also what was deleted. */
  readonly documents: Document
  readonly links: Link
  readonly occurrences: Occurrence
  /** Recipients of transfers, the default one included. */
  readonly recipients: Recipient
  readonly refunds: Refund
  readonly schedules: Schedule
  readonly sources: Source
  readonly tokens: Token
  readonly transactions: Transaction
  readonly transfers: Transfer
  /** The secrets in use, with their values. */
  readonly webhookSecrets: WebhookSecret
}
