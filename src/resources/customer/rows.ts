import * as z from 'zod/mini'
import { flag, id, json, type RowRules, row, textOrNull } from '../row-form'
import type { CustomerRow } from './model'

/** What its rows hold, and how they change. */
export const customerRules: RowRules<CustomerRow> = {
  table: 'customers',
  form: () =>
    z.strictObject({
      ...row('cust'),
      email: textOrNull,
      description: textOrNull,
      metadata: json,
      defaultCard: z.nullable(id('card')),
      deleted: flag,
    }),
  past: {
    changes: ['email', 'description', 'metadata', 'defaultCard', 'deleted'],
  },
  events: { made: 'customer.create' },
}
