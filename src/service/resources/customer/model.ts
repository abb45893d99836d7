import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'

export interface CustomerRow extends Row {
  readonly email: string | null
  readonly description: string | null
  readonly metadata: JsonObject
  readonly defaultCard: string | null
  readonly deleted: boolean
}

export const customers = collection<CustomerRow, 'listed'>({
  name: 'customers',
  by: { listed: (customer) => (customer.deleted ? null : 'yes') },
})
