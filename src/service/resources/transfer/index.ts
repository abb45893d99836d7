import { failInvalid, problemWith } from '../../../kernel/errors'
import { routesOf } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import { bankNameOf } from '../bank-account/model'
import { makeDecidedCharge } from '../charge'
import { amountIn, type Maker, recipe, resource, type Triggers } from '../resource'
import { failTransfer, markAsPaid, markAsSent, payTransfer, reportOutcome, sendTransfer } from './actions'
import { type TransferRow, transferFlags } from './model'
import {
  createTransfer,
  deleteTransfer,
  findTransfer,
  transferCreate,
  transferUpdate,
  updateTransfer,
} from './operations'
import { transferRecord } from './record'

const transfers = routesOf(transferRecord)

type Update = ReturnType<ReturnType<typeof transferUpdate>['parse']>

const failField = (field: string, text: string): Error =>
  failInvalid('invalid_transfer', [problemWith(field, text)])

/** One path, two forms: a change, or the outcome. Both at once would say that a finished transfer changed. */
const change = (world: World, id: string, input: Update): TransferRow => {
  const { success, amount, metadata } = input
  const failure = input.failure_code ?? input.failure_message
  if (success === undefined && failure !== undefined)
    throw failField('success', "can't be blank when a failure is reported")
  if (success === undefined) return updateTransfer(world, id, input)
  if (amount !== undefined || metadata !== undefined)
    throw failField('success', 'cannot be reported together with a change of amount or metadata')
  return reportOutcome(world, id, { ...input, success })
}

const transferRoutes = [
  transfers.post('/transfers', '4.5', 'Transfer part of the balance, or all of it, to a recipient', {
    input: () => transferCreate(),
    examples: { amount: { summary: 'To the default recipient', value: { amount: 5_000 } } },
    keyParam: 'idemp_key',
    invalid: 'invalid_transfer',
    errors: ['invalid_transfer', 'invalid_amount', 'not_found'],
    run: ({ world, input }) => createTransfer(world, input),
  }),
  transfers.list('/transfers', '4.5', 'List transfers', ({ world }) => world.transfers.by('listed', 'yes')),
  transfers.get('/transfers/:id', '4.5', 'Retrieve a transfer', ({ world, id }) => findTransfer(world, id)),
  transfers.patch(
    '/transfers/:id',
    'wire',
    'Change a transfer that was not sent; in test mode also: report its outcome',
    {
      input: () => transferUpdate(),
      examples: { amount: { summary: 'Change the amount', value: { amount: 4_000 } } },
      invalid: 'invalid_transfer',
      errors: ['not_found', 'invalid_transfer', 'invalid_amount'],
      run: ({ world, id, input }) => change(world, id, input),
    },
  ),
  transfers.delete('/transfers/:id', 'wire', 'Delete a transfer that was not sent', {
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => deleteTransfer(world, id),
  }),
  transfers.post('/transfers/:id/mark_as_sent', 'wire', 'Test mode: a transfer is sent to the bank', {
    testOnly: true,
    errors: ['not_found', 'invalid_transfer'],
    run: ({ world, id }) => markAsSent(world, id),
  }),
  transfers.post('/transfers/:id/mark_as_paid', 'wire', 'Test mode: a sent transfer arrives', {
    testOnly: true,
    errors: ['not_found', 'invalid_transfer'],
    run: ({ world, id }) => markAsPaid(world, id),
  }),
]

/** Deleted transfers are not found (assumption `search-deleted`). */
const transferSearch = searchable<TransferRow>({
  scope: 'transfer',
  kept: (world) => world.transfers,
  finds: (transfer) => transfer.state !== 'deleted',
  shows: (world) => [world.recipients],
  filters: {
    amount: money((transfer) => transfer),
    fee: money((transfer) => ({ amount: transfer.fee, currency: transfer.currency })),
    created: time((transfer) => transfer.createdAt),
    paid_at: time((transfer) => transfer.paidAt),
    sent_at: time((transfer) => transfer.sentAt),
    currency: word((transfer) => transfer.currency),
    paid: flag((transfer) => transferFlags[transfer.state].paid),
    sent: flag((transfer) => transferFlags[transfer.state].sent),
  },
  queries: {
    id: (transfer) => transfer.id,
    // Assumption `search-bank-names`.
    bank_name: (transfer) => transfer.bankAccount.name,
    bank_brand: (transfer) => [bankNameOf(transfer.bankAccount.bankCode), transfer.bankAccount.bankCode],
    failure_code: (transfer) => transfer.failureCode,
    failure_message: (transfer) => transfer.failureMessage,
    metadata: (transfer) => transfer.metadata,
    recipient_email: ({ recipient }, world) => world.recipients.get(recipient)?.email ?? null,
    recipient_id: (transfer) => transfer.recipient,
    recipient_name: ({ recipient }, world) => world.recipients.get(recipient)?.name ?? null,
    transaction_id: (transfer) => transfer.transactions,
  },
})

export const makeTransfer: Maker = (context, given) => {
  const amount = amountIn(given, 100_000)
  makeDecidedCharge(context, { amount: Math.max(1_000_000, amount * 2) })
  return context.call('POST /transfers', { amount, ...given }).id
}

const transferTriggers: Triggers = {
  'transfer.create': recipe('A transfer is made', 'POST /transfers', makeTransfer),
  'transfer.send': recipe('A transfer is sent to the bank', 'POST /transfers', (context, given) => {
    sendTransfer(context.world, makeTransfer(context, given))
  }),
  'transfer.update': recipe('A transfer changes', 'PATCH /transfers/:id', (context, given) => {
    const id = makeTransfer(context, {})
    context.call('PATCH /transfers/:id', { metadata: { week: '1' }, ...given }, id)
  }),
  'transfer.pay': recipe('A sent transfer is paid', 'POST /transfers', (context, given) => {
    payTransfer(context.world, sendTransfer(context.world, makeTransfer(context, given)).id)
  }),
  'transfer.fail': recipe('A sent transfer comes back', 'POST /transfers', (context, given) => {
    failTransfer(context.world, sendTransfer(context.world, makeTransfer(context, given)).id)
  }),
  'transfer.destroy': recipe('A transfer is called off', 'POST /transfers', (context, given) => {
    context.call('DELETE /transfers/:id', {}, makeTransfer(context, given))
  }),
}

export const transfer = resource({
  record: { shape: transferRecord, rows: (world) => world.transfers, reader: { name: 'transfers' } },
  routes: transferRoutes,
  scopes: [transferSearch],
  triggers: transferTriggers,
})
