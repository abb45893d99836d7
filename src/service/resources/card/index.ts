import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { deleteCard, findCustomer, updateCard } from '../customer/operations'
import { listSchema } from '../list'
import { resource } from '../resource'
import { cardUpdate, findCard } from './operations'
import { cardRecord } from './record'

const path = '/customers/:id/cards/:sub_id'

export const card = resource({
  record: {
    object: 'card',
    prefix: 'card',
    shape: () => cardRecord,
    rows: (world) => world.cards,
    reader: { name: 'cards' },
  },
  routes: [
    route({
      method: 'get',
      path: '/customers/:id/cards',
      summary: 'List the cards of a customer',
      spec: '4.4',
      input: listInput,
      returns: () => listSchema(cardRecord.schema()),
      errors: ['not_found'],
      run: ({ world, id }) => list('card', world.cards.by('customer', findCustomer(world, id).id)),
    }),
    route({
      method: 'get',
      path,
      summary: 'Retrieve a card',
      spec: 'wire',
      input: readInput,
      returns: () => cardRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id, subId }) => one('card', findCard(world, findCustomer(world, id).id, subId)),
    }),
    route({
      method: 'patch',
      path,
      summary: 'Change the name, expiry or address of a card',
      spec: 'wire',
      input: () => cardUpdate(),
      invalid: 'invalid_card',
      returns: () => cardRecord.schema(),
      errors: ['not_found', 'invalid_card', 'invalid_customer'],
      run: ({ world, id, subId, input }) => one('card', updateCard(world, id, subId, input)),
    }),
    route({
      method: 'delete',
      path,
      summary: 'Delete a card',
      spec: '4.4',
      returns: () => cardRecord.schema(),
      errors: ['not_found', 'invalid_customer'],
      run: ({ world, id, subId }) => one('card', deleteCard(world, id, subId)),
    }),
  ],
})
