import { money, searchable, time, word } from '../../search/scope'
import type { TransactionRow } from './model'
import { transactionShape } from './serialize'

/** What a transaction shows that does not depend on when it is shown. */
const shown = (transaction: TransactionRow) =>
  transactionShape.render(transaction, null, { livemode: false, now: transaction.createdAt, baseUrl: '' })

export const transactionSearch = searchable<
  TransactionRow,
  { row: TransactionRow; wire: ReturnType<typeof shown> }
>({
  scope: 'transaction',
  object: 'transaction',
  rows: (world) => world.transactions,
  kept: (world) => world.transactions,
  view: (_, row) => ({ row, wire: shown(row) }),
  filters: {
    amount: money(({ row, wire }) => ({ amount: wire.amount, currency: row.currency })),
    created: time(({ row }) => row.createdAt),
    hold_until: time(({ row }) => row.transferableAt),
    currency: word(({ row }) => row.currency),
    // Assumption `search-transaction-kind`.
    kind: word(({ wire }) => [wire.key, wire.direction, wire.key.slice(0, wire.key.indexOf('.'))]),
  },
  queries: { id: ({ row }) => row.id, record_id: ({ row }) => row.origin },
})
