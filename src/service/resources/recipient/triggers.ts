import { verifyRecipient } from '../transfer/levers'
import {
  noParameters,
  type OperationContext,
  type RecipesFor,
  recipe,
  type TriggerParameters,
} from '../trigger'
import type { recipientEvents } from './model'

export const makeRecipient = (context: OperationContext, given: TriggerParameters): string =>
  context.call('POST /recipients', {
    name: 'Shop Ltd',
    type: 'corporation',
    bank_account: { brand: 'test', number: '1234567890', name: 'Shop Ltd' },
    ...given,
  }).id

export const recipientTriggers: RecipesFor<typeof recipientEvents> = {
  'recipient.create': recipe('A recipient is made', 'POST /recipients', makeRecipient),
  'recipient.update': recipe('A recipient changes', 'PATCH /recipients/:id', (context, given) => {
    const id = makeRecipient(context, noParameters)
    context.call('PATCH /recipients/:id', { email: 'shop@example.com', ...given }, id)
  }),
  'recipient.verify': recipe('The bank checks a recipient', 'POST /recipients', (context, given) => {
    verifyRecipient(context.world, makeRecipient(context, given))
  }),
  'recipient.destroy': recipe('A recipient is deleted', 'POST /recipients', (context, given) => {
    context.call('DELETE /recipients/:id', {}, makeRecipient(context, given))
  }),
}
