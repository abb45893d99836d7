import type { Card } from './card/serialize'
import type { Charge } from './charge/schema'
import type { Customer } from './customer/serialize'
import type { Dispute } from './dispute/serialize'
import type { Document } from './document/serialize'
import type { Link } from './link/serialize'
import type { Occurrence } from './occurrence/serialize'
import type { Recipient } from './recipient/serialize'
import type { Refund } from './refund/serialize'
import type { Schedule } from './schedule/serialize'
import type { Source } from './source/serialize'
import type { Token } from './token/serialize'
import type { Transaction } from './transaction/serialize'
import type { Transfer } from './transfer/serialize'
import type { WebhookSecret } from './webhook-secret/serialize'

/** The records that the library shows, by the name of their reader, such as `sandbox.links`. Events have one of their own. */
export interface ShownRecords {
  readonly cards: Card
  readonly charges: Charge
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
