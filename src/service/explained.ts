import type { ProfileRow } from '../options/profiles'
import { specifiedFields } from './http/profile-form'

/**
 * A difference from another service that a decision explains (`payment-sandbox compare`): in these fields, with these
 * values, and in no others.
 */
export interface Explained {
  /** `POST /charges`. Default: every operation. */
  readonly operations?: readonly string[]
  /** The `object` of the record that has the field. Default: every record. */
  readonly of?: readonly string[]
  /** The ends of paths: `currency` is also `refunds.data[0].currency`; `/order` is that of the answer itself. */
  readonly fields: readonly string[]
  readonly values: ExplainedValues
  /** Only where the call did not ask for it by this parameter. */
  readonly unasked?: string
  /**
   * Other fields of the same record, in one of the two services: by names or paths such as `data.status`.
   * For a status it is the answer, for a member of a list the member itself.
   */
  readonly where?: Readonly<Record<string, ExplainedValue>>
}

/** `(missing)` is a field that is not there; a pattern fits the whole text. */
export type ExplainedValue = string | number | boolean | null | RegExp

export type ExplainedValues =
  /** Of the specification, then of the other profile: the sandbox has that of its profile, the service the other one. */
  | { readonly between: readonly [ExplainedValue, ExplainedValue] }
  | { readonly sandbox: ExplainedValue; readonly other: ExplainedValue }
  | { readonly alike: keyof typeof likenesses }

/** How two values can be the same, in words. */
export const likenesses = {
  case: 'the same letters in upper or lower case',
  second: 'the same time, to the second or to the millisecond',
  record: 'the same record, or its id',
  direction: 'the same records, from the other end',
  absent: 'only the sandbox has it',
  specified: 'only a service of the profile `spec` has it',
  fewer: 'only the sandbox has that record',
  more: 'only the other service has that record',
  link: 'the path, or the address with this path',
  lifetime: 'as long after it was made as a payment method allows, or seven days',
  rate: 'the same shares of an amount that was converted at another rate',
} as const

/** Stands for the value of a missing field. */
export const noField = '(missing)'

/** Codes of declined payments (spec 7.1, 402). */
const declines =
  /payment_declined|insufficient_fund|invalid_card|stolen_or_lost_card|failed_processing|payment_(?:cancelled|expired|rejected)/

/** How the sandbox says that a payment method cannot give back what the call asked for. */
const refusedByMethod = {
  code: 'failed_refund',
  message: /the payment method has (?:no|full) refunds(?: only)?/,
}

const refundWithoutCard = { object: 'refund', 'charge.card': null }

/** A refund of a payment without a card, and the refusal of one. */
const refundByMethod = (
  field: 'status' | 'code',
  refunded: ExplainedValue,
  refused: ExplainedValue,
): readonly Explained[] => {
  const answer = { operations: ['POST /charges/:id/refunds'], fields: [field] }
  return [
    { ...answer, values: { sandbox: refunded, other: refused }, where: refundWithoutCard },
    { ...answer, values: { sandbox: refused, other: refunded }, where: refusedByMethod },
  ]
}

const declined = { object: 'charge', status: 'failed' }
const notRefundable = /not_refundable|insufficient_refundable_amount/

/** By the specification an operation is answered with the first value, by the other profile with the second. */
const answers = (
  operation: string,
  field: 'status' | 'code',
  between: readonly [ExplainedValue, ExplainedValue],
  where?: Explained['where'],
): Explained => ({
  operations: [operation],
  fields: [field],
  values: { between },
  ...(where === undefined ? {} : { where }),
})

const eventLists = ['GET /events', 'GET /charges/:id/events']

/** An event that only one of the two services has. */
const oneHas = (key: ExplainedValue, where: Explained['where'] = {}): readonly Explained[] =>
  (['fewer', 'more'] as const).map((alike) => ({
    operations: eventLists,
    fields: ['/data'],
    values: { alike },
    where: { object: 'event', key, ...where },
  }))

/** In records of one kind a field has the first value by the specification, and the second by the other profile. */
const differs = (
  object: string,
  field: string,
  between: readonly [ExplainedValue, ExplainedValue],
  where?: Explained['where'],
): Explained => ({
  of: [object],
  fields: [field],
  values: { between },
  ...(where === undefined ? {} : { where }),
})

const renamed = (spec: string, omise: string, where?: Explained['where']): Explained =>
  differs('event', 'key', [spec, omise], where)

/** Events that only one of specification and service has, or that have another key there. */
const explainedEvents: readonly Explained[] = [
  ...oneHas('charge.complete', { 'data.source': null, 'data.authorize_uri': null }),
  ...oneHas(/source\.(?:create|update|successful|failed)/),
  ...oneHas(/link\.payment\.(?:create|complete)/),
  ...oneHas(/schedule\.(?:activate|expire|expiring)|schedule\.occurrence\.\w+/),
  ...oneHas(/recipient\.(?:activate|deactivate)/),
  ...oneHas(/card\.(?:update|destroy)|customer\.update\.card/),
  renamed('charge.update', 'charge.capture', { 'data.capture': false, 'data.status': 'successful' }),
  renamed('charge.update', 'charge.reverse', { 'data.status': 'reversed' }),
  renamed('charge.update', 'charge.expire', { 'data.status': 'expired' }),
  renamed('charge.dispute.create', 'dispute.create'),
  renamed('charge.dispute.update', 'dispute.update'),
  renamed('charge.dispute.close', 'dispute.close'),
  renamed('charge.dispute.close', 'dispute.accept', { 'data.status': 'lost' }),
  renamed('transfer.update', 'transfer.send', { 'data.sent': true, 'data.paid': false }),
  renamed('transfer.update', 'transfer.pay', { 'data.paid': true }),
  renamed('transfer.destroy', 'transfer.fail'),
]

/** What versions before 2019-05-29 have in every profile. */
const older = ['refunded', 'source_of_fund']

/** Of a search the fields are those of the answer itself: its data have fields of the same names. */
const explainedFields = (object: string, names: readonly string[]): readonly Explained[] => {
  const place = object === 'search' ? '/' : ''
  const of = { of: [object], values: { alike: 'specified' } } as const
  const isOld = (name: string): boolean => object === 'charge' && older.includes(name)
  const fields = names.filter((name) => !isOld(name)).map((name) => `${place}${name}`)
  const old = names.filter(isOld)
  return [
    { ...of, fields },
    ...(old.length === 0 ? [] : [{ ...of, fields: old, where: { created: noField } }]),
  ]
}

/** What each row of the profiles explains. */
export const explainedByProfile: { readonly [row in ProfileRow]: readonly Explained[] } = {
  headerPrefix: [],
  eventKeys: explainedEvents,
  declines: [
    answers('POST /charges', 'status', [402, 200], declined),
    answers('POST /charges', 'code', [declines, noField], declined),
  ],
  refundCharge: [{ of: ['refund'], fields: ['charge'], values: { alike: 'record' } }],
  listOrder: [
    {
      of: ['list'],
      fields: ['/order'],
      unasked: 'order',
      values: { between: ['reverse_chronological', 'chronological'] },
    },
    { of: ['list'], fields: ['/data'], unasked: 'order', values: { alike: 'direction' } },
  ],
  currencyCase: [
    {
      fields: ['currency', 'funding_currency', 'customer_currency', 'supported_currencies'],
      values: { alike: 'case' },
    },
  ],
  timestamps: [{ fields: ['*_at', 'from', 'to', 'created', 'transferable'], values: { alike: 'second' } }],
  secretEncoding: [],
  sourceReadKey: [
    answers('GET /sources/:id', 'status', [401, 200], { object: 'source' }),
    answers('GET /sources/:id', 'code', ['authentication_failure', noField], { object: 'source' }),
  ],
  recaptureError: [
    answers('POST /charges/:id/capture', 'status', [422, 400], { code: 'invalid_charge' }),
    answers('POST /charges/:id/capture', 'code', ['invalid_charge', 'failed_capture']),
  ],
  refunds: [
    ...refundByMethod('status', 200, 400),
    ...refundByMethod('code', noField, 'failed_refund'),
    {
      of: ['charge'],
      fields: ['refundable', 'partially_refundable'],
      values: { between: [true, false] },
      where: { card: null, status: 'successful' },
    },
  ],
  receiptList: [{ fields: ['/object'], values: { between: ['list', 'receipt_list'] } }],
  refundError: [
    answers('POST /charges/:id/refunds', 'status', [422, 400], { code: notRefundable }),
    answers('POST /charges/:id/refunds', 'code', [notRefundable, 'failed_refund']),
  ],
  amountError: [
    { ...answers('POST /charges', 'code', ['invalid_charge', 'invalid_amount']), unasked: 'amount' },
    answers('POST /charges', 'code', ['invalid_amount', 'invalid_charge'], {
      message: /amount must be an integer.*/,
    }),
  ],
  failureMessages: [],
  expiry: [{ of: ['charge'], fields: ['expires_at'], values: { alike: 'lifetime' } }],
  promptpay: [
    differs('charge', 'authorize_uri', [null, /https?:\/\/\S+\/payments\/pay2_\w+\/authorize\S*/], {
      'source.type': 'promptpay',
    }),
    differs('barcode', 'raw_data', [/\d{4}.+/, null]),
    differs('source', 'provider_references.buyer_name', [null, noField]),
    differs('source', 'provider_references.payment_channel', [noField, null]),
    differs('source', 'provider_references.reference_number_2', [/\d+/, null]),
  ],
  buyerCodes: [],
  methodFees: [],
  wechatPay: [differs('source', 'flow', ['redirect', 'app_redirect'], { type: 'wechat_pay' })],
  passkeys: [],
  authenticatedBy: [differs('charge', 'authenticated_by', [null, '3DS'], { authorized: false })],
  missing3dsFields: (['fewer', 'more'] as const).map((alike) => ({
    of: ['charge'],
    fields: ['missing_3ds_fields'],
    values: { alike },
  })),
  unfinished: [],
  refundAmount: [
    {
      ...answers('POST /charges/:id/refunds', 'status', [200, 400], { code: 'failed_refund' }),
      unasked: 'amount',
    },
    {
      ...answers('POST /charges/:id/refunds', 'code', [noField, 'failed_refund']),
      unasked: 'amount',
    },
  ],
  refundBalance: [],
  idempotencyKeys: [],
  occurrences: [
    ...(['fewer', 'more'] as const).map((alike) => ({
      of: ['list'],
      fields: ['data'],
      values: { alike },
      where: { object: 'occurrence', status: 'scheduled' },
    })),
    // Of a schedule that waits for its first day.
    differs('list', 'occurrences.total', [1, 0]),
  ],
  deletedTransfers: [differs('transfer', 'sendable', [false, true], { deleted: true })],
  defaultRecipient: [
    differs('recipient', 'type', ['corporation', 'individual'], { default: true }),
    differs('recipient', 'tax_id', [null, ''], { default: true }),
  ],
  minimum: [],
  fields: Object.entries(specifiedFields).flatMap(([object, names]) => explainedFields(object, names)),
  tokenizationMethods: [],
}
