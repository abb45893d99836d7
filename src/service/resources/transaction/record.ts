import * as z from 'zod/mini'
import type { Balance } from '../../ledger/sums'
import type { World } from '../../world'
import * as field from '../field'
import { record, type Shown } from '../record'
import { type TransactionRow, transactionKeys } from './model'

/** A credit on the merchant's account is money that we owe: a negative line. */
const lineOf = ({ lines }: TransactionRow): number => lines.merchant ?? 0

/** One movement of the merchant's balance. */
export const transactionRecord = record<TransactionRow>()({
  object: field.always('transaction'),
  id: field.id('trxn'),
  livemode: field.livemode,
  location: field.location('/transactions/<id>'),
  currency: field.currency,
  amount: field.money('Moved amount in subunits of `currency`, never negative', (row) =>
    Math.abs(lineOf(row)),
  ),
  direction: field.oneOf(['credit', 'debit'])('`credit` adds to the balance, `debit` takes from it', (row) =>
    lineOf(row) <= 0 ? 'credit' : 'debit',
  ),
  key: field.oneOf(transactionKeys)('What moved the money'),
  origin: field.idOf(
    'charge',
    'dispute',
    'refund',
    'transfer',
  )('Id of the charge, refund, dispute or transfer behind it'),
  transferable_at: field.time('From when the money can be transferred, ISO 8601 in UTC'),
  created_at: field.createdAt,
})
export type Transaction = Shown<typeof transactionRecord>

/** The account's balance in subunits of its currency: `total` may be below zero after refunds. */
export const balanceRecord = record<Pick<Balance, 'total' | 'transferable'> & { readonly world: World }>()({
  object: field.always('balance'),
  livemode: field.livemode,
  location: field.always('/balance'),
  currency: field.text(field.aboutCurrency, ({ world }) => world.account.currency),
  total: field.money(
    'The whole balance in subunits of `currency`; below zero after refunds of money that was transferred',
  ),
  transferable: field.money('What can be transferred now, in subunits of `currency`'),
  reserve: field.fixed(z.int, 'Always 0 in the sandbox', 0),
  on_hold: field.fixed(z.int, 'Always 0 in the sandbox', 0),
  created_at: field.time(
    'When the account was created, ISO 8601 in UTC',
    ({ world }) => world.account.createdAt,
  ),
})
export type BalanceObject = Shown<typeof balanceRecord>
