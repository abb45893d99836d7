import { routesOf } from '../../http/route'
import { deleteCard, findCustomer, updateCard } from '../customer/operations'
import { resource } from '../resource'
import { cardUpdate, findCard } from './operations'
import { cardRecord } from './record'

const cards = routesOf(cardRecord)

const path = '/customers/:id/cards/:sub_id'

export const card = resource({
  record: { shape: cardRecord, rows: (world) => world.cards, reader: { name: 'cards' } },
  routes: [
    cards.list('/customers/:id/cards', '4.4', 'List the cards of a customer', ({ world, id }) =>
      world.cards.by('customer', findCustomer(world, id).id),
    ),
    cards.get(path, 'wire', 'Retrieve a card', ({ world, id, subId }) =>
      findCard(world, findCustomer(world, id).id, subId),
    ),
    cards.patch(path, 'wire', 'Change the name, expiry or address of a card', {
      input: () => cardUpdate(),
      invalid: 'invalid_card',
      errors: ['not_found', 'invalid_card', 'invalid_customer'],
      run: ({ world, id, subId, input }) => updateCard(world, id, subId, input),
    }),
    cards.delete(path, '4.4', 'Delete a card', {
      errors: ['not_found', 'invalid_customer'],
      run: ({ world, id, subId }) => deleteCard(world, id, subId),
    }),
  ],
})
