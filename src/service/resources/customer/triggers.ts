import {
  makeToken,
  noParameters,
  type OperationContext,
  type RecipesFor,
  recipe,
  type TriggerParameters,
} from '../trigger'
import type { customerEvents } from './model'

/** @param card parameters of the customer's card. Default for each: that of a test card that succeeds */
export const makeCustomer = (
  context: OperationContext,
  given: TriggerParameters,
  card: object = {},
): string =>
  context.call('POST /customers', {
    email: 'somchai@example.com',
    card: makeToken(context, card),
    ...given,
  }).id

export const customerTriggers: RecipesFor<typeof customerEvents> = {
  'customer.create': recipe('A customer is made', 'POST /customers', makeCustomer),
  'customer.update': recipe('A customer changes', 'PATCH /customers/:id', (context, given) => {
    const id = makeCustomer(context, noParameters)
    context.call('PATCH /customers/:id', { description: 'A regular', ...given }, id)
  }),
  'customer.destroy': recipe('A customer is deleted', 'POST /customers', (context, given) => {
    context.call('DELETE /customers/:id', {}, makeCustomer(context, given))
  }),
}
