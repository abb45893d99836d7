import { routesOf } from '../../http/route'
import { searchable, time } from '../../search/scope'
import type { CardInput } from '../card/operations'
import { type Maker, makeToken, recipe, resource, type Triggers } from '../resource'
import type { CustomerRow } from './model'
import {
  createCustomer,
  customerCreate,
  customerUpdate,
  deleteCard,
  deleteCustomer,
  findCustomer,
  updateCard,
  updateCustomer,
} from './operations'
import { customerRecord } from './record'

const customers = routesOf(customerRecord)

const customerRoutes = [
  customers.post('/customers', '4.4', 'Create a customer, with a card or without', {
    input: () => customerCreate(),
    examples: {
      card: { summary: 'With a card', value: { email: 'somchai@example.com', card: 'tokn_test_example' } },
    },
    errors: ['bad_request', 'used_token', 'invalid_card_token', 'feature_not_supported', 'not_found'],
    run: ({ world, input }) => createCustomer(world, input),
  }),
  customers.list('/customers', '4.4', 'List customers', ({ world }) => world.customers.by('listed', 'yes')),
  customers.get('/customers/:id', '4.4', 'Retrieve a customer', ({ world, id }) => findCustomer(world, id)),
  customers.patch('/customers/:id', '4.4', 'Change a customer; a card token attaches a card', {
    input: () => customerUpdate(),
    examples: { card: { summary: 'Attach another card', value: { card: 'tokn_test_example' } } },
    errors: [
      'bad_request',
      'used_token',
      'invalid_card_token',
      'feature_not_supported',
      'not_found',
      'invalid_customer',
    ],
    run: ({ world, id, input }) => updateCustomer(world, id, input),
  }),
  customers.delete('/customers/:id', 'wire', 'Delete a customer and its cards', {
    errors: ['not_found', 'invalid_customer'],
    run: ({ world, id }) => deleteCustomer(world, id),
  }),
]

/** Deleted customers are not found (assumption `search-deleted`). */
const customerSearch = searchable<CustomerRow>({
  scope: 'customer',
  kept: (world) => world.customers,
  finds: (customer) => !customer.deleted,
  filters: { created: time((customer) => customer.createdAt) },
  queries: {
    id: (customer) => customer.id,
    description: (customer) => customer.description,
    email: (customer) => customer.email,
    metadata: (customer) => customer.metadata,
  },
})

/** @param card parameters of the customer's card. Default for each: that of a test card that succeeds */
export const makeCustomer: Maker<string, [card?: object]> = (context, given, card = {}) =>
  context.call('POST /customers', {
    email: 'somchai@example.com',
    card: makeToken(context, card),
    ...given,
  }).id

const cardUpdate = 'PATCH /customers/:id/cards/:sub_id'

/** A new customer, and its card. */
const cardOf: Maker<readonly [customer: string, card: string]> = (context, given) => {
  const id = makeCustomer(context, given)
  return [id, context.world.customers.get(id)?.defaultCard ?? '']
}

const customerTriggers: Triggers = {
  'customer.create': recipe('A customer is made', 'POST /customers', makeCustomer),
  'customer.update': recipe('A customer changes', 'PATCH /customers/:id', (context, given) => {
    const id = makeCustomer(context, {})
    context.call('PATCH /customers/:id', { description: 'A regular', ...given }, id)
  }),
  'customer.update.card': recipe('A card is attached', 'PATCH /customers/:id', (context, given) => {
    const id = makeCustomer(context, {})
    context.call('PATCH /customers/:id', { card: makeToken(context), ...given }, id)
  }),
  'card.update': recipe('A card of a customer changes', cardUpdate, (context, given) => {
    const input: CardInput = context.readInput(cardUpdate, { name: 'Somchai P', ...given })
    updateCard(context.world, ...cardOf(context, {}), input)
  }),
  'card.destroy': recipe('A card of a customer is deleted', 'POST /customers', (context, given) => {
    deleteCard(context.world, ...cardOf(context, given))
  }),
  'customer.destroy': recipe('A customer is deleted', 'POST /customers', (context, given) => {
    context.call('DELETE /customers/:id', {}, makeCustomer(context, given))
  }),
}

export const customer = resource({
  record: { shape: customerRecord, rows: (world) => world.customers, reader: { name: 'customers' } },
  routes: customerRoutes,
  scopes: [customerSearch],
  triggers: customerTriggers,
})
