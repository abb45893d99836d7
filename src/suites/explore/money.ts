/** What the runs of an exploration took from the customer and gave back. */
import type { Charge } from 'payment-sandbox'
import type { RuleBreak } from './rule-break'

/** In subunits. */
interface MoneySum {
  readonly paid: number
  /** Authorized, and neither captured nor reversed. */
  readonly held: number
  readonly refunded: number
  /** How many charges paid, or held money at some time. */
  readonly charges: number
}

/** By currency. */
export type MoneySums = ReadonlyMap<string, MoneySum>

const noSum: MoneySum = { paid: 0, held: 0, refunded: 0, charges: 0 }

export const moneyOf = (charges: readonly Charge[]): MoneySums => {
  const sums = new Map<string, MoneySum>()
  for (const { currency, paid, capturable, authorized_amount, captured_amount, refunded_amount } of charges) {
    const sum = sums.get(currency) ?? noSum
    sums.set(currency, {
      paid: sum.paid + (paid ? captured_amount : 0),
      held: sum.held + (capturable ? authorized_amount : 0),
      refunded: sum.refunded + refunded_amount,
      charges: sum.charges + (paid || authorized_amount > 0 ? 1 : 0),
    })
  }
  return sums
}

/** Whether anything was paid, held or refunded. */
export const isMoved = (money: MoneySums): boolean => [...money.values()].some(({ charges }) => charges > 0)

/** For a flow that refunds. A flow that refunds a second charge keeps as much as without a fault. */
export const doubleRefunds = (now: MoneySums, first: MoneySums): readonly RuleBreak[] =>
  [...first].flatMap(([currency, before]): RuleBreak[] => {
    const { paid, refunded } = now.get(currency) ?? noSum
    const keepsLess = paid - refunded < before.paid - before.refunded
    if (before.refunded === 0 || refunded <= before.refunded || !keepsLess) return []
    const message = `${refunded} ${currency} were refunded, but ${before.refunded} without a fault`
    return [{ rule: 'double-refund', message }]
  })

/**
 * The customer is poorer than after the first run: one more charge took or holds money, or less was given back.
 * @param isKnown the flow has failed: it tells of a refund that did not come, but not of one more charge
 */
export const moreMoney = (now: MoneySums, first: MoneySums, isKnown: boolean): readonly RuleBreak[] =>
  [...now].flatMap(([currency, sum]): RuleBreak[] => {
    const before = first.get(currency) ?? noSum
    const isMore = sum.charges > before.charges
    // Money that a charge of the first run still holds can be captured or let go later.
    const spentOf = ({ paid, held, refunded }: MoneySum): number => paid - refunded + (isMore ? held : 0)
    const [spent, usual] = [spentOf(sum), spentOf(before)]
    if (spent <= usual || (isKnown && !isMore)) return []
    const message = `took ${spent} ${currency.toLowerCase()}, ${usual} without a fault`
    return [{ rule: 'more-money', message }]
  })
