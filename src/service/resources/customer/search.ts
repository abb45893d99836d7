import { searchable, time } from '../../search/scope'
import type { CustomerRow } from './model'

/** Deleted customers are not found (assumption `search-deleted`). */
export const customerSearch = searchable<CustomerRow>({
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
