import { failNotFound } from '../../../kernel/errors'
import type { World } from '../../world'
import type { TransactionRow } from './model'

export const findTransaction = (world: World, id: string): TransactionRow => {
  const transaction = world.transactions.get(id)
  if (transaction === undefined) throw failNotFound('transaction', id)
  return transaction
}
