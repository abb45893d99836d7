import { id, metadata, searchable, text, time } from '../../search/scope'
import type { CustomerRow } from './model'

/** Deleted customers are not found (assumption `search-deleted`). */
export const customerSearch = searchable<CustomerRow, CustomerRow>({
  scope: 'customer',
  object: 'customer',
  path: '/customers/search',
  rows: (world) => world.customers,
  kept: (world) => world.customers,
  view: (_, customer) => (customer.deleted ? null : customer),
  filters: { created: time((customer) => customer.createdAt) },
  queries: {
    id: id((customer) => customer.id),
    description: text((customer) => customer.description),
    email: text((customer) => customer.email),
    metadata: metadata((customer) => customer.metadata),
  },
})
