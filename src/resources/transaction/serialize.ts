import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import type { World } from '../../world'
import { field } from '../fields'
import type { Scene, Shape } from '../shape'
import { type TransactionRow, transactionKeys } from './model'

/** One movement of the merchant's balance. */
export const transactionSchema = once(() =>
  z.strictObject({
    object: field.always('transaction'),
    id: field.id('trxn'),
    livemode: field.livemode(),
    location: field.location('/transactions/<id>'),
    currency: field.currency(),
    amount: field.int('Moved amount in subunits of `currency`, never negative'),
    direction: z
      .enum(['credit', 'debit'])
      .check(z.describe('`credit` adds to the balance, `debit` takes from it')),
    key: z.enum(transactionKeys).check(z.describe('What moved the money')),
    origin: field.text('Id of the charge, refund, dispute or transfer behind it'),
    transferable_at: field.time('From when the money can be transferred, ISO 8601 in UTC'),
    created_at: field.createdAt(),
  }),
)
export type Transaction = z.infer<ReturnType<typeof transactionSchema>>

export const transactionShape: Shape<TransactionRow, null, Transaction> = {
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
    object: field.always('balance'),
    livemode: field.livemode(),
    location: field.always('/balance'),
    currency: field.currency(),
    total: field.int(
      'The whole balance in subunits of `currency`; below zero after refunds of money that was transferred',
    ),
    transferable: field.int('What can be transferred now, in subunits of `currency`'),
    reserve: field.int('Always 0 in the sandbox'),
    on_hold: field.int('Always 0 in the sandbox'),
    created_at: field.time('When the account was created, ISO 8601 in UTC'),
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
