import * as z from 'zod/mini'
import { flag, id, json, money, type RowRules, row } from '../row-form'
import type { RefundRow } from './model'

/** What its rows hold, and how they change. */
export const refundRules: RowRules<RefundRow> = {
  table: 'refunds',
  form: () =>
    z.strictObject({
      ...row('rfnd'),
      ...money,
      charge: id('chrg'),
      metadata: json,
      transaction: id('trxn'),
      voided: flag,
    }),
  events: { made: 'refund.create' },
}
