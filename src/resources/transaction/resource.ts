import { resource } from '../resource'
import { transactionRoutes } from './routes'
import { transactionRules } from './rows'
import { transactionSearch } from './search'
import { transactionShape } from './serialize'

export const transaction = resource({
  record: {
    object: 'transaction',
    prefix: 'trxn',
    shape: () => transactionShape,
    rows: (world) => world.transactions,
    reader: { name: 'transactions' },
    rules: () => transactionRules,
  },
  routes: transactionRoutes,
  scopes: () => [transactionSearch],
})
