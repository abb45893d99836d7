import * as z from 'zod/mini'
import { flag, id, type RowRules, row } from '../row-form'
import type { TokenRow } from './model'

/** What its rows hold, and how they change. */
export const tokenRules: RowRules<TokenRow> = {
  table: 'tokens',
  form: () =>
    z.strictObject({
      ...row('tokn'),
      card: id('card'),
      used: flag,
      charge: z.nullable(id('chrg')),
    }),
  past: { changes: ['used'], once: ['charge'] },
}
