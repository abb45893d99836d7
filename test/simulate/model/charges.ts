/** Charges of the model: made, captured, reversed, expired, paid and failed by their payers (spec 3.3, 4.2). */

import { book } from './balance'
import { testCard } from './cards'
import { emit } from './events'
import { currencyFacts, price, worthIn } from './money'
import {
  type Card,
  type Charge,
  type Customer,
  day,
  plan,
  type Refusal,
  refused,
  type Schedule,
  type Source,
  type World,
} from './world'

export interface Order {
  readonly amount: number
  readonly currency: string
  readonly card?: Card
  readonly source?: Source
  readonly customer?: Customer | null
  readonly schedule?: Schedule
  readonly capture?: boolean
  readonly partial?: boolean
  /** How its cardholder has to confirm it, where the order says so. */
  readonly asks?: '3DS' | 'PASSKEY' | null
  readonly description?: string | null
  readonly metadata?: Readonly<Record<string, string>>
}

/** Below the least that can be charged (spec 7), or worth nothing in the currency of the account. */
export const amountRefusal = (
  { account, profile }: World,
  amount: number,
  currency: string,
): Refusal | null => {
  const worth = worthIn(amount, currency, account.currency)
  const isTooSmall =
    profile.foreignLeast === 'own'
      ? amount < currencyFacts(currency).min || worth === 0
      : worth < currencyFacts(account.currency).min
  return isTooSmall ? refused(400, 'invalid_charge') : null
}

const draft = (world: World, order: Order): Charge => {
  const now = world.clock.now
  const byCard = order.card !== undefined
  const type = order.source?.type
  const { account, profile } = world
  const method = type === undefined || !profile.goesByMethod ? undefined : account.methods[type]
  return {
    ...{ kind: 'charge', id: '', at: now, state: 'waiting', amount: order.amount, currency: order.currency },
    ...{ card: order.card ?? null, source: order.source ?? null, customer: order.customer ?? null },
    ...{ schedule: order.schedule ?? null, dispute: null, transaction: null },
    capture: byCard ? (order.capture ?? true) : true,
    partial: order.partial ?? false,
    ...{ asked: null, lacks: [] },
    refunds: method?.refunds ?? 'any',
    expiresAt: now + (method?.waits ?? account.holdDays * day),
    description: order.description ?? null,
    metadata: order.metadata ?? {},
    ...price(world, { ...order, ...(type === undefined ? {} : { type }) }),
    ...{ captured: 0, refunded: 0, fundingRefunded: 0, voided: false },
    ...{ paidAt: null, authorizedAt: null, expiredAt: null, reversedAt: null, failure: null },
  }
}

/** A declined charge is a charge as well: it has failed. */
export const createCharge = (world: World, order: Order): Charge => {
  const charge = draft(world, order)
  world.charges.push(charge)
  const test = order.card === undefined ? null : testCard(order.card.number)
  const { asksAtOnce } = world.profile
  const byPasskey = order.asks === 'PASSKEY'
  const asks = order.asks === '3DS' || (byPasskey && asksAtOnce) || test?.failsLater === true
  if (order.source !== undefined) order.source.charge = charge
  if (order.source === undefined && asks && asksAtOnce) {
    charge.asked = byPasskey ? 'PASSKEY' : '3DS'
    charge.lacks = order.card?.lacks ?? []
  } else if (byPasskey && !asks && test?.failure === null) charge.asked = 'PASSKEY'
  if (order.source !== undefined || test === null || asks) {
    emit(world, charge, 'charge.create')
  } else if (test.failure !== null) {
    charge.state = 'failed'
    charge.failure = test.failure
    emit(world, charge, 'charge.create', 'charge.decide')
  } else if (charge.capture) {
    emit(world, charge, 'charge.create', 'charge.decide')
    take(world, charge, charge.amount)
  } else {
    emit(world, charge, 'charge.create')
    authorize(world, charge)
  }
  if (charge.state === 'waiting' || charge.state === 'held') plan(world, charge.expiresAt, charge)
  return charge
}

const authorize = (world: World, charge: Charge): void => {
  charge.state = 'held'
  charge.authorizedAt = world.clock.now
}

const take = (world: World, charge: Charge, amount: number): void => {
  const type = charge.source?.type
  const about = { amount, currency: charge.currency, ...(type === undefined ? {} : { type }) }
  Object.assign(charge, price(world, about))
  charge.state = 'paid'
  charge.captured = amount
  charge.authorizedAt ??= world.clock.now
  charge.paidAt = world.clock.now
  charge.transaction = book(world, 'charge.captured.net', charge.funding - charge.fee - charge.feeVat, charge)
}

export const captureCharge = (world: World, charge: Charge, asked: number | null): Charge | Refusal => {
  if (charge.state === 'expired') return refused(400, 'expired_charge')
  if (charge.state === 'paid' || charge.state === 'reversed') return world.profile.captureAgain
  if (charge.state !== 'held') return refused(400, 'failed_capture')
  const amount = asked ?? charge.amount
  if (amount > charge.amount) return refused(400, 'failed_capture')
  if (amount < charge.amount && !charge.partial) return refused(400, 'failed_capture')
  if (worthIn(amount, charge.currency, world.account.currency) === 0) return refused(400, 'failed_capture')
  take(world, charge, amount)
  emit(world, charge, 'charge.capture')
  return charge
}

export const reverseCharge = (world: World, charge: Charge): Charge | Refusal => {
  if (charge.state === 'expired') return refused(400, 'expired_charge')
  if (charge.state !== 'held') return refused(400, 'failed_reverse')
  charge.state = 'reversed'
  charge.reversedAt = world.clock.now
  emit(world, charge, 'charge.reverse')
  return charge
}

const expireNow = (world: World, charge: Charge): Charge => {
  charge.state = 'expired'
  charge.expiredAt = world.clock.now
  emit(world, charge, 'charge.expire')
  if (charge.source !== null) emit(world, charge.source, 'source.failed')
  return charge
}

export const expireCharge = (world: World, charge: Charge): Charge | Refusal => {
  if (charge.state !== 'waiting') return refused(400, 'failed_expire')
  charge.expiresAt = world.clock.now
  return expireNow(world, charge)
}

/** The time of a charge that waits, or was authorized, has passed. */
export const onExpiryDue = (world: World, charge: Charge): Charge | Refusal => {
  const isAtBank = world.account.methods[charge.source?.type ?? '']?.atBank === true
  if (charge.state === 'waiting' && isAtBank && world.profile.banksGiveUp)
    return failCharge(world, charge, 'timeout')
  return lapseCharge(world, charge)
}

export const lapseCharge = (world: World, charge: Charge): Charge | Refusal =>
  charge.state === 'waiting' || charge.state === 'held'
    ? expireNow(world, charge)
    : refused(400, 'failed_expire')

/** The payer pays or confirms. */
export const payCharge = (world: World, charge: Charge): Charge => {
  if (charge.card !== null) charge.asked ??= '3DS'
  if (charge.capture) take(world, charge, charge.amount)
  else authorize(world, charge)
  emit(world, charge, 'charge.complete')
  if (charge.source !== null) emit(world, charge.source, 'source.update', 'source.successful')
  return charge
}

export const failCharge = (world: World, charge: Charge, failure: string): Charge => {
  charge.state = 'failed'
  charge.failure = failure
  emit(world, charge, 'charge.complete')
  if (charge.source !== null) emit(world, charge.source, 'source.failed')
  return charge
}

/** The cardholder says yes on the page of the bank: the card may be refused all the same. */
export const confirmCharge = (world: World, charge: Charge): Charge => {
  const failure = charge.card === null ? null : testCard(charge.card.number).failure
  return failure === null ? payCharge(world, charge) : failCharge(world, charge, failure)
}
