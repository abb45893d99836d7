import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { chargeRecord } from '../charge/record'
import { listSchema } from '../list'
import { createLink, deleteLink, findLink, linkCreate } from './operations'
import { linkRecord } from './record'

export const linkRoutes = [
  route({
    method: 'post',
    path: '/links',
    summary: 'Make an address where a payer pays',
    spec: 'wire',
    input: () => linkCreate(),
    examples: {
      coffee: {
        summary: 'A coffee, many times',
        value: {
          amount: 20_000,
          currency: 'thb',
          title: 'Coffee',
          description: 'A cup of it',
          multiple: true,
        },
      },
    },
    invalid: 'invalid_link',
    returns: () => linkRecord.schema(),
    errors: ['invalid_link'],
    run: ({ world, input }) => one('link', createLink(world, input)),
  }),
  route({
    method: 'get',
    path: '/links',
    summary: 'List payment links',
    spec: '4.9',
    input: listInput,
    returns: () => listSchema(linkRecord.schema()),
    run: ({ world }) => list('link', world.links.by('listed', 'yes')),
  }),
  route({
    method: 'get',
    path: '/links/:id',
    summary: 'Retrieve a payment link',
    spec: 'wire',
    input: readInput,
    returns: () => linkRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('link', findLink(world, id)),
  }),
  route({
    method: 'get',
    path: '/links/:id/charges',
    summary: 'List the charges that were made by a payment link',
    spec: 'wire',
    input: listInput,
    returns: () => listSchema(chargeRecord.schema()),
    errors: ['not_found'],
    run: ({ world, id }) => list('charge', world.charges.by('link', findLink(world, id).id)),
  }),
  route({
    method: 'delete',
    path: '/links/:id',
    summary: 'Delete a payment link; it can no longer be paid',
    spec: 'wire',
    returns: () => linkRecord.schema(),
    errors: ['not_found', 'failed_deletion'],
    run: ({ world, id }) => one('link', deleteLink(world, id)),
  }),
]
