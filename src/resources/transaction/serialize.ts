import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import type { World } from '../../world'
import {
  createdAtField,
  currencyField,
  idField,
  isoTime,
  livemodeField,
  locationField,
  objectField,
} from '../fields'
import type { Scene, Shape } from '../shape'
import { type TransactionRow, transactionKeys } from './model'

/** One movement of the merchant's balance. */
export const transactionSchema = once(() =>
  z.strictObject({
    object: objectField('transaction'),
    id: idField('trxn'),
    livemode: livemodeField(),
    location: locationField('/transactions/<id>'),
    currency: currencyField(),
    amount: z.int().check(z.describe('Moved amount in subunits of `currency`, never negative')),
    direction: z
      .enum(['credit', 'debit'])
      .check(z.describe('`credit` adds to the balance, `debit` takes from it')),
    key: z.enum(transactionKeys).check(z.describe('What moved the money')),
    origin: z.string().check(z.describe('Id of the charge, refund, dispute or transfer behind it')),
    transferable_at: isoTime().check(z.describe('From when the money can be transferred, ISO 8601 in UTC')),
    created_at: createdAtField(),
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
    object: objectField('balance'),
    livemode: livemodeField(),
    location: z.literal('/balance').check(z.describe('Always `/balance`')),
    currency: currencyField(),
    total: z
      .int()
      .check(
        z.describe(
          'The whole balance in subunits of `currency`; below zero after refunds of money that was transferred',
        ),
      ),
    transferable: z.int().check(z.describe('What can be transferred now, in subunits of `currency`')),
    reserve: z.int().check(z.describe('Always 0 in the sandbox')),
    on_hold: z.int().check(z.describe('Always 0 in the sandbox')),
    created_at: isoTime().check(z.describe('When the account was created, ISO 8601 in UTC')),
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
