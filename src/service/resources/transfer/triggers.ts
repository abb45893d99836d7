import { makeDecidedCharge } from '../charge/triggers'
import { amountIn, type OperationContext, type RecipesFor, recipe, type TriggerParameters } from '../trigger'
import { sendTransfer } from './levers'
import type { transferEvents } from './model'

export const makeTransfer = (context: OperationContext, given: TriggerParameters): string => {
  const amount = amountIn(given, 100_000)
  makeDecidedCharge(context, { amount: Math.max(1_000_000, amount * 2) })
  return context.call('POST /transfers', { amount, ...given }).id
}

export const transferTriggers: RecipesFor<typeof transferEvents> = {
  'transfer.create': recipe('A transfer is made', 'POST /transfers', makeTransfer),
  'transfer.update': recipe('A transfer is sent to the bank', 'POST /transfers', (context, given) => {
    sendTransfer(context.world, makeTransfer(context, given))
  }),
  'transfer.destroy': recipe('A transfer is called off', 'POST /transfers', (context, given) => {
    context.call('DELETE /transfers/:id', {}, makeTransfer(context, given))
  }),
}
