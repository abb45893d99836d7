import { makeDecidedCharge } from '../charge/triggers'
import { amountIn, type RecipesFor, recipe } from '../trigger'
import type { refundEvents } from './model'

const operation = 'POST /charges/:id/refunds'

export const refundTriggers: RecipesFor<typeof refundEvents> = {
  'refund.create': recipe('A charge is refunded', operation, (context, given) => {
    const { id } = makeDecidedCharge(context, { amount: Math.max(100_000, amountIn(given, 0)) })
    context.call(operation, given, id)
  }),
}
