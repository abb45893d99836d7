import * as z from 'zod/mini'
import { sameDay } from '../../../kernel/calendar'
import { rowsOf } from '../../../kernel/collection'
import { sumOf } from '../../ledger/fees'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { cardRecord } from '../card/record'
import type { DisputeRow } from '../dispute/model'
import { type DisputeRelated, disputeRecord } from '../dispute/record'
import * as field from '../field'
import { type RenderContext, record, type Shown } from '../record'
import type { RefundRow } from '../refund/model'
import type { SourceRow } from '../source/model'
import { sourceRecord } from '../source/record'
import { type ChargeFlags, chargeStatuses, flagsOf } from './machine'
import { authentications, authorizePathOf, type ChargeRow, type FeeRate, type PlatformFee } from './model'
import { lifetime } from './schema'

export interface ChargeRelated {
  readonly card: CardRow | null
  readonly source: SourceRow | null
  readonly refunds: readonly RefundRow[]
  readonly dispute: { readonly row: DisputeRow; readonly related: DisputeRelated } | null
}

const noRefunds: readonly RefundRow[] = []

const relatedOf = (world: World, charge: ChargeRow): ChargeRelated => {
  // The newest one: after a won dispute there may be another.
  const dispute = charge.dispute === null ? undefined : world.disputes.get(charge.dispute)
  return {
    card: charge.card === null ? null : (world.cards.get(charge.card) ?? null),
    source: charge.source === null ? null : (world.sources.get(charge.source) ?? null),
    refunds: charge.refundedAmount === 0 ? noRefunds : rowsOf(world.refunds.by('charge', charge.id)),
    dispute: dispute === undefined ? null : { row: dispute, related: disputeRecord.related(world, dispute) },
  }
}

/** Hundredths as the recorded answers write them: `3.65`, `7.0`. */
const rateText = (hundredths: number): string => {
  const rest = hundredths % 100
  const whole = (hundredths - rest) / 100
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`
}

const transactionFees = record<FeeRate>()({
  fee_flat: field.text('Fixed part of the fee, in units of the currency, as text such as `0.0`', ({ flat }) =>
    rateText(flat),
  ),
  fee_rate: field.text('Percentage of the amount, as text such as `3.65`', ({ rate }) => rateText(rate)),
  vat_rate: field.text('Percentage of tax on the fee, as text such as `7.0`', ({ vat }) => rateText(vat)),
})

/** As recorded: `2.0`; a finer percentage keeps its digits. */
const decimalText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

const platformFee = record<PlatformFee>()({
  fixed: field.intOrNull('Fixed share in subunits; null when not given'),
  amount: field.intOrNull('Share in subunits; null when not given'),
  percentage: field.textOrNull(
    'Percentage of the amount, as text such as `2.0`; null when not given',
    ({ percentage }) => (percentage === null ? null : decimalText(percentage)),
  ),
})

/** Until settlement, which the sandbox puts at the end of the UTC day (assumption `void-rule`). */
const canPerformVoid = (charge: ChargeRow, _: ChargeRelated, { now }: RenderContext): boolean =>
  charge.source === null &&
  charge.paidAt !== null &&
  charge.capturedAmount > 0 &&
  charge.refundedAmount === 0 &&
  !charge.disputed &&
  sameDay(charge.paidAt, now)

/** `offline` is paid with a code or at a counter, `offsite` on the page or app of a third party. */
export const sourceOfFund = (source: SourceRow | null) => {
  if (source === null) return 'card'
  return source.flow === 'offline' ? 'offline' : 'offsite'
}

/** What follows from the state of a charge. */
const flagged =
  <N extends keyof ChargeFlags>(name: N) =>
  (charge: ChargeRow): ChargeFlags[N] =>
    flagsOf(charge)[name]

/** A refund in the `refunds` list of its charge: it names the charge by id. */
export const nestedRefundRecord = record<RefundRow>()({
  object: field.always('refund'),
  id: field.id('rfnd'),
  location: field.location('/charges/<charge>/refunds/<id>'),
  livemode: field.livemode,
  voided: field.flag('Whether it was a void, before settlement: the fees were given back too'),
  currency: field.currency,
  amount: field.money('Refunded amount in subunits of `currency`'),
  metadata: field.metadata,
  charge: field.text('Id of the refunded charge'),
  capture: field.unused,
  terminal: field.unused,
  transaction: field.idOrNullOf('transaction')(
    'Id of the transaction that debits it; null when there is none',
  ),
  status: field.always('closed', 'Always `closed`: a refund is final at once'),
  funding_amount: field.fundingMoney('Refunded amount in subunits of `funding_currency`'),
  funding_currency: field.text('Currency of the account, in lower case'),
  created_at: field.createdAt,
  acquirer_reference_number: field.unused,
  approval_code: field.unused,
})

/** A charge (spec 2.2). All amounts are subunits. */
export const chargeRecord = record<ChargeRow, ChargeRelated>(relatedOf)({
  object: field.always('charge'),
  id: field.id('chrg'),
  location: field.location('/charges/<id>'),
  amount: field.money('Amount to pay, in subunits of `currency`'),
  authorization_type: field.oneOfOrNull(['pre_auth', 'final_auth'])(
    '`pre_auth` allows the capture of another amount; null when the charge did not ask for a type',
  ),
  authorized_amount: field.money('Reserved amount in subunits of `currency`'),
  captured_amount: field.money('Captured amount in subunits of `currency`; 0 before the capture'),
  acquirer_reference_number: field.unused,
  net: field.fundingMoney(
    'What the merchant receives after fees, in subunits of `funding_currency`',
    (charge) => charge.fundingAmount - sumOf(charge),
  ),
  fee: field.fundingMoney('Fee of the service without tax, in subunits of `funding_currency`'),
  fee_vat: field.fundingMoney('Tax on `fee`, in subunits of `funding_currency`'),
  interest: field.fundingMoney(
    'Interest of an instalment plan that the merchant bears, in subunits of `funding_currency`',
  ),
  interest_vat: field.fundingMoney('Tax on `interest`, in subunits of `funding_currency`'),
  funding_amount: field.fundingMoney(
    'The amount converted for the account, in subunits of `funding_currency`',
  ),
  refunded_amount: field.money('Sum of all refunds, in subunits of `currency`'),
  refunded: field.money('The same as `refunded_amount`', (charge) => charge.refundedAmount),
  transaction_fees: field.nested(transactionFees)(
    'The rates behind `fee` and `fee_vat`',
    (charge) => charge.feeRate,
  ),
  platform_fee: field.nested(platformFee)(
    'The share of a platform; its fields are null when the charge gave none',
  ),
  currency: field.currency,
  funding_currency: field.fundingCurrency,
  ip: field.textOrNull('IP address of the payer; null when not given'),
  refunds: field.listOf(
    'The first 20 refunds, oldest first',
    '/charges/<id>/refunds',
    () => nestedRefundRecord.schema(),
    (_, { refunds }, renderContext) =>
      refunds.map((refund) => nestedRefundRecord.render(refund, null, renderContext)),
  ),
  link: field.idOrNullOf('link')('Id of the payment link that it pays; null when there is none'),
  description: field.textOrNull('Text of the merchant; null when not given'),
  metadata: field.metadata,
  card: field.nestedOrNull(cardRecord)(
    'The card that pays; null when a source pays, unless it is of white-label instalments',
    (_, { card }) => card,
  ),
  source: field.nestedOrNull(sourceRecord)(
    'The source that pays; null when a card alone pays',
    (_, { source }) => source,
  ),
  schedule: field.idOrNullOf('schedule')('Id of the schedule that made it; null when no schedule did'),
  linked_account: field.unused,
  customer: field.idOrNullOf('customer')('Id of the customer who pays; null when none was given'),
  dispute: field.of(() => z.nullable(disputeRecord.schema()))(
    'Its latest dispute; null when it was never disputed',
    (_, { dispute }, renderContext) =>
      dispute === null ? null : disputeRecord.render(dispute.row, dispute.related, renderContext),
  ),
  transaction: field.idOrNullOf('transaction')(
    'Id of the transaction that credits it; null before the capture',
  ),
  failure_code: field.textOrNull('Why it failed, such as `insufficient_fund`; null when it did not fail'),
  failure_message: field.textOrNull('Sentence for `failure_code`; null when it did not fail'),
  merchant_advice: field.unused,
  merchant_advice_code: field.unused,
  // Assumption `empty-fields`: also of a charge by source.
  missing_3ds_fields: field.of(() => z.readonly(z.array(z.string())))(
    'What 3-D Secure needs and the card was not given: `email`, `phone_number`. Empty where nothing is missing, and where the cardholder is not asked',
    (charge) => charge.missing3dsFields,
  ),
  authenticated_by: field.oneOfOrNull(authentications)(
    'How the cardholder was authenticated; null when they were not',
  ),
  status: field.oneOf(chargeStatuses)(
    '`pending` while it waits for its payer or its capture',
    flagged('status'),
  ),
  authorize_uri: field.textOrNull(
    'The page where the payer confirms or pays; null when none is needed',
    (charge, _, { baseUrl }) => (charge.payment === null ? null : `${baseUrl}${authorizePathOf(charge)}`),
  ),
  return_uri: field.textOrNull('Where that page sends the payer afterwards; null when not given'),
  created_at: field.createdAt,
  paid_at: field.timeOrNull('When it was captured, ISO 8601 in UTC; null before'),
  authorized_at: field.timeOrNull('When the money was reserved, ISO 8601 in UTC; null before'),
  expires_at: field.time(
    `When it expires unless it is paid or captured before, ISO 8601 in UTC: as the charge asked, or ${lifetime()}`,
  ),
  expired_at: field.timeOrNull('When it expired, ISO 8601 in UTC; null when it did not'),
  reversed_at: field.timeOrNull('When its authorization was released, ISO 8601 in UTC; null when it was not'),
  multi_capture: field.fixed(z.boolean, 'Always false in the sandbox', false),
  zero_interest_installments: field.flag('Whether the merchant bears the interest of instalments'),
  branch: field.unused,
  terminal: field.unused,
  device: field.unused,
  authorized: field.flag('Whether the money was reserved or paid', flagged('authorized')),
  capturable: field.flag('Whether it can be captured now', flagged('capturable')),
  capture: field.flag(
    'Whether it is captured as soon as it is authorized; false for a charge that is authorized first',
  ),
  captured: field.flag('Whether it was captured; the same as `paid`', flagged('paid')),
  disputable: field.flag('Whether its cardholder can dispute it now', flagged('disputable')),
  livemode: field.livemode,
  refundable: field.flag('Whether it can be refunded now', flagged('refundable')),
  partially_refundable: field.flag(
    'Whether a part of it can be refunded now',
    flagged('partially_refundable'),
  ),
  reversed: field.flag('Whether its authorization was released without a capture', flagged('reversed')),
  reversible: field.flag('Whether its authorization can be released now', flagged('reversible')),
  voided: field.flag('Whether it was refunded in full before settlement, fees included'),
  paid: field.flag('Whether the money was captured', flagged('paid')),
  expired: field.flag('Whether it expired before it was paid or captured', flagged('expired')),
  can_perform_void: field.flag(
    'Whether a full refund now would be a void, which gives the fees back',
    canPerformVoid,
  ),
  approval_code: field.unused,
  source_of_fund: field.oneOf(['card', 'offline', 'offsite'])(
    '`card`; `offline` for a code or a counter; `offsite` for the page or app of a third party',
    (_, { source }) => sourceOfFund(source),
  ),
})
export type Charge = Shown<typeof chargeRecord>
