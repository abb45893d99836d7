import { listInput, readInput } from '../../http/inputs'
import { list, one, type Route, route } from '../../http/route'
import { listSchema } from '../list'
import { markAsVerified } from '../transfer/levers'
import {
  createRecipient,
  deleteRecipient,
  findRecipient,
  listedRecipients,
  recipientCreate,
  recipientUpdate,
  updateRecipient,
} from './operations'
import { recipientRecord } from './record'

/** By POST as the specification has it, and by PATCH as client libraries send it. */
const verify = (method: 'post' | 'patch'): Route =>
  route({
    method,
    path: '/recipients/:id/verify',
    summary: 'Test mode: the bank checks a recipient, which is verified and active then',
    spec: method === 'post' ? '4.5' : 'wire',
    returns: () => recipientRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('recipient', markAsVerified(world, id)),
  })

export const recipientRoutes = [
  route({
    method: 'post',
    path: '/recipients',
    summary: 'Create a recipient of transfers with its bank account',
    spec: '4.5',
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
    returns: () => recipientRecord.schema(),
    errors: ['invalid_recipient', 'invalid_bank_account'],
    run: ({ world, input }) => one('recipient', createRecipient(world, input)),
  }),
  route({
    method: 'get',
    path: '/recipients',
    summary: 'List recipients, the default one included',
    spec: '4.5',
    input: listInput,
    returns: () => listSchema(recipientRecord.schema()),
    run: ({ world }) => list('recipient', listedRecipients(world)),
  }),
  route({
    method: 'get',
    path: '/recipients/:id',
    summary: 'Retrieve a recipient',
    spec: '4.5',
    input: readInput,
    returns: () => recipientRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('recipient', findRecipient(world, id)),
  }),
  route({
    method: 'patch',
    path: '/recipients/:id',
    summary: 'Change a recipient; blank name, type and bank account stay as they are',
    spec: 'wire',
    input: () => recipientUpdate(),
    examples: { email: { summary: 'Change the address', value: { email: 'shop@example.com' } } },
    invalid: 'invalid_recipient',
    returns: () => recipientRecord.schema(),
    errors: ['not_found', 'invalid_recipient', 'invalid_bank_account'],
    run: ({ world, id, input }) => one('recipient', updateRecipient(world, id, input)),
  }),
  route({
    method: 'delete',
    path: '/recipients/:id',
    summary: 'Delete a recipient other than the default one',
    spec: 'wire',
    returns: () => recipientRecord.schema(),
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => one('recipient', deleteRecipient(world, id)),
  }),
  verify('post'),
  verify('patch'),
]
