import type { Charge, Dispute, Link, Refund, Source } from 'payment-sandbox'
import { dayMs } from '../kernel/calendar'
import { testCardNumber } from '../library/actions/token'
import { failCharge, payCharge } from '../resources/charge/levers'
import type { FailureCode } from '../resources/charge/model'
import { makeDecidedCharge } from '../resources/charge/triggers'
import { decideDispute, lapseDispute, openDispute } from '../resources/dispute/levers'
import { makeLink } from '../resources/link/triggers'
import { findSource } from '../resources/source/operations'
import { makeChargedSource, makeSource } from '../resources/source/triggers'
import { makeToken } from '../resources/token/triggers'
import { failingCards } from '../simulation/cards'
import { methods } from '../simulation/methods'
import { failSource, payAtLink, paySource, runOutCharge } from '../simulation/outside'
import type { ChargeFactory, DisputeFactory, LinkFactory, RefundFactory, SourceFactory } from './kinds'
import { maker, withTraits } from './maker'
import type { FactoryContext, FactoryStage, Make } from './stage'

const paid = (making: FactoryContext, more: object = {}): string =>
  makeDecidedCharge(making, { ...making.given, ...more }).id

const challenged = (making: FactoryContext): string => {
  const card = makeToken(making)
  const paying = { amount: 100_000, currency: making.world.account.currency, card, ...making.given }
  return making.with3ds(() => making.call('POST /charges', paying)).id
}

/** Some codes have a test card; a payment with another one fails on the page of the cardholder. */
const declined =
  (code: FailureCode): Make =>
  (making) => {
    if (failingCards.some(({ outcome, step }) => outcome === code && step === 'charge'))
      return paid(making, { card: { number: testCardNumber(code) } })
    return failCharge(making.world, challenged(making), code).id
  }

/** What the methods ask for, besides the type. */
const payer = {
  name: 'Somchai',
  email: 'somchai@example.com',
  phone_number: '0812345678',
  barcode: '1234567890123456',
  bank: 'maybank2u',
  items: [{ name: 'Tea', amount: 100_000, quantity: 1 }],
  shipping: { country: 'TH', city: 'Bangkok', postal_code: '10320', street1: '1 Sukhumvit Road' },
}

/** A source of a type with all that its method asks for, or the usual one. */
const sourceOf = (type?: string): object => {
  const method = methods.find((one) => one.type === type)
  if (type === undefined || method === undefined) return type === undefined ? {} : { type }
  const asked = Object.entries(payer).filter(([name]) => method.requires.some((param) => param === name))
  const term = method.terms === undefined ? {} : { installment_term: method.terms[0] }
  const { min = 0, max = Number.POSITIVE_INFINITY } = method
  const amount = Math.min(Math.max(100_000, min), Math.floor(max / 2))
  return { type, amount, currency: method.currencies[0], ...term, ...Object.fromEntries(asked) }
}

const awaitingPayer = (making: FactoryContext, type?: string): string => {
  const { amount, currency } = making.given
  const given = Object.fromEntries(
    Object.entries({ amount, currency }).filter(([, value]) => value !== undefined),
  )
  const source = findSource(making.world, makeSource(making, { ...sourceOf(type), ...given }))
  const paying = { ...making.given, amount: source.amount, currency: source.currency, source: source.id }
  return making.call('POST /charges', { return_uri: 'https://shop.example.com/thanks', ...paying }).id
}

/** A refund of all of it on the day of the capture is a void (assumption `void-rule`). */
const refunded =
  (refund: object): Make =>
  (making) => {
    const id = paid(making)
    making.catchUp()
    making.call('POST /charges/:id/refunds', refund, id)
    return id
  }

export const chargeFactory = (stage: FactoryStage): ChargeFactory => {
  const make = maker<Charge>(stage, 'charge', 'POST /charges')
  const authorized: Make = (making) => paid(making, { capture: false })
  return withTraits<ChargeFactory>((overrides) => make(overrides, paid), {
    declined: (code = 'insufficient_fund', overrides) => make(overrides, declined(code)),
    authorized: (overrides) => make(overrides, authorized),
    captured: (amount, overrides) =>
      make(overrides, (making) => {
        const params = amount === undefined ? {} : { capture_amount: amount }
        const capturing = {
          capture: false,
          ...(amount === undefined ? {} : { authorization_type: 'pre_auth' }),
        }
        return making.call('POST /charges/:id/capture', params, paid(making, capturing)).id
      }),
    pending: (overrides) => make(overrides, awaitingPayer),
    challenged: (overrides) => make(overrides, challenged),
    paidBySource: (type, overrides) =>
      make(overrides, (making) => payCharge(making.world, awaitingPayer(making, type)).id),
    refunded: (amount, overrides) => make(overrides, refunded(amount === undefined ? {} : { amount }), dayMs),
    voided: (overrides) => make(overrides, refunded({ void: true })),
    expired: (overrides) => make(overrides, (making) => runOutCharge(making.world, awaitingPayer(making)).id),
    reversed: (overrides) =>
      make(overrides, (making) => making.call('POST /charges/:id/reverse', {}, authorized(making)).id),
    disputed: (overrides) => make(overrides, (making) => openDispute(making.world, paid(making)).charge),
  })
}

export const refundFactory = (stage: FactoryStage): RefundFactory => {
  const operation = 'POST /charges/:id/refunds'
  const make = maker<Refund>(stage, 'refund', operation)
  const refund = (making: FactoryContext, more: object = {}): string => {
    const { id } = makeDecidedCharge(making, { amount: Math.max(100_000, Number(making.given.amount ?? 0)) })
    making.catchUp()
    return making.call(operation, { ...making.given, ...more }, id).id
  }
  return withTraits<RefundFactory>((overrides) => make(overrides, refund, dayMs), {
    voided: (overrides) => make(overrides, (making) => refund(making, { void: true })),
  })
}

export const disputeFactory = (stage: FactoryStage): DisputeFactory => {
  const make = maker<Dispute>(stage, 'dispute', 'POST /charges/:id/disputes')
  const open = (making: FactoryContext): string => {
    const params = making.readInput('POST /charges/:id/disputes', making.given)
    return openDispute(making.world, makeDecidedCharge(making, {}).id, params).id
  }
  const decided =
    (outcome: 'won' | 'lost'): Make =>
    (making) =>
      decideDispute(making.world, open(making), outcome).id
  return withTraits<DisputeFactory>((overrides) => make(overrides, open), {
    pending: (overrides) =>
      make(overrides, (making) => {
        const answer = { message: 'It was delivered', ...making.given }
        return making.call('PATCH /disputes/:id', answer, open(making)).id
      }),
    won: (overrides) => make(overrides, decided('won')),
    lost: (overrides) => make(overrides, decided('lost')),
    accepted: (overrides) =>
      make(overrides, (making) => making.call('PATCH /disputes/:id/accept', {}, open(making)).id),
    lapsed: (overrides) =>
      make(overrides, (making) => {
        const id = open(making)
        lapseDispute(making.world, id)
        return id
      }),
  })
}

export const sourceFactory = (stage: FactoryStage): SourceFactory => {
  const make = maker<Source>(stage, 'source', 'POST /sources')
  const details = ({ given }: FactoryContext) => ({ ...sourceOf(given.type?.toString()), ...given })
  const charged: Make = (making) => makeChargedSource(making, details(making))
  return withTraits<SourceFactory>(
    (overrides) => make(overrides, (making) => makeSource(making, details(making))),
    {
      charged: (overrides) => make(overrides, charged),
      paid: (overrides) => make(overrides, (making) => paySource(making.world, charged(making)).id),
      failed: (code = 'payment_cancelled', overrides) =>
        make(overrides, (making) => failSource(making.world, charged(making), code).id),
      expired: (overrides) =>
        make(overrides, (making) => {
          const id = charged(making)
          const { charge } = findSource(making.world, id)
          if (charge !== null) runOutCharge(making.world, charge)
          return id
        }),
    },
  )
}

export const linkFactory = (stage: FactoryStage): LinkFactory => {
  const make = maker<Link>(stage, 'link', 'POST /links')
  const link = (making: FactoryContext, more: object = {}): string =>
    makeLink(making, { ...making.given, ...more })
  return withTraits<LinkFactory>((overrides) => make(overrides, link), {
    multiple: (overrides) => make(overrides, (making) => link(making, { multiple: true })),
    used: (overrides) =>
      make(overrides, (making) => {
        const id = link(making)
        payAtLink(making.world, id, {}, making.scene.baseUrl)
        return id
      }),
    deleted: (overrides) =>
      make(overrides, (making) => {
        const id = link(making)
        making.call('DELETE /links/:id', {}, id)
        return id
      }),
  })
}
