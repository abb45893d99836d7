import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { listSchema } from '../list'
import { createSource, findSource } from './operations'
import { sourceRecord } from './record'
import { sourceCreate } from './schema'

export const sourceRoutes = [
  route({
    method: 'post',
    path: '/sources',
    key: 'any',
    summary: 'Prepare a payment by QR code, wallet, bank or instalments',
    spec: '4.3',
    input: () => sourceCreate(),
    examples: {
      promptpay: { summary: 'A QR code', value: { type: 'promptpay', amount: 45_000, currency: 'thb' } },
    },
    returns: () => sourceRecord.schema(),
    errors: ['bad_request'],
    run: ({ world, input }) => one('source', createSource(world, input)),
  }),
  route({
    method: 'get',
    path: '/sources',
    summary: 'List sources',
    spec: 'wire',
    input: listInput,
    returns: () => listSchema(sourceRecord.schema()),
    run: ({ world }) => list('source', world.sources),
  }),
  route({
    method: 'get',
    path: '/sources/:id',
    summary: 'Retrieve a source',
    spec: '4.3',
    input: readInput,
    returns: () => sourceRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('source', findSource(world, id)),
  }),
]
