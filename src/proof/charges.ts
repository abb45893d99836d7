/** The rules for a charge and its source, card, refunds and disputes. */
import { rowsOf } from '../kernel/collection'
import { limits } from '../kernel/limits'
import { convert, share } from '../kernel/money'
import { cardFeeRates, feesOf } from '../ledger/fees'
import type { CardRow } from '../resources/card/model'
import { type ChargeRow, chargeFailures } from '../resources/charge/model'
import type { CustomerRow } from '../resources/customer/model'
import { disputeFlagsOf } from '../resources/dispute/machine'
import type { DisputeRow } from '../resources/dispute/model'
import type { SourceState } from '../resources/source/machine'
import type { TokenRow } from '../resources/token/model'
import { feeRateOf, methodOf } from '../simulation/methods'
import type { World } from '../world'
import type { Report, ReportRow } from './finding'

export const checkPayments = (world: World, reportRow: ReportRow): void => {
  const reportOn =
    (collection: string, row: { readonly id: string }): Report =>
    (rule) =>
      reportRow(collection, row, rule)
  const tokenOf = new Map(rowsOf(world.tokens).map((token) => [token.card, token]))
  for (const charge of rowsOf(world.charges)) checkCharge(world, charge, reportOn('charges', charge))
  for (const dispute of rowsOf(world.disputes)) checkDispute(world, dispute, reportOn('disputes', dispute))
  for (const source of rowsOf(world.sources)) {
    const charge = source.charge === null ? undefined : world.charges.get(source.charge)
    const state = charge === undefined ? 'pending' : sourceStates[charge.state]
    if (charge !== undefined && charge.source !== source.id)
      reportRow('sources', source, `names ${charge.id}, which another pays`)
    if (source.state !== state)
      reportRow('sources', source, `is ${source.state}, and by its charge it is ${state}`)
    if (
      (source.reference !== null) !==
      (source.charge !== null && methodOf(source.type)?.shows !== undefined)
    )
      reportRow(
        'sources',
        source,
        'shows its payer something exactly when it is charged and its method does so',
      )
  }
  for (const card of rowsOf(world.cards)) checkCard(card, tokenOf.get(card.id), reportOn('cards', card))
  if (tokenOf.size !== world.tokens.length || world.tokens.length !== world.cards.length)
    reportRow(
      'tokens',
      world.tokens.length > 0 ? world.tokens.at(0) : { id: 'tokens' },
      'is one of several for a card, or of fewer than there are cards',
    )
  for (const token of rowsOf(world.tokens)) checkToken(world, token, reportOn('tokens', token))
  for (const customer of rowsOf(world.customers))
    checkCustomer(world, customer, reportOn('customers', customer))
  checkEvidence(world, reportRow)
}

/** The fields that are set in each state; all others are not set. */
const facts: {
  readonly [S in ChargeRow['state']]?: {
    readonly authorized: boolean | null
    readonly ended: 'paidAt' | 'reversedAt' | 'expiredAt' | 'failureCode' | null
  }
} = {
  awaiting_payment: { authorized: false, ended: null },
  authorizing: { authorized: false, ended: null },
  authorized: { authorized: true, ended: null },
  paid: { authorized: true, ended: 'paidAt' },
  failed: { authorized: false, ended: 'failureCode' },
  reversed: { authorized: true, ended: 'reversedAt' },
  // Before or after its authorization.
  expired: { authorized: null, ended: 'expiredAt' },
}

const endings = ['paidAt', 'reversedAt', 'expiredAt', 'failureCode'] as const

const checkCharge = (world: World, charge: ChargeRow, report: Report): void => {
  checkChargeFacts(world, charge, report)
  checkMeans(world, charge, report)
  checkRefunds(world, charge, report)
  const last = rowsOf(world.disputes.by('charge', charge.id)).at(-1)
  if ((last?.id ?? null) !== charge.dispute)
    report(`names ${charge.dispute} as its dispute, and ${last?.id ?? 'none'} is`)
  if ((last !== undefined && last.state !== 'won') !== charge.disputed)
    report(`is disputed: ${charge.disputed}, its dispute is ${last?.state ?? 'none'}`)
}

/** The rules for a charge itself. They hold for its earlier forms too. */
export const checkChargeFacts = (world: World, charge: ChargeRow, report: Report): void => {
  const { state, amount, capturedAmount, authorizedAt } = charge
  const fact = facts[state]
  const paid = state === 'paid'
  // A card check moves no money.
  const isBooked = paid && capturedAmount > 0
  if (fact === undefined) {
    report(`is ${state}, which no charge can be`)
    return
  }
  const authorized = fact.authorized ?? authorizedAt !== null
  if ((authorizedAt !== null) !== authorized) report(`is ${state} and has authorizedAt ${authorizedAt}`)
  if (charge.authorizedAmount !== (authorized ? amount : 0))
    report(`is ${state} of ${amount} with ${charge.authorizedAmount} authorized`)
  for (const field of endings)
    if ((charge[field] !== null) !== (field === fact.ended))
      report(`is ${state} and has ${field} ${charge[field]}`)
  if ((charge.transaction !== null) !== isBooked)
    report(`is ${state} and has transaction ${charge.transaction}`)
  if (!paid && capturedAmount > 0) report(`is ${state} with ${capturedAmount} captured`)
  if (
    paid &&
    capturedAmount !== amount &&
    (charge.authorizationType !== 'pre_auth' || capturedAmount === 0 || capturedAmount > amount)
  )
    report(`captured ${capturedAmount} of ${amount}, and only pre_auth captures a part`)
  if (charge.authenticatedBy !== null && (charge.card === null || authorizedAt === null))
    report(`is ${state} and has authenticatedBy ${charge.authenticatedBy}`)
  const { failureCode: code, failureMessage } = charge
  if (code !== null && chargeFailures[code].message !== failureMessage)
    report(`fails with ${code}, "${failureMessage}", which is not the message of that failure`)
  if (code === null && failureMessage !== null) report('has a failureMessage without a failureCode')
  checkFees(world, charge, paid ? capturedAmount : amount, report)
}

/** The rates of the account and of the method, and the fees that follow from them. */
const checkFees = (world: World, charge: ChargeRow, measured: number, report: Report): void => {
  const { country, currency } = world.account
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const method = source === undefined ? undefined : methodOf(source.type)
  const months = charge.zeroInterestInstallments ? (source?.details.installmentTerm ?? 0) : 0
  const rate = method === undefined ? cardFeeRates[country] : feeRateOf(method, cardFeeRates[country], months)
  for (const name of ['rate', 'flat', 'vat', 'interest'] as const)
    if (charge.feeRate[name] !== rate[name])
      report(`has a feeRate.${name} of ${charge.feeRate[name]}, the rule says ${rate[name]}`)
  if (charge.fundingCurrency !== currency)
    report(`is funded in ${charge.fundingCurrency}, the account has ${currency}`)
  const funding = convert(measured, charge.currency, charge.fundingCurrency)
  if (charge.fundingAmount !== funding)
    report(`has a fundingAmount of ${charge.fundingAmount}, ${measured} ${charge.currency} are ${funding}`)
  const fees = feesOf(charge.fundingAmount, charge.feeRate)
  for (const name of ['fee', 'feeVat', 'interest', 'interestVat'] as const)
    if (charge[name] !== fees[name]) report(`has a ${name} of ${charge[name]}, the rule says ${fees[name]}`)
}

const sourceStates: { readonly [S in ChargeRow['state']]?: SourceState } = {
  awaiting_payment: 'pending',
  paid: 'successful',
  failed: 'failed',
  expired: 'expired',
}

/** A charge has either a card or a source. A source belongs to one charge, and ends with it. */
const checkMeans = (world: World, charge: ChargeRow, report: Report): void => {
  const { card, customer, payment } = charge
  if ((card === null) === (charge.source === null)) {
    report('must be paid either by a card or by a source')
    return
  }
  if (payment !== null && payment !== charge.id.replace('chrg', 'paym'))
    report(`has the page ${payment} of another charge`)
  if (
    payment === null &&
    (charge.state === 'authorizing' || world.sources.get(charge.source ?? '')?.flow.includes('redirect'))
  )
    report('has no page for its payer')
  if (customer !== null && card !== null && world.cards.get(card)?.customer !== customer)
    report(`is of ${customer}, who does not have its card`)
  if (charge.source === null) {
    if (charge.refundPolicy !== 'any')
      report(`has the refundPolicy ${charge.refundPolicy}, which no card has`)
    if (charge.state === 'awaiting_payment') report('waits for the payer of a source, and has none')
    return
  }
  const source = world.sources.get(charge.source)
  if (source === undefined) return
  if (source.charge !== charge.id) report(`is not the charge of its source ${source.id}`)
  if (source.amount !== charge.amount || source.currency !== charge.currency)
    report(`differs from its source in amount or currency`)
  const policy = methodOf(source.type)?.refunds
  if (charge.refundPolicy !== 'any' && charge.refundPolicy !== policy)
    report(`has the refundPolicy ${charge.refundPolicy}, its method has ${policy}`)
}

/** Each refund is checked against the running total, and their sum against the charge. */
const checkRefunds = (world: World, charge: ChargeRow, report: Report): void => {
  const { capturedAmount, fundingAmount } = charge
  const part = (amount: number): number =>
    capturedAmount === 0 ? 0 : share(fundingAmount, amount, capturedAmount)
  let total = 0
  let voided = false
  for (const refund of rowsOf(world.refunds.by('charge', charge.id))) {
    const before = total
    total += refund.amount
    if (refund.amount < limits.refundMin) report(`has the refund ${refund.id} of ${refund.amount}`)
    if (refund.currency !== charge.currency || refund.fundingCurrency !== charge.fundingCurrency)
      report(`has the refund ${refund.id} in another currency`)
    if (refund.fundingAmount !== part(total) - part(before))
      report(
        `has the refund ${refund.id} with a fundingAmount of ${refund.fundingAmount}, not ${part(total) - part(before)}`,
      )
    if (refund.voided && refund.amount !== capturedAmount) report(`has the void ${refund.id} of a part`)
    voided ||= refund.voided
  }
  if (total !== charge.refundedAmount)
    report(`says ${charge.refundedAmount} refunded, its refunds sum to ${total}`)
  if (total > capturedAmount) report(`refunded ${total} of ${capturedAmount}`)
  if (voided !== charge.voided) report(`is voided: ${charge.voided}, its refunds reportRow ${voided}`)
}

export const checkDispute = (world: World, dispute: DisputeRow, report: Report): void => {
  const charge = world.charges.get(dispute.charge)
  if (charge === undefined) return
  const { amount, state, closedAt } = dispute
  if (amount < 1 || amount > charge.capturedAmount) {
    report(`is of ${amount}, its charge captured ${charge.capturedAmount}`)
    return
  }
  const funding =
    charge.fundingAmount - share(charge.fundingAmount, charge.capturedAmount - amount, charge.capturedAmount)
  if (dispute.fundingAmount !== funding)
    report(`has a fundingAmount of ${dispute.fundingAmount}, not ${funding}`)
  if (dispute.currency !== charge.currency || dispute.fundingCurrency !== charge.fundingCurrency)
    report('is in another currency than its charge')
  if (dispute.respondBy < dispute.createdAt) report('had to be answered before it was there')
  if ((closedAt !== null) !== (disputeFlagsOf(state).phase === 'closed'))
    report(`is ${state} and has closedAt ${closedAt}`)
}

const checkCard = (card: CardRow, token: TokenRow | undefined, report: Report): void => {
  if (token === undefined) {
    report('has no token')
    return
  }
  if (card.deleted && card.customer === null) report('was deleted, and no customer had it')
  if (token.used !== (token.charge !== null || card.customer !== null))
    report(`has a token that is used: ${token.used}`)
}

const checkToken = (world: World, token: TokenRow, report: Report): void => {
  const charge = token.charge === null ? undefined : world.charges.get(token.charge)
  if (charge !== undefined && charge.card !== token.card) report(`paid ${charge.id}, which another card paid`)
}

const checkCustomer = (world: World, { id, deleted, defaultCard }: CustomerRow, report: Report): void => {
  const own = rowsOf(world.cards.by('customer', id)).map((card) => card.id)
  if (deleted && own.length > 0) report('was deleted and has cards')
  if (defaultCard === null ? own.length > 0 : !own.includes(defaultCard))
    report(`has ${defaultCard ?? 'no card'} as its defaultCard, and the cards ${own.join(', ') || 'none'}`)
}

/** A document has a file until it is deleted. */
const checkEvidence = (world: World, reportRow: ReportRow): void => {
  const files = new Set<string>()
  for (const document of rowsOf(world.documents)) {
    files.add(document.file)
    const file = world.files.get(document.file)
    if (file !== undefined && (file.base64 === '') !== document.deleted)
      reportRow('documents', document, `was deleted: ${document.deleted}, its bytes reportRow otherwise`)
  }
  for (const file of rowsOf(world.files))
    if (!files.has(file.id)) reportRow('files', file, 'is of no document')
}
