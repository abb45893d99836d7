import { iso, isoOrNull, sameDay } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { sumOf } from '../../ledger/fees'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import { renderCard } from '../card/serialize'
import type { DisputeRow } from '../dispute/model'
import { type DisputeRelated, disputeShape } from '../dispute/serialize'
import { nestedList } from '../list'
import type { RefundRow } from '../refund/model'
import { renderNestedRefund } from '../refund/nested'
import type { Scene, Shape } from '../shape'
import type { SourceRow } from '../source/model'
import { renderSource } from '../source/serialize'
import { type ChargeFlags, type ChargeStanding, chargeFlags, standingOf } from './machine'
import type { ChargeRow, FeeRate, PlatformFee } from './model'
import { type Charge, chargeSchema } from './schema'

export interface ChargeRelated {
  readonly card: CardRow | null
  readonly source: SourceRow | null
  readonly refunds: readonly RefundRow[]
  readonly dispute: { readonly row: DisputeRow; readonly related: DisputeRelated } | null
}

/** Hundredths as the recorded answers write them: `3.65`, `7.0`. */
const rateText = (hundredths: number): string => {
  const rest = hundredths % 100
  const whole = (hundredths - rest) / 100
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest < 10 ? '0' : ''}${rest}`
}

/** As recorded: `2.0`; a finer percentage keeps its digits. */
const decimalText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

/** Until settlement, which the sandbox puts at the end of the UTC day (assumption `void-rule`). */
const canPerformVoid = (charge: ChargeRow, now: number): boolean =>
  charge.card !== null &&
  charge.paidAt !== null &&
  charge.capturedAmount > 0 &&
  charge.refundedAmount === 0 &&
  !charge.disputed &&
  sameDay(charge.paidAt, now)

/**
 * Every field in the order of the wire, with the values that all charges share. The rest is `undefined`,
 * so that the compiler misses a field that `renderCharge` forgets. Copying this and filling it in is ten times
 * faster than joining objects that each have a part of the fields.
 */
const blank = {
  object: 'charge',
  id: undefined,
  location: undefined,
  amount: undefined,
  authorization_type: undefined,
  authorized_amount: undefined,
  captured_amount: undefined,
  acquirer_reference_number: null,
  net: undefined,
  fee: undefined,
  fee_vat: undefined,
  interest: undefined,
  interest_vat: undefined,
  funding_amount: undefined,
  refunded_amount: undefined,
  refunded: undefined,
  transaction_fees: undefined,
  platform_fee: undefined,
  currency: undefined,
  funding_currency: undefined,
  ip: undefined,
  refunds: undefined,
  link: undefined,
  description: undefined,
  metadata: undefined,
  card: undefined,
  source: undefined,
  schedule: undefined,
  linked_account: null,
  customer: undefined,
  dispute: undefined,
  transaction: undefined,
  failure_code: undefined,
  failure_message: undefined,
  merchant_advice: null,
  merchant_advice_code: null,
  missing_3ds_fields: undefined,
  authenticated_by: undefined,
  status: undefined,
  authorize_uri: undefined,
  return_uri: undefined,
  created_at: undefined,
  paid_at: undefined,
  authorized_at: undefined,
  expires_at: undefined,
  expired_at: undefined,
  reversed_at: undefined,
  multi_capture: false,
  zero_interest_installments: undefined,
  branch: null,
  terminal: null,
  device: null,
  authorized: undefined,
  capturable: undefined,
  capture: undefined,
  captured: undefined,
  disputable: undefined,
  livemode: undefined,
  refundable: undefined,
  partially_refundable: undefined,
  reversed: undefined,
  reversible: undefined,
  voided: undefined,
  paid: undefined,
  expired: undefined,
  can_perform_void: undefined,
  approval_code: null,
  source_of_fund: undefined,
} as const

/** A template for every standing of a charge, with its flags filled in. */
const blankOf = Object.fromEntries(
  Object.entries(chargeFlags).map(([standing, flags]) => [standing, { ...blank, ...flags }]),
) as { readonly [S in ChargeStanding]: Omit<typeof blank, keyof ChargeFlags> & ChargeFlags }

const renderCharge = (charge: ChargeRow, related: ChargeRelated, scene: Scene): Charge => {
  const filled = blankOf[standingOf(charge)]
  return {
    ...filled,
    id: charge.id,
    location: `/charges/${charge.id}`,
    amount: charge.amount,
    authorization_type: charge.authorizationType,
    authorized_amount: charge.authorizedAmount,
    captured_amount: charge.capturedAmount,
    net: charge.fundingAmount - sumOf(charge),
    fee: charge.fee,
    fee_vat: charge.feeVat,
    interest: charge.interest,
    interest_vat: charge.interestVat,
    funding_amount: charge.fundingAmount,
    refunded_amount: charge.refundedAmount,
    refunded: charge.refundedAmount,
    transaction_fees: renderRates(charge.feeRate),
    platform_fee: renderPlatformFee(charge.platformFee),
    currency: charge.currency,
    funding_currency: charge.fundingCurrency,
    ip: charge.ip,
    refunds: renderRefunds(charge, related.refunds, scene),
    link: charge.link,
    description: charge.description,
    metadata: charge.metadata,
    card: related.card === null ? null : renderCard(related.card, scene),
    source: related.source === null ? null : renderSource(related.source, scene),
    schedule: charge.schedule,
    customer: charge.customer,
    dispute: renderDispute(related.dispute, scene),
    transaction: charge.transaction,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    missing_3ds_fields: [],
    authenticated_by: charge.authenticatedBy,
    authorize_uri: charge.payment === null ? null : `${scene.baseUrl}/payments/${charge.payment}/authorize`,
    return_uri: charge.returnUri,
    created_at: iso(charge.createdAt),
    paid_at: isoOrNull(charge.paidAt),
    authorized_at: isoOrNull(charge.authorizedAt),
    expires_at: iso(charge.expiresAt),
    expired_at: isoOrNull(charge.expiredAt),
    reversed_at: isoOrNull(charge.reversedAt),
    zero_interest_installments: charge.zeroInterestInstallments,
    capture: charge.capture,
    captured: filled.paid,
    livemode: scene.livemode,
    voided: charge.voided,
    can_perform_void: canPerformVoid(charge, scene.now),
    source_of_fund: sourceOfFund(related.source),
  }
}

const renderDispute = (dispute: ChargeRelated['dispute'], scene: Scene): Charge['dispute'] =>
  dispute === null ? null : disputeShape.render(dispute.row, dispute.related, scene)

const renderRates = ({ rate, flat, vat }: FeeRate): Charge['transaction_fees'] => ({
  fee_flat: rateText(flat),
  fee_rate: rateText(rate),
  vat_rate: rateText(vat),
})

const renderPlatformFee = ({ fixed, amount, percentage }: PlatformFee): Charge['platform_fee'] => ({
  fixed,
  amount,
  percentage: percentage === null ? null : decimalText(percentage),
})

const renderRefunds = (charge: ChargeRow, refunds: readonly RefundRow[], scene: Scene) =>
  nestedList(
    refunds.map((refund) => renderNestedRefund(refund, scene)),
    `/charges/${charge.id}/refunds`,
    scene.now,
  )

/** `offline` is paid with a code or at a counter, `offsite` on the page or app of a third party. */
export const sourceOfFund = (source: SourceRow | null): Charge['source_of_fund'] => {
  if (source === null) return 'card'
  return source.flow === 'offline' ? 'offline' : 'offsite'
}

const noRefunds: readonly RefundRow[] = []

/** The newest one: after a won dispute there may be another. */
const disputeOf = (world: World, charge: ChargeRow): ChargeRelated['dispute'] => {
  const row = charge.dispute === null ? undefined : world.disputes.get(charge.dispute)
  return row === undefined ? null : { row, related: disputeShape.related(world, row) }
}

export const chargeShape: Shape<ChargeRow, ChargeRelated, Charge> = {
  related: (world, charge) => ({
    card: charge.card === null ? null : (world.cards.get(charge.card) ?? null),
    source: charge.source === null ? null : (world.sources.get(charge.source) ?? null),
    refunds: charge.refundedAmount === 0 ? noRefunds : rowsOf(world.refunds.by('charge', charge.id)),
    dispute: disputeOf(world, charge),
  }),
  render: renderCharge,
  expandable: {
    customer: ['customer'],
    transaction: ['transaction'],
    link: ['link'],
    schedule: ['schedule'],
  },
  // Resolved late: the schemas of a charge and of a refund contain each other.
  schema: () => chargeSchema(),
}
