import { failNotFound } from '../../../kernel/errors'
import { listInput, readInput } from '../../http/inputs'
import { list, one, plain, route } from '../../http/route'
import { balanceOf } from '../../ledger/sums'
import { listSchema } from '../list'
import { resource } from '../resource'
import { balanceRecord, transactionRecord } from './record'
import { transactionSearch } from './search'

export const transaction = resource({
  record: {
    object: 'transaction',
    prefix: 'trxn',
    shape: () => transactionRecord,
    rows: (world) => world.transactions,
    reader: { name: 'transactions' },
  },
  routes: [
    route({
      method: 'get',
      path: '/transactions',
      summary: 'List the movements of the balance',
      spec: '4.5',
      input: listInput,
      returns: () => listSchema(transactionRecord.schema()),
      run: ({ world }) => list('transaction', world.transactions),
    }),
    route({
      method: 'get',
      path: '/transactions/:id',
      summary: 'Retrieve a transaction',
      spec: '4.5',
      input: readInput,
      returns: () => transactionRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id }) => {
        const row = world.transactions.get(id)
        if (row === undefined) throw failNotFound('transaction', id)
        return one('transaction', row)
      },
    }),
    route({
      method: 'get',
      path: '/balance',
      summary: 'The balance: the sum of all transactions',
      spec: 'wire',
      returns: () => balanceRecord.schema(),
      run: ({ world, scene }) => plain(balanceRecord.render({ world, ...balanceOf(world) }, null, scene)),
    }),
  ],
  scopes: () => [transactionSearch],
})
