import { dayMs } from '../../kernel/calendar'
import { SandboxError } from '../../kernel/sandbox-error'
import { meant } from '../../kernel/text'
import { testCardNumber } from '../../sandbox/actions/token'
import { cardFields } from '../../service/resources/card/operations'
import { makeCharge, makeDecidedCharge } from '../../service/resources/charge'
import { failCharge, payCharge } from '../../service/resources/charge/actions'
import { type FailureCode, failureCodes, isFailureCode } from '../../service/resources/charge/model'
import { findCharge } from '../../service/resources/charge/operations'
import { makeCustomer } from '../../service/resources/customer'
import { makeDispute } from '../../service/resources/dispute'
import { decideDispute, lapseDispute, openDispute } from '../../service/resources/dispute/operations'
import { makeLink } from '../../service/resources/link'
import { makeRecipient } from '../../service/resources/recipient'
import { amountIn, makeToken } from '../../service/resources/resource'
import { makeSchedule } from '../../service/resources/schedule'
import { makeChargedSource, makeSource } from '../../service/resources/source'
import { findSource } from '../../service/resources/source/operations'
import { makeTransfer } from '../../service/resources/transfer'
import { failTransfer, sendTransfer, verifyRecipient } from '../../service/resources/transfer/actions'
import { failingCards } from '../../service/simulation/cards'
import { expireNow, failSource } from '../../service/simulation/outside'
import { type FactoryContext, type FactorySandbox, kind } from './factory-sandbox'
import type { Factories } from './kinds'

/** How each record is made: the trigger of an event, or its own steps in an account that has no other records. */

const pay = (making: FactoryContext, more: object = {}): string =>
  makeDecidedCharge(making, { ...making.given, ...more }).id

const challenge = (making: FactoryContext): string =>
  makeCharge(making, { authentication: '3DS', ...making.given }).id

/** Some codes have a test card; a payment with another one fails on the page of the cardholder. */
const decline = (making: FactoryContext, code: FailureCode): unknown => {
  if (!isFailureCode(code))
    throw new SandboxError(
      'invalid_option',
      `code: ${String(code).slice(0, 60)} is no failure code${meant(String(code), failureCodes)}`,
    )
  return failingCards.some(({ outcome, step }) => outcome === code && step === 'charge')
    ? pay(making, { card: { number: testCardNumber(code) } })
    : failCharge(making.world, challenge(making), code)
}

/** A charge that waits for the payer of a source. */
const awaitPayer = (making: FactoryContext, type?: string): string => {
  const { given, world } = making
  const asked = Object.entries({ type, amount: given.amount, currency: given.currency })
  const details = Object.fromEntries(asked.filter(([, value]) => value !== undefined))
  const { id, amount, currency } = findSource(world, makeSource(making, details))
  const return_uri = 'https://shop.example.com/thanks'
  return makeCharge(making, { return_uri, ...given, amount, currency, source: id }).id
}

/** Refunds all that was captured, or the given amount. */
const refundCharge = (making: FactoryContext, refund: object, id: string): unknown => {
  const { capturedAmount: amount } = findCharge(making.world, id)
  return making.call('POST /charges/:id/refunds', { amount, ...refund }, id)
}

/** A refund of all of it on the day of the capture is a void (assumption `void-rule`). */
const refundLater = (making: FactoryContext, refund: object, payFor = pay): unknown => {
  making.clock.now -= dayMs
  const id = payFor(making)
  making.clock.now += dayMs
  return refundCharge(making, refund, id)
}

/** A charge that is large enough for the refund. */
const payEnough = (making: FactoryContext): string =>
  makeDecidedCharge(making, { amount: Math.max(100_000, amountIn(making.given, 0)) }).id

const open = (making: FactoryContext): string => makeDispute(making, making.given)

const chargeSource = (making: FactoryContext): string => makeChargedSource(making, making.given)

/** The overrides that are card data, for the vault. */
const cardData = (overrides: object): object => {
  const fields = cardFields()
  return Object.fromEntries(
    Object.entries(overrides).filter(([name, value]) => Object.hasOwn(fields, name) && value !== null),
  )
}

const makeCard = (making: FactoryContext, more: object = {}): unknown =>
  makeCustomer(making, {}, { ...cardData(making.overrides), ...more })

const tokenOf = (making: FactoryContext, more: object = {}): string => {
  const { card: data }: { readonly card?: object | null } = making.overrides
  return makeToken(making, { ...cardData(data ?? {}), ...more })
}

/** Each kind, by its name. */
const kinds = {
  charge: kind('charge', 'charge.decide', {
    declined: (making, code) => decline(making, code ?? 'insufficient_fund'),
    authorized: (making) => pay(making, { capture: false }),
    captured: (making, amount) => {
      const isPart = amount !== undefined
      const id = pay(making, { capture: false, ...(isPart ? { authorization_type: 'pre_auth' } : {}) })
      making.call('POST /charges/:id/capture', isPart ? { capture_amount: amount } : {}, id)
    },
    pending: (making) => awaitPayer(making),
    challenged: challenge,
    paidBySource: (making, type) => payCharge(making.world, awaitPayer(making, type)),
    refunded: (making, amount) => refundLater(making, amount === undefined ? {} : { amount }),
    voided: (making) => refundCharge(making, { void: true }, pay(making)),
    expired: (making) => expireNow(making.world, awaitPayer(making)),
    reversed: 'charge.reverse',
    disputed: (making) => openDispute(making.world, pay(making)),
  }),
  refund: kind(
    'refund',
    'refund.create',
    { voided: (making) => refundCharge(making, { ...making.given, void: true }, payEnough(making)) },
    { make: (making) => refundLater(making, making.given, payEnough) },
  ),
  dispute: kind('dispute', 'dispute.create', {
    pending: (making) => {
      const answer = { message: 'It was delivered', ...making.given }
      making.call('PATCH /disputes/:id', answer, open(making))
    },
    won: (making) => decideDispute(making.world, open(making), 'won'),
    lost: 'dispute.close',
    accepted: 'dispute.accept',
    lapsed: (making) => lapseDispute(making.world, open(making)),
  }),
  source: kind('source', 'source.create', {
    charged: chargeSource,
    paid: 'source.successful',
    failed: (making, code) => failSource(making.world, chargeSource(making), code ?? 'payment_cancelled'),
    expired: (making) => {
      const { charge: id } = findSource(making.world, chargeSource(making))
      if (id !== null) expireNow(making.world, id)
    },
  }),
  link: kind('link', 'link.create', {
    multiple: (making) => makeLink(making, { ...making.given, multiple: true }),
    used: 'link.payment.create',
    deleted: (making) => making.call('DELETE /links/:id', {}, makeLink(making, making.given)),
  }),
  customer: kind('customer', 'customer.create', {
    withoutCard: ({ call, given }) => call('POST /customers', { email: 'somchai@example.com', ...given }),
    deleted: 'customer.destroy',
  }),
  card: kind(
    'card',
    'customer.create',
    { of: (making, text) => makeCard(making, { number: testCardNumber(text) }) },
    { make: (making) => makeCard(making) },
  ),
  token: kind(
    'token',
    'customer.create',
    {
      of: (making, text) => tokenOf(making, { number: testCardNumber(text) }),
      used: (making) => makeDecidedCharge(making, { card: tokenOf(making) }),
    },
    { make: (making) => tokenOf(making) },
  ),
  recipient: kind('recipient', 'recipient.create', {
    verified: 'recipient.verify',
    rejected: (making) => {
      // The bank does not verify this account number (assumption `magic-bank-accounts`).
      const bank_account = { brand: 'test', number: '1234560001', name: 'Shop Ltd' }
      verifyRecipient(making.world, makeRecipient(making, { bank_account, ...making.given }))
    },
    deleted: 'recipient.destroy',
  }),
  transfer: kind('transfer', 'transfer.create', {
    sent: 'transfer.send',
    paid: 'transfer.pay',
    failed: (making, code) => {
      const { id } = sendTransfer(making.world, makeTransfer(making, making.given))
      failTransfer(making.world, id, { code: code ?? 'transfer_failed' })
    },
    deleted: 'transfer.destroy',
  }),
  schedule: kind('schedule', 'schedule.create', {
    ofTransfers: (making) => {
      const to = makeRecipient(making, {})
      verifyRecipient(making.world, to)
      makeSchedule(making, { transfer: { recipient: to, amount: 100_000 }, ...making.given })
    },
    suspended: 'schedule.suspend',
    expired: 'schedule.expire',
    deleted: 'schedule.destroy',
  }),
  occurrence: kind(
    'occurrence',
    'schedule.occurrence.scheduled',
    { successful: 'schedule.occurrence.successful', failed: 'schedule.occurrence.failed' },
    // A run plans the next day.
    { pick: ([first]) => first },
  ),
  transaction: kind('transaction', 'charge.decide', {
    ofRefund: (making) => refundLater(making, {}),
    ofDispute: (making) => openDispute(making.world, pay(making)),
    ofTransfer: 'transfer.send',
  }),
}

type RecordFactories = Omit<Factories, 'event' | 'webhook'>

export const recordFactories = (sandbox: FactorySandbox): RecordFactories =>
  Object.fromEntries(Object.entries(kinds).map(([name, on]) => [name, on(sandbox)])) as RecordFactories
