import { resource } from '../resource'
import { transactionRecord } from './record'
import { transactionRoutes } from './routes'
import { transactionSearch } from './search'

export const transaction = resource({
  record: {
    object: 'transaction',
    prefix: 'trxn',
    shape: () => transactionRecord,
    rows: (world) => world.transactions,
    reader: { name: 'transactions' },
  },
  routes: transactionRoutes,
  scopes: () => [transactionSearch],
})
