import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { searchable, time } from '../../search/scope'
import { listSchema } from '../list'
import { resource } from '../resource'
import {
  makeToken,
  noParameters,
  type OperationContext,
  type RecipesFor,
  recipe,
  type TriggerParameters,
} from '../trigger'
import type { CustomerRow, customerEvents } from './model'
import {
  createCustomer,
  customerCreate,
  customerUpdate,
  deleteCustomer,
  findCustomer,
  updateCustomer,
} from './operations'
import { customerRecord } from './record'

const customerRoutes = [
  route({
    method: 'post',
    path: '/customers',
    summary: 'Create a customer, with a card or without',
    spec: '4.4',
    input: () => customerCreate(),
    examples: {
      card: { summary: 'With a card', value: { email: 'somchai@example.com', card: 'tokn_test_example' } },
    },
    returns: () => customerRecord.schema(),
    errors: ['bad_request', 'used_token', 'invalid_card_token', 'feature_not_supported', 'not_found'],
    run: ({ world, input }) => one('customer', createCustomer(world, input)),
  }),
  route({
    method: 'get',
    path: '/customers',
    summary: 'List customers',
    spec: '4.4',
    input: listInput,
    returns: () => listSchema(customerRecord.schema()),
    run: ({ world }) => list('customer', world.customers.by('listed', 'yes')),
  }),
  route({
    method: 'get',
    path: '/customers/:id',
    summary: 'Retrieve a customer',
    spec: '4.4',
    input: readInput,
    returns: () => customerRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('customer', findCustomer(world, id)),
  }),
  route({
    method: 'patch',
    path: '/customers/:id',
    summary: 'Change a customer; a card token attaches a card',
    spec: '4.4',
    input: () => customerUpdate(),
    examples: { card: { summary: 'Attach another card', value: { card: 'tokn_test_example' } } },
    returns: () => customerRecord.schema(),
    errors: [
      'bad_request',
      'used_token',
      'invalid_card_token',
      'feature_not_supported',
      'not_found',
      'invalid_customer',
    ],
    run: ({ world, id, input }) => one('customer', updateCustomer(world, id, input)),
  }),
  route({
    method: 'delete',
    path: '/customers/:id',
    summary: 'Delete a customer and its cards',
    spec: 'wire',
    returns: () => customerRecord.schema(),
    errors: ['not_found', 'invalid_customer'],
    run: ({ world, id }) => one('customer', deleteCustomer(world, id)),
  }),
]

/** Deleted customers are not found (assumption `search-deleted`). */
const customerSearch = searchable<CustomerRow>({
  scope: 'customer',
  object: 'customer',
  rows: (world) => world.customers,
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

const customerTriggers: RecipesFor<typeof customerEvents> = {
  'customer.create': recipe('A customer is made', 'POST /customers', makeCustomer),
  'customer.update': recipe('A customer changes', 'PATCH /customers/:id', (context, given) => {
    const id = makeCustomer(context, noParameters)
    context.call('PATCH /customers/:id', { description: 'A regular', ...given }, id)
  }),
  'customer.destroy': recipe('A customer is deleted', 'POST /customers', (context, given) => {
    context.call('DELETE /customers/:id', {}, makeCustomer(context, given))
  }),
}

export const customer = resource({
  record: {
    object: 'customer',
    prefix: 'cust',
    shape: () => customerRecord,
    rows: (world) => world.customers,
    reader: { name: 'customers' },
  },
  routes: customerRoutes,
  scopes: () => [customerSearch],
  triggers: () => customerTriggers,
})
