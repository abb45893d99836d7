import { listInput, noInput, readInput } from '../../http/inputs'
import { list, one, plain, route } from '../../http/route'
import { balanceOf } from '../../ledger/sums'
import { listSchema } from '../list'
import { findTransaction } from './operations'
import { balanceSchema, renderBalance, transactionSchema } from './serialize'

export const transactionRoutes = [
  route({
    method: 'get',
    path: '/transactions',
    key: 'secret',
    summary: 'List the movements of the balance',
    spec: '4.5',
    input: listInput,
    returns: () => listSchema(transactionSchema()),
    errors: [],
    run: ({ world }) => list('transaction', world.transactions),
  }),
  route({
    method: 'get',
    path: '/transactions/:id',
    key: 'secret',
    summary: 'Retrieve a transaction',
    spec: '4.5',
    input: readInput,
    returns: () => transactionSchema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('transaction', findTransaction(world, id)),
  }),
  route({
    method: 'get',
    path: '/balance',
    key: 'secret',
    summary: 'The balance: the sum of all transactions',
    spec: 'wire',
    input: noInput,
    returns: () => balanceSchema(),
    errors: [],
    run: ({ world, scene }) => plain(renderBalance(world, balanceOf(world), scene)),
  }),
]
