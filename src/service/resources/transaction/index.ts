import { existing } from '../../../kernel/errors'
import { plain, route, routesOf } from '../../http/route'
import { balanceOf } from '../../ledger/sums'
import { money, searchable, time, word } from '../../search/scope'
import { resource } from '../resource'
import type { TransactionRow } from './model'
import { balanceRecord, transactionRecord } from './record'

const transactions = routesOf(transactionRecord)

/** What a transaction shows that does not depend on when it is asRecord. */
const asRecord = (transaction: TransactionRow) =>
  transactionRecord.render(transaction, null, { livemode: false, now: transaction.createdAt, baseUrl: '' })

const transactionSearch = searchable<TransactionRow>({
  scope: 'transaction',
  kept: (world) => world.transactions,
  filters: {
    amount: money((row) => ({ amount: asRecord(row).amount, currency: row.currency })),
    created: time((row) => row.createdAt),
    hold_until: time((row) => row.transferableAt),
    currency: word((row) => row.currency),
    // Assumption `search-transaction-kind`.
    kind: word((row) => {
      const { key, direction } = asRecord(row)
      return [key, direction, key.slice(0, key.indexOf('.'))]
    }),
  },
  queries: { id: (row) => row.id, record_id: (row) => row.origin },
})

export const transaction = resource({
  record: { shape: transactionRecord, rows: (world) => world.transactions, reader: { name: 'transactions' } },
  routes: [
    transactions.list(
      '/transactions',
      '4.5',
      'List the movements of the balance',
      ({ world }) => world.transactions,
    ),
    transactions.get('/transactions/:id', '4.5', 'Retrieve a transaction', ({ world, id }) =>
      existing(world.transactions.get(id), 'transaction', id),
    ),
    route({
      method: 'get',
      path: '/balance',
      summary: 'The balance: the sum of all transactions',
      spec: 'wire',
      returns: () => balanceRecord.schema(),
      run: ({ world, renderContext }) =>
        plain(balanceRecord.render({ world, ...balanceOf(world) }, null, renderContext)),
    }),
  ],
  scopes: [transactionSearch],
})
