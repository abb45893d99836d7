import type {
  Card,
  Charge,
  Customer,
  Dispute,
  Event,
  EventKey,
  FailureCode,
  Link,
  Occurrence,
  Recipient,
  Refund,
  Schedule,
  Source,
  Token,
  Transaction,
  Transfer,
  TransferFailureCode,
} from 'payment-sandbox'
import type { SecretEncoding } from '../../service/webhooks/signature'

// The published types.

type Override<V> = V extends readonly unknown[]
  ? V
  : V extends object
    ? string extends keyof V
      ? V
      : Overrides<V>
    : V

/** Fields to replace, at any depth. Lists and metadata are replaced as a whole. */
export type Overrides<T> = { readonly [K in keyof T]?: Override<T[K]> }

/**
 * Makes a valid record of its kind. Overrides that are parameters of the operation, such as `amount`, are given to it, so
 * that what follows from them agrees; the others replace fields of the record, at any depth.
 *
 * @throws SandboxError `refused` for a field that the record does not have, and for what the service refuses
 */
export type Factory<T> = (overrides?: Overrides<T>) => T

/** A captured charge by card, or one in another state. */
export interface ChargeFactory extends Factory<Charge> {
  /** Declined. Default code: `insufficient_fund`. */
  declined(code?: FailureCode, overrides?: Overrides<Charge>): Charge
  /** Authorized and not captured. */
  authorized(overrides?: Overrides<Charge>): Charge
  /** Authorized, then captured. @param amount in subunits. Default: all of it */
  captured(amount?: number, overrides?: Overrides<Charge>): Charge
  /** Waits for the payer of a QR code. */
  pending(overrides?: Overrides<Charge>): Charge
  /** Waits for the cardholder on its 3-D Secure page. */
  challenged(overrides?: Overrides<Charge>): Charge
  /** Paid by another method than a card. @param type of the source. Default: `promptpay` */
  paidBySource(type?: string, overrides?: Overrides<Charge>): Charge
  /** Refunded. @param amount in subunits. Default: all of it */
  refunded(amount?: number, overrides?: Overrides<Charge>): Charge
  /** Refunded in full before settlement, fees included. */
  voided(overrides?: Overrides<Charge>): Charge
  /** Not paid in time. */
  expired(overrides?: Overrides<Charge>): Charge
  /** Authorized, then released. */
  reversed(overrides?: Overrides<Charge>): Charge
  /** With an open dispute. */
  disputed(overrides?: Overrides<Charge>): Charge
}

/** A refund of a whole charge of 1,000.00, or of the given amount. */
export interface RefundFactory extends Factory<Refund> {
  /** Before settlement: the fees come back too. */
  voided(overrides?: Overrides<Refund>): Refund
}

/** A customer with one card. */
export interface CustomerFactory extends Factory<Customer> {
  withoutCard(overrides?: Overrides<Customer>): Customer
  deleted(overrides?: Overrides<Customer>): Customer
}

/** A card of a customer. */
export interface CardFactory extends Factory<Card> {
  /** @param card a brand such as `jcb`, the failure code of a test card, or a number */
  of(card: string, overrides?: Overrides<Card>): Card
}

/** A token that can be used. */
export interface TokenFactory extends Factory<Token> {
  /** @param card a brand such as `jcb`, the failure code of a test card, or a number */
  of(card: string, overrides?: Overrides<Token>): Token
  /** Charged. */
  used(overrides?: Overrides<Token>): Token
}

/** A PromptPay source that was not charged yet, or one of the given `type`. */
export interface SourceFactory extends Factory<Source> {
  /** Charged: it shows its payer a code, or an address. */
  charged(overrides?: Overrides<Source>): Source
  paid(overrides?: Overrides<Source>): Source
  /** Default code: `payment_cancelled`. */
  failed(code?: FailureCode, overrides?: Overrides<Source>): Source
  /** Not paid in time. */
  expired(overrides?: Overrides<Source>): Source
}

/** A recipient that is not verified yet. */
export interface RecipientFactory extends Factory<Recipient> {
  /** Verified by the bank, and active. */
  verified(overrides?: Overrides<Recipient>): Recipient
  /** The bank could not verify it. */
  rejected(overrides?: Overrides<Recipient>): Recipient
  deleted(overrides?: Overrides<Recipient>): Recipient
}

/** A transfer that waits to be sent. */
export interface TransferFactory extends Factory<Transfer> {
  /** Sent to the bank. */
  sent(overrides?: Overrides<Transfer>): Transfer
  /** The recipient has the money. */
  paid(overrides?: Overrides<Transfer>): Transfer
  /** The money came back. Default code: `transfer_failed`. */
  failed(code?: TransferFailureCode, overrides?: Overrides<Transfer>): Transfer
  deleted(overrides?: Overrides<Transfer>): Transfer
}

/** An open dispute. */
export interface DisputeFactory extends Factory<Dispute> {
  /** Answered by the merchant. */
  pending(overrides?: Overrides<Dispute>): Dispute
  /** Decided for the merchant. */
  won(overrides?: Overrides<Dispute>): Dispute
  /** Decided for the cardholder. */
  lost(overrides?: Overrides<Dispute>): Dispute
  /** Accepted by the merchant, and so lost. */
  accepted(overrides?: Overrides<Dispute>): Dispute
  /** Not answered in time, and so lost. */
  lapsed(overrides?: Overrides<Dispute>): Dispute
}

/** A schedule that charges a customer each day. */
export interface ScheduleFactory extends Factory<Schedule> {
  /** One that transfers to a recipient. */
  ofTransfers(overrides?: Overrides<Schedule>): Schedule
  suspended(overrides?: Overrides<Schedule>): Schedule
  /** Its last day is over. */
  expired(overrides?: Overrides<Schedule>): Schedule
  deleted(overrides?: Overrides<Schedule>): Schedule
}

/** The planned day of a schedule. */
export interface OccurrenceFactory extends Factory<Occurrence> {
  /** It charged the card. */
  successful(overrides?: Overrides<Occurrence>): Occurrence
  /** The card was declined. */
  failed(overrides?: Overrides<Occurrence>): Occurrence
}

/** A payment link that was not paid yet. */
export interface LinkFactory extends Factory<Link> {
  /** Can be paid more than once. */
  multiple(overrides?: Overrides<Link>): Link
  /** Paid: it has a charge. */
  used(overrides?: Overrides<Link>): Link
  deleted(overrides?: Overrides<Link>): Link
}

/** The transaction that credits a charge. */
export interface TransactionFactory extends Factory<Transaction> {
  ofRefund(overrides?: Overrides<Transaction>): Transaction
  ofDispute(overrides?: Overrides<Transaction>): Transaction
  ofTransfer(overrides?: Overrides<Transaction>): Transaction
}

/** Makes an event with its record and all its fields. */
export type EventFactory = <K extends EventKey>(key: K, overrides?: Overrides<Event<K>>) => Event<K>

export interface WebhookOptions<K extends EventKey = EventKey> {
  /** The signing secret of the receiver; during a rotation, all current ones. */
  readonly secret: string | readonly string[]
  /** Unix seconds of the signature. Default: now, by the clock of the machine, as receivers refuse older ones. */
  readonly timestamp?: number
  /** Fields of the event to replace, before it is signed. */
  readonly overrides?: Overrides<Event<K>>
  /** Default: `https://shop.example.com/webhooks`. */
  readonly url?: string
  /** The `Service` of `Service-Signature`. Default: that of the profile. */
  readonly headerPrefix?: string
  /** Default: `base64` with the prefix `Omise`, otherwise `utf8`. */
  readonly secretEncoding?: SecretEncoding
}

/** Makes the request that delivers an event, signed. */
export type WebhookFactory = <K extends EventKey>(key: K, options: WebhookOptions<K>) => Request

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
