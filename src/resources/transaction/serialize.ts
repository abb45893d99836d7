import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { World } from '../../world'
import type { Scene, Shape } from '../shape'
import { type TransactionRow, transactionKeys } from './model'

/** One movement of the merchant's balance. */
export const transactionSchema = once(() =>
  z.strictObject({
    object: z.literal('transaction'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    currency: z.string(),
    amount: z.int(),
    direction: z.enum(['credit', 'debit']),
    key: z.enum(transactionKeys),
    origin: z.string(),
    transferable_at: isoTime(),
    created_at: isoTime(),
  }),
)
export type Transaction = z.infer<ReturnType<typeof transactionSchema>>

export const transactionShape: Shape<TransactionRow, null, Transaction> = {
  object: 'transaction',
  related: () => null,
  render: (transaction, _, scene) => {
    // A credit on the merchant's account is money that we owe: a negative line.
    const line = transaction.lines.merchant ?? 0
    return {
      object: 'transaction',
      id: transaction.id,
      livemode: scene.livemode,
      location: `/transactions/${transaction.id}`,
      currency: transaction.currency,
      amount: Math.abs(line),
      direction: line <= 0 ? 'credit' : 'debit',
      key: transaction.key,
      origin: transaction.origin,
      transferable_at: iso(transaction.transferableAt),
      created_at: iso(transaction.createdAt),
    }
  },
  expandable: { origin: ['charge', 'dispute', 'refund', 'transfer'] },
  schema: transactionSchema,
}

/** The account's balance in subunits of its currency: `total` may be below zero after refunds. */
export const balanceSchema = once(() =>
  z.strictObject({
    object: z.literal('balance'),
    livemode: z.boolean(),
    location: z.literal('/balance'),
    currency: z.string(),
    total: z.int(),
    transferable: z.int(),
    reserve: z.int(),
    on_hold: z.int(),
    created_at: isoTime(),
  }),
)
export type BalanceObject = z.infer<ReturnType<typeof balanceSchema>>

export const renderBalance = (
  world: World,
  balance: { readonly total: number; readonly transferable: number },
  scene: Scene,
): BalanceObject => ({
  object: 'balance',
  livemode: scene.livemode,
  location: '/balance',
  currency: world.account.currency,
  total: balance.total,
  transferable: balance.transferable,
  reserve: 0,
  on_hold: 0,
  created_at: iso(world.account.createdAt),
})
