import * as z from 'zod/mini'
import { type Row, sequenceOf } from '../../../kernel/collection'
import { failNotFound } from '../../../kernel/errors'
import { once } from '../../../kernel/json'
import { profileRows } from '../../../options/profiles'
import { emptyList, listInput, readInput } from '../../http/lists'
import { plain, route } from '../../http/route'
import { searchable, time } from '../../search/scope'
import { listSchema } from '../record'
import { resource } from '../resource'
import { receiptSchema } from './record'

/** There are no receipts (assumption `receipts`): the scope is known and always empty. */
const receiptSearch = searchable<Row>({
  scope: 'receipt',
  rows: () => sequenceOf<Row>([]),
  kept: () => null,
  filters: { created: time((receipt) => receipt.createdAt) },
  queries: { id: (receipt) => receipt.id },
})

/** Its name is that of the profile. */
const receipts = once(() =>
  z.extend(listSchema(receiptSchema()), {
    object: z
      .literal(['list', profileRows.receiptList.omise])
      .check(z.describe('`list`, or its name in the profile')),
  }),
)

/** The sandbox bills nothing, so there are no receipts (assumption `receipts`). */
export const receipt = resource({
  routes: [
    route({
      method: 'get',
      path: '/receipts',
      summary: 'List receipts; the sandbox bills nothing',
      spec: 'wire',
      input: listInput,
      returns: receipts,
      run: ({ world, input, renderContext }) =>
        plain({ ...emptyList(input, '/receipts', renderContext.now), object: world.profile.receiptList }),
    }),
    route({
      method: 'get',
      path: '/receipts/:id',
      summary: 'Retrieve a receipt',
      spec: 'wire',
      input: readInput,
      returns: () => receiptSchema(),
      errors: ['not_found'],
      run: ({ id }) => {
        throw failNotFound('receipt', id)
      },
    }),
  ],
  scopes: [receiptSearch],
  found: () => receiptSchema(),
})
