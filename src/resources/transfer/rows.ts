import * as z from 'zod/mini'
import { bankAccount } from '../bank-account/rows'
import {
  currency,
  flag,
  id,
  json,
  type RowRules,
  row,
  stateOf,
  textOrNull,
  timeOrNull,
  whole,
} from '../row-form'
import { transferMachine } from './machine'
import type { TransferRow } from './model'

/** What its rows hold, and how they change. */
export const transferRules: RowRules<TransferRow> = {
  table: 'transfers',
  form: () =>
    z.strictObject({
      ...row('trsf'),
      state: stateOf(transferMachine),
      amount: whole,
      currency,
      fee: whole,
      feeVat: whole,
      recipient: id('recp'),
      bankAccount,
      failFast: flag,
      awaitsRecipient: flag,
      metadata: json,
      schedule: z.nullable(id('schd')),
      transactions: z.array(id('trxn')),
      failureCode: textOrNull,
      failureMessage: textOrNull,
      sentAt: timeOrNull,
      paidAt: timeOrNull,
    }),
  past: {
    changes: ['state', 'amount', 'metadata', 'awaitsRecipient', 'transactions'],
    once: ['failureCode', 'failureMessage', 'sentAt', 'paidAt'],
  },
  events: { made: 'transfer.create', silent: ['awaitsRecipient'], edited: ['amount', 'metadata'] },
}
