/**
 * What differs between the profiles: the specification in `spec`, what is public of the real service in `omise`. All
 * of it is plain data, since the model is copied with it.
 */
import { type Refusal, refused } from './world'

export type ProfileName = 'spec' | 'omise'

export interface Profile {
  readonly name: ProfileName
  /** A declined charge is answered with an error; otherwise with the failed charge. */
  readonly declinesAreErrors: boolean
  /** Where a refund shows the id of its charge. */
  readonly chargeOfRefund: 'charge' | 'charge.id'
  readonly listOrder: 'chronological' | 'reverse_chronological'
  readonly currencyCase: 'lower' | 'upper'
  /** Times are shown in whole numbers of this many milliseconds. */
  readonly timeStep: number
  /** A source asked for with a public key; `null` when it is shown. */
  readonly publicKeyOfSource: Refusal | null
  /** Capture of a charge that was captured or reversed. */
  readonly captureAgain: Refusal
  readonly notRefundable: Refusal
  readonly refundTooLarge: Refusal
  /** A refund that does not say its amount; `null` when it is of all that is left. */
  readonly refundOfTheRest: Refusal | null
  readonly chargeWithoutAmount: Refusal
  /** The payment method says what can be refunded, and how long a charge waits; otherwise all are alike. */
  readonly goesByMethod: boolean
  /** A page of a bank that the payer never finishes fails; otherwise it expires, as all do. */
  readonly banksGiveUp: boolean
  /** A charge that waits for its cardholder says how, and what the card lacks; a passkey waits as well. */
  readonly asksAtOnce: boolean
  /** Schedules list the occurrence that waits for its day. */
  readonly listsWaiting: boolean
  /** A deleted transfer shows whether it could be sent before. */
  readonly keepsSendable: boolean
  /** Type and tax number of the recipient that is there from the start. */
  readonly standardRecipient: readonly [type: string, taxId: string | null]
  /** The least of a charge in another currency is that currency's own, or that of the account, converted. */
  readonly foreignLeast: 'own' | 'converted'
  /** Fields that only the library shows, by the kind of the record. */
  readonly lacks: Readonly<Record<string, readonly string[]>>
  readonly receiptList: string
  readonly tokenizationMethods: readonly string[]
  readonly webhooks: {
    readonly signature: string
    readonly timestamp: string
    /** How the text of a secret becomes the key. */
    readonly secret: 'utf8' | 'base64'
    /** Keys of the events about the first attempt to deliver, and about a later one. */
    readonly attempts: readonly [first: string, later: string] | null
  }
  readonly failureMessages: Readonly<Record<string, string>>
  /** Events whose key is another one than what happened is called in the model; `null` for no event. */
  readonly keys: Readonly<Record<string, string | null>>
}

const messages = {
  insufficient_fund: 'insufficient funds',
  stolen_or_lost_card: 'stolen or lost card',
  failed_processing: 'processing failed',
  payment_rejected: 'payment rejected',
  timeout: 'timeout',
  failed_fraud_check: 'fraud check failed',
  invalid_account_number: 'invalid account number',
}

export const profiles: Readonly<Record<ProfileName, Profile>> = {
  spec: {
    name: 'spec',
    declinesAreErrors: true,
    chargeOfRefund: 'charge.id',
    listOrder: 'reverse_chronological',
    currencyCase: 'lower',
    timeStep: 1,
    publicKeyOfSource: refused(401, 'authentication_failure'),
    captureAgain: refused(422, 'invalid_charge'),
    notRefundable: refused(422, 'not_refundable'),
    refundTooLarge: refused(422, 'insufficient_refundable_amount'),
    chargeWithoutAmount: refused(400, 'invalid_charge'),
    refundOfTheRest: null,
    goesByMethod: false,
    banksGiveUp: false,
    asksAtOnce: false,
    listsWaiting: true,
    keepsSendable: false,
    standardRecipient: ['corporation', null],
    foreignLeast: 'own',
    lacks: {},
    receiptList: 'list',
    tokenizationMethods: [],
    webhooks: {
      signature: 'Service-Signature',
      timestamp: 'Service-Signature-Timestamp',
      secret: 'utf8',
      attempts: ['webhooks.deliver', 'webhooks.retry'],
    },
    failureMessages: messages,
    keys: {
      'charge.decide': 'charge.complete',
      'charge.capture': 'charge.update',
      'charge.reverse': 'charge.update',
      'charge.expire': 'charge.update',
      'dispute.create': 'charge.dispute.create',
      'dispute.update': 'charge.dispute.update',
      'dispute.close': 'charge.dispute.close',
      'dispute.accept': 'charge.dispute.close',
      'customer.update.card': null,
      'customer.lose.card': 'customer.update',
      'card.destroy': null,
      'recipient.activate': null,
      'recipient.deactivate': null,
      'schedule.expire': null,
      'transfer.send': 'transfer.update',
      'transfer.pay': 'transfer.update',
      'transfer.fail': 'transfer.destroy',
    },
  },
  omise: {
    name: 'omise',
    declinesAreErrors: false,
    chargeOfRefund: 'charge',
    listOrder: 'chronological',
    currencyCase: 'upper',
    timeStep: 1000,
    publicKeyOfSource: null,
    captureAgain: refused(400, 'failed_capture'),
    notRefundable: refused(400, 'failed_refund'),
    refundTooLarge: refused(400, 'failed_refund'),
    chargeWithoutAmount: refused(400, 'invalid_amount'),
    refundOfTheRest: refused(400, 'failed_refund'),
    goesByMethod: true,
    banksGiveUp: true,
    asksAtOnce: true,
    listsWaiting: false,
    keepsSendable: true,
    standardRecipient: ['individual', ''],
    foreignLeast: 'converted',
    lacks: { charge: ['captured', 'refunded'], source: ['status'] },
    receiptList: 'receipt_list',
    tokenizationMethods: ['googlepay', 'applepay'],
    webhooks: {
      signature: 'Omise-Signature',
      timestamp: 'Omise-Signature-Timestamp',
      secret: 'base64',
      attempts: null,
    },
    failureMessages: {
      ...messages,
      insufficient_fund: 'insufficient funds in the account or the card has reached the credit limit',
      stolen_or_lost_card: 'card is stolen or lost',
      failed_processing: 'failed processing',
      timeout: 'Timeout',
      failed_fraud_check: 'failed fraud check',
      invalid_account_number: 'the account number is invalid',
    },
    keys: {
      'charge.decide': null,
      'source.create': null,
      'source.update': null,
      'source.successful': null,
      'source.failed': null,
      'customer.lose.card': null,
      'schedule.activate': null,
      'schedule.occurrence.scheduled': null,
      'schedule.occurrence.successful': null,
      'schedule.occurrence.failed': null,
    },
  },
}
