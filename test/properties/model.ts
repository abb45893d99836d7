/** What charges and refunds come to, said a second time and simply. It knows no rows, ids or events. */
import { type Currency, currencies } from '../../src/kernel/money'
import type { Operation, Share } from '../support/arbitraries'

const day = 86_400_000

export interface ModelCharge {
  state: 'held' | 'paid' | 'reversed' | 'expired'
  readonly amount: number
  readonly currency: Currency
  readonly partial: boolean
  readonly endsAt: number
  captured: number
  refunded: number
  voided: boolean
  paidAt: number
  /** In the currency of the account. */
  funding: number
  fee: number
  feeVat: number
  fundingRefunded: number
}

/** What the API must answer: a success, or a status and code. */
export type Verdict = 'done' | readonly [status: number, code: string]

export interface AccountFacts {
  readonly currency: Currency
  /** In hundredths of a percent. */
  readonly feeRate: number
  readonly vatRate: number
  readonly holdDays: number
}

const roundedHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** Worth by way of baht, in whole numbers. */
const worth = (amount: number, from: Currency, to: Currency): number => {
  if (from === to) return amount
  const scale = (currency: Currency): bigint => 10n ** BigInt(currencies[currency].exponent)
  const rate = (currency: Currency): bigint => BigInt(currencies[currency].bahtE10)
  return roundedHalfUp(BigInt(amount) * rate(from) * scale(to), rate(to) * scale(from))
}

const percent = (amount: number, hundredths: number): number =>
  roundedHalfUp(BigInt(amount) * BigInt(hundredths), 10_000n)

export class Model {
  readonly charges: ModelCharge[] = []
  balance = 0
  entries = 0
  readonly #account: AccountFacts
  #now: number

  constructor(account: AccountFacts, now: number) {
    this.#account = account
    this.#now = now
  }

  /** The amount that a request names: a share of the charge that it is about; `null` when it names none. */
  amountOf(pick: number, share: Share): number | null {
    return share === null ? null : Math.floor(((this.#chosen(pick)?.amount ?? 1) * share) / 100)
  }

  apply(operation: Operation): Verdict {
    if (operation.do === 'create') return this.#create(operation)
    if (operation.do === 'advance') return this.#advance(operation.ms)
    const named = 'share' in operation ? this.amountOf(operation.pick, operation.share) : null
    // A capture of 0 names no amount (contract 5.2).
    if (named === 0 && operation.do !== 'capture') return [400, 'invalid_amount']
    const charge = this.#chosen(operation.pick)
    if (charge === undefined) return [404, 'not_found']
    if (operation.do === 'capture') return this.#captureLater(charge, named === 0 ? null : named)
    if (operation.do === 'refund') return this.#refund(charge, named, operation.asVoid)
    return operation.do === 'reverse' ? this.#reverse(charge) : [400, 'failed_expire']
  }

  #chosen(pick: number): ModelCharge | undefined {
    return this.charges.length === 0 ? undefined : this.charges[pick % this.charges.length]
  }

  #create({ amount, currency, hold }: Operation & { do: 'create' }): Verdict {
    if (amount < currencies[currency].chargeMin) return [400, 'invalid_charge']
    const charge: ModelCharge = {
      state: 'held',
      amount,
      currency,
      partial: hold === 'pre_auth',
      endsAt: this.#now + this.#account.holdDays * day,
      captured: 0,
      refunded: 0,
      voided: false,
      paidAt: 0,
      fundingRefunded: 0,
      ...this.#priced(amount, currency),
    }
    this.charges.push(charge)
    if (hold === 'none') this.#capture(charge, amount)
    return 'done'
  }

  #priced(amount: number, currency: Currency) {
    const funding = worth(amount, currency, this.#account.currency)
    const fee = percent(funding, this.#account.feeRate)
    return { funding, fee, feeVat: percent(fee, this.#account.vatRate) }
  }

  #capture(charge: ModelCharge, amount: number): void {
    Object.assign(charge, this.#priced(amount, charge.currency))
    charge.state = 'paid'
    charge.captured = amount
    charge.paidAt = this.#now
    this.#book(charge.funding - charge.fee - charge.feeVat)
  }

  #captureLater(charge: ModelCharge, named: number | null): Verdict {
    if (charge.state === 'expired') return [400, 'expired_charge']
    if (charge.state !== 'held') return [422, 'invalid_charge']
    const amount = named ?? charge.amount
    if (amount > charge.amount) return [400, 'failed_capture']
    if (amount < charge.amount && !charge.partial) return [400, 'failed_capture']
    this.#capture(charge, amount)
    return 'done'
  }

  #reverse(charge: ModelCharge): Verdict {
    if (charge.state === 'expired') return [400, 'expired_charge']
    if (charge.state !== 'held') return [400, 'failed_reverse']
    charge.state = 'reversed'
    return 'done'
  }

  #refund(charge: ModelCharge, named: number | null, asVoid: boolean): Verdict {
    if (charge.state !== 'paid') return [422, 'not_refundable']
    const left = charge.captured - charge.refunded
    if (left === 0) return [422, 'not_refundable']
    const amount = named ?? left
    if (amount > left) return [422, 'insufficient_refundable_amount']
    const sameDay = Math.floor(charge.paidAt / day) === Math.floor(this.#now / day)
    const voids = amount === charge.captured && sameDay
    if (asVoid && !voids) return [400, 'failed_void']
    charge.refunded += amount
    charge.voided = voids
    // What went back so far is the same part of the whole in both currencies, rounded once.
    const back = roundedHalfUp(BigInt(charge.funding) * BigInt(charge.refunded), BigInt(charge.captured))
    this.#book(voids ? -(charge.funding - charge.fee - charge.feeVat) : charge.fundingRefunded - back)
    charge.fundingRefunded = back
    return 'done'
  }

  #advance(ms: number): Verdict {
    this.#now += ms
    for (const charge of this.charges)
      if (charge.state === 'held' && charge.endsAt <= this.#now) charge.state = 'expired'
    return 'done'
  }

  #book(change: number): void {
    this.balance += change
    this.entries += 1
  }
}
