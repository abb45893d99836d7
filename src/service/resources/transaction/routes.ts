import { listInput, readInput } from '../../http/inputs'
import { list, one, plain, route } from '../../http/route'
import { balanceOf } from '../../ledger/sums'
import { listSchema } from '../list'
import { findTransaction } from './operations'
import { balanceRecord, transactionRecord } from './record'

export const transactionRoutes = [
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
    run: ({ world, id }) => one('transaction', findTransaction(world, id)),
  }),
  route({
    method: 'get',
    path: '/balance',
    summary: 'The balance: the sum of all transactions',
    spec: 'wire',
    returns: () => balanceRecord.schema(),
    run: ({ world, scene }) => plain(balanceRecord.render({ world, ...balanceOf(world) }, null, scene)),
  }),
]
