import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { listSchema } from '../list'
import {
  createCustomer,
  customerCreate,
  customerUpdate,
  deleteCustomer,
  findCustomer,
  updateCustomer,
} from './operations'
import { customerRecord } from './record'

export const customerRoutes = [
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
