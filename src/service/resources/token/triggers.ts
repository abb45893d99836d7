import { dateText } from '../../../kernel/calendar'
import type { OperationContext } from '../trigger'

/** A token of a card that pays, for the triggers of other resources. */
export const makeToken = (context: OperationContext, card: object = {}): string =>
  context.call('POST /tokens', {
    card: {
      name: 'Somchai Prasert',
      number: '4242424242424242',
      expiration_month: 12,
      expiration_year: Number(dateText(context.world.now()).slice(0, 4)) + 1,
      security_code: '123',
      ...card,
    },
  }).id
