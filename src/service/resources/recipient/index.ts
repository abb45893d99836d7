import { type Route, routesOf } from '../../http/route'
import { flag, searchable, time, word } from '../../search/scope'
import { bankNameOf } from '../bank-account/model'
import { type Maker, recipe, resource, type Triggers } from '../resource'
import { markAsVerified, verifyRecipient } from '../transfer/actions'
import { type RecipientRow, recipientFlagsOf } from './model'
import {
  allRecipients,
  createRecipient,
  deleteRecipient,
  findRecipient,
  listedRecipients,
  peekRecipient,
  recipientCreate,
  recipientRows,
  recipientUpdate,
  updateRecipient,
} from './operations'
import { recipientRecord } from './record'

const recipients = routesOf(recipientRecord)

/** By POST as the specification has it, and by PATCH as client libraries send it. */
const verify = (method: 'post' | 'patch'): Route =>
  recipients[method](
    '/recipients/:id/verify',
    method === 'post' ? '4.5' : 'wire',
    'Test mode: the bank checks a recipient, which is verified and active then',
    { testOnly: true, errors: ['not_found'], run: ({ world, id }) => markAsVerified(world, id) },
  )

const recipientRoutes = [
  recipients.post('/recipients', '4.5', 'Create a recipient of transfers with its bank account', {
    input: () => recipientCreate(),
    examples: {
      company: {
        summary: 'A company with a Thai bank account',
        value: {
          name: 'Shop Ltd',
          type: 'corporation',
          bank_account: { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' },
        },
      },
    },
    invalid: 'invalid_recipient',
    errors: ['invalid_recipient', 'invalid_bank_account'],
    run: ({ world, input }) => createRecipient(world, input),
  }),
  recipients.list('/recipients', '4.5', 'List recipients, the default one included', ({ world }) =>
    listedRecipients(world),
  ),
  recipients.get('/recipients/:id', '4.5', 'Retrieve a recipient', ({ world, id }) =>
    findRecipient(world, id),
  ),
  recipients.patch(
    '/recipients/:id',
    'wire',
    'Change a recipient; blank name, type and bank account stay as they are',
    {
      input: () => recipientUpdate(),
      examples: { email: { summary: 'Change the address', value: { email: 'shop@example.com' } } },
      invalid: 'invalid_recipient',
      errors: ['not_found', 'invalid_recipient', 'invalid_bank_account'],
      run: ({ world, id, input }) => updateRecipient(world, id, input),
    },
  ),
  recipients.delete('/recipients/:id', 'wire', 'Delete a recipient other than the default one', {
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => deleteRecipient(world, id),
  }),
  verify('post'),
  verify('patch'),
]

/** Deleted ones are found, too: `deleted` filters by it. The default recipient is one of them and may have no row yet. */
const recipientSearch = searchable<RecipientRow>({
  scope: 'recipient',
  rows: (world) => allRecipients(world),
  kept: (world) => world.recipients,
  row: (world, id) => peekRecipient(world, id),
  filters: {
    active: flag((recipient) => recipientFlagsOf(recipient).active),
    deleted: flag((recipient) => recipientFlagsOf(recipient).deleted),
    verified: flag((recipient) => recipientFlagsOf(recipient).verified),
    activated_at: time((recipient) => recipient.activatedAt),
    created: time((recipient) => recipient.createdAt),
    verified_at: time((recipient) => recipient.verifiedAt),
    bank_last_digits: word((recipient) => recipient.bankAccount.number.slice(-4)),
    failure_code: word((recipient) => recipient.failureCode),
    type: word((recipient) => recipient.type),
  },
  queries: {
    id: (recipient) => recipient.id,
    // Assumption `search-bank-names`.
    bank_name: (recipient) => recipient.bankAccount.name,
    bank_brand: ({ bankAccount: { bankCode } }) => [bankNameOf(bankCode), bankCode],
    description: (recipient) => recipient.description,
    email: (recipient) => recipient.email,
    metadata: (recipient) => recipient.metadata,
    name: (recipient) => recipient.name,
    tax_id: (recipient) => recipient.taxId,
  },
})

export const makeRecipient: Maker = (context, given) =>
  context.call('POST /recipients', {
    name: 'Shop Ltd',
    type: 'corporation',
    bank_account: { brand: 'test', number: '1234567890', name: 'Shop Ltd' },
    ...given,
  }).id

const makeVerified: Maker<RecipientRow> = (context, given) =>
  verifyRecipient(context.world, makeRecipient(context, given))

const recipientTriggers: Triggers = {
  'recipient.create': recipe('A recipient is made', 'POST /recipients', makeRecipient),
  'recipient.update': recipe('A recipient changes', 'PATCH /recipients/:id', (context, given) => {
    const id = makeRecipient(context, {})
    context.call('PATCH /recipients/:id', { email: 'shop@example.com', ...given }, id)
  }),
  'recipient.verify': recipe('The bank checks a recipient', 'POST /recipients', makeVerified),
  'recipient.activate': recipe('A recipient becomes active', 'POST /recipients', makeVerified),
  'recipient.deactivate': recipe('An active recipient is deleted', 'POST /recipients', (context, given) => {
    const { id } = makeVerified(context, given)
    context.call('DELETE /recipients/:id', {}, id)
  }),
  'recipient.destroy': recipe('A recipient is deleted', 'POST /recipients', (context, given) => {
    context.call('DELETE /recipients/:id', {}, makeRecipient(context, given))
  }),
}

export const recipient = resource({
  record: { shape: recipientRecord, rows: (world) => recipientRows(world), reader: { name: 'recipients' } },
  routes: recipientRoutes,
  scopes: [recipientSearch],
  triggers: recipientTriggers,
})
