import * as z from 'zod/mini'
import { chart, type LedgerAccount } from '../../ledger/chart'
import { currency, oneOf, type RowRules, row, text, time } from '../row-form'
import { type TransactionRow, transactionKeys } from './model'

/** The lines of an entry, and what moved the money. */
export const entry = {
  currency,
  lines: z.partialRecord(oneOf(Object.keys(chart) as LedgerAccount[]), z.int('must be a whole number')),
  origin: text.check(z.regex(/^(?:chrg|rfnd|dspt|trsf)_/, 'must be the id of what moved the money')),
}

/** What its rows hold, and how they change. */
export const transactionRules: RowRules<TransactionRow> = {
  table: 'transactions',
  derived: true,
  form: () =>
    z.strictObject({
      ...row('trxn'),
      ...entry,
      key: oneOf(transactionKeys),
      transferableAt: time,
    }),
}
