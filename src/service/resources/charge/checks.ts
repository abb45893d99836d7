import { type Problem, problemWith } from '../../../kernel/errors'
import { type Currency, currencies } from '../../../kernel/money'
import type { World } from '../../world'
import { webhookProblems } from '../account/operations'
import type { ChargeParameters } from './schema'

/** With the payment link or the schedule that makes this charge. */
export interface ChargeInput extends ChargeParameters {
  readonly link?: string | undefined
  readonly schedule?: string | undefined
}

/** An amount outside the currency's limits (spec 7; assumption `charge-limits`). */
export const amountProblems = (amount: number, currency: Currency): readonly Problem[] => {
  const { chargeMin, chargeMax } = currencies[currency]
  if (amount < chargeMin)
    return [problemWith('amount', `must be at least ${chargeMin} (in subunits)`, 'too_small')]
  if (amount > chargeMax)
    return [problemWith('amount', `must be at most ${chargeMax} (in subunits)`, 'too_large')]
  return []
}

/** Whether the charge only checks the card, without money (assumption `card-checks`). */
const isCardCheck = ({ amount, authentication, source }: ChargeInput): boolean =>
  amount === 0 && authentication !== undefined && source === undefined

/** A missing or malformed amount (contract of the sandbox, `invalid_amount`). */
export const noAmountIn = (input: ChargeInput): readonly Problem[] =>
  input.amount > 0 || isCardCheck(input) ? [] : [problemWith('amount', 'must be greater than 0', 'too_small')]

/** All problems with the parameters of a charge (spec 7, `invalid_charge`). */
export const problemsOf = (input: ChargeInput, world: World): readonly Problem[] => {
  const isLate = input.expires_at !== undefined && input.expires_at <= world.now()
  const late = isLate ? [problemWith('expires_at', 'must be in the future')] : []
  const endpoints = input.webhook_endpoints
  const unreachable = endpoints ? webhookProblems(world, 'webhook_endpoints', endpoints) : []
  const amount = isCardCheck(input) ? [] : amountProblems(input.amount, input.currency)
  return [...amount, ...late, ...unreachable]
}
