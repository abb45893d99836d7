import type { ProfileRow } from '../options/profiles'

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
  /** What the record that has the field has as well, in one of the two services; for a status, the answer. */
  readonly where?: Readonly<Record<string, ExplainedValue>>
}

/** `(missing)` is a field that is not there; a pattern fits the whole text. */
export type ExplainedValue = string | number | boolean | null | RegExp

export type ExplainedValues =
  /** One of the two services has one of the first, the other one of the second. */
  | { readonly between: readonly [ExplainedValue, ExplainedValue] }
  | { readonly sandbox: ExplainedValue; readonly other: ExplainedValue }
  | { readonly alike: keyof typeof likenesses }

/** How two values can be the same, in words. */
export const likenesses = {
  case: 'the same letters in upper or lower case',
  second: 'the same time, to the second or to the millisecond',
  record: 'the same record, or its id',
  direction: 'the same records, from the other end',
} as const

const noField = '(missing)'

/** Codes of declined payments (spec 7.1, 402). */
const declines =
  /payment_declined|insufficient_fund|invalid_card|stolen_or_lost_card|failed_processing|payment_(?:cancelled|expired|rejected)/

const declined = { object: 'charge', status: 'failed' }
const refusedRefunds = ['POST /charges/:id/refunds']
const refundedSources = { object: 'refund' }
const notRefundable = /not_refundable|insufficient_refundable_amount/

/** What each row of the profiles explains. */
export const explainedByProfile: { readonly [row in ProfileRow]: readonly Explained[] } = {
  declines: [
    {
      operations: ['POST /charges'],
      fields: ['status'],
      values: { between: [402, 200] },
      where: declined,
    },
    {
      operations: ['POST /charges'],
      fields: ['code'],
      values: { between: [declines, noField] },
      where: declined,
    },
  ],
  refundCharge: [{ of: ['refund'], fields: ['charge'], values: { alike: 'record' } }],
  listOrder: [
    {
      of: ['list'],
      fields: ['/order'],
      unasked: 'order',
      values: { between: ['chronological', 'reverse_chronological'] },
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
    {
      operations: ['GET /sources/:id'],
      fields: ['status'],
      values: { between: [401, 200] },
      where: { object: 'source' },
    },
    {
      operations: ['GET /sources/:id'],
      fields: ['code'],
      values: { between: ['authentication_failure', noField] },
      where: { object: 'source' },
    },
  ],
  recaptureError: [
    {
      operations: ['POST /charges/:id/capture'],
      fields: ['status'],
      values: { between: [422, 400] },
      where: { code: 'invalid_charge' },
    },
    {
      operations: ['POST /charges/:id/capture'],
      fields: ['code'],
      values: { between: ['invalid_charge', 'failed_capture'] },
    },
  ],
  refunds: [
    {
      operations: refusedRefunds,
      fields: ['status'],
      values: { between: [400, 200] },
      where: refundedSources,
    },
    {
      operations: refusedRefunds,
      fields: ['code'],
      values: { between: ['failed_refund', noField] },
      where: refundedSources,
    },
    {
      of: ['charge'],
      fields: ['refundable', 'partially_refundable'],
      values: { between: [true, false] },
      where: { card: null, status: 'successful' },
    },
  ],
  receiptList: [{ fields: ['/object'], values: { between: ['list', 'receipt_list'] } }],
  refundError: [
    {
      operations: refusedRefunds,
      fields: ['status'],
      values: { between: [422, 400] },
      where: { code: notRefundable },
    },
    {
      operations: refusedRefunds,
      fields: ['code'],
      values: { between: [notRefundable, 'failed_refund'] },
    },
  ],
  amountError: [
    {
      operations: ['POST /charges'],
      fields: ['code'],
      values: { between: ['invalid_charge', 'invalid_amount'] },
    },
  ],
}
