import { money, searchable, time, word } from '../../search/scope'
import type { TransactionRow } from './model'
import { transactionRecord } from './record'

/** What a transaction shows that does not depend on when it is shown. */
const shown = (transaction: TransactionRow) =>
  transactionRecord.render(transaction, null, { livemode: false, now: transaction.createdAt, baseUrl: '' })

export const transactionSearch = searchable<TransactionRow>({
  scope: 'transaction',
  object: 'transaction',
  rows: (world) => world.transactions,
  kept: (world) => world.transactions,
  filters: {
    amount: money((row) => ({ amount: shown(row).amount, currency: row.currency })),
    created: time((row) => row.createdAt),
    hold_until: time((row) => row.transferableAt),
    currency: word((row) => row.currency),
    // Assumption `search-transaction-kind`.
    kind: word((row) => {
      const { key, direction } = shown(row)
      return [key, direction, key.slice(0, key.indexOf('.'))]
    }),
  },
  queries: { id: (row) => row.id, record_id: (row) => row.origin },
})
