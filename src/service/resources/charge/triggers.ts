import { isObject } from '../../../kernel/json'
import { makeToken, type OperationContext, type RecipesFor, recipe, type TriggerParameters } from '../trigger'
import { payCharge } from './levers'
import { waitsForPayer } from './machine'
import type { ChargeRow, chargeEvents } from './model'
import { findCharge } from './operations'

/** `card` may be a token or, for short, the parameters of a token. */
const makeCharge = (context: OperationContext, given: TriggerParameters): ChargeRow => {
  const { card, ...rest } = given
  const needsCard = card === undefined && rest.customer === undefined && rest.source === undefined
  const paying =
    needsCard || isObject(card) ? { card: makeToken(context, isObject(card) ? card : {}) } : { card }
  const made = context.call('POST /charges', {
    amount: 100_000,
    currency: context.world.account.currency,
    ...(paying.card === undefined ? {} : paying),
    ...rest,
  })
  return findCharge(context.world, made.id)
}

/** A charge that does not wait for its payer any more. */
export const makeDecidedCharge = (context: OperationContext, given: TriggerParameters): ChargeRow => {
  const made = makeCharge(context, given)
  return waitsForPayer(made) ? payCharge(context.world, made.id) : made
}

export const chargeTriggers: RecipesFor<typeof chargeEvents> = {
  'charge.create': recipe('A charge is made', 'POST /charges', makeCharge),
  'charge.complete': recipe('A charge is decided', 'POST /charges', makeDecidedCharge),
  'charge.update': recipe('An authorized charge is captured', 'POST /charges', (context, given) => {
    const { id } = makeDecidedCharge(context, { capture: false, ...given })
    context.call('POST /charges/:id/capture', {}, id)
  }),
}
