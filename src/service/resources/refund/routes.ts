import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { findCharge } from '../charge/operations'
import { listSchema } from '../list'
import { createRefund, findRefund, refundCreate } from './operations'
import { refundRecord } from './record'

const refunds = () => listSchema(refundRecord.schema())

export const refundRoutes = [
  route({
    method: 'post',
    path: '/charges/:id/refunds',
    summary: 'Refund a charge, all that is left or part of it',
    spec: '4.2',
    input: () => refundCreate(),
    examples: { part: { summary: 'A part of the charge', value: { amount: 25_000 } } },
    invalid: 'failed_refund',
    returns: () => refundRecord.schema(),
    errors: [
      'not_found',
      'not_refundable',
      'insufficient_refundable_amount',
      'invalid_amount',
      'failed_refund',
      'failed_void',
      'backend_error',
    ],
    run: ({ world, id, input }) => one('refund', createRefund(world, id, input)),
  }),
  route({
    method: 'get',
    path: '/charges/:id/refunds',
    summary: 'List the refunds of a charge',
    spec: '4.2',
    input: listInput,
    returns: refunds,
    errors: ['not_found'],
    run: ({ world, id }) => list('refund', world.refunds.by('charge', findCharge(world, id).id)),
  }),
  route({
    method: 'get',
    path: '/charges/:id/refunds/:sub_id',
    summary: 'Retrieve a refund of a charge',
    spec: 'wire',
    input: readInput,
    returns: () => refundRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id, subId }) => one('refund', findRefund(world, subId, findCharge(world, id).id)),
  }),
  route({
    method: 'get',
    path: '/refunds',
    summary: 'List refunds',
    spec: '4.2',
    input: listInput,
    returns: refunds,
    run: ({ world }) => list('refund', world.refunds),
  }),
  route({
    method: 'get',
    path: '/refunds/:id',
    summary: 'Retrieve a refund',
    spec: '4.2',
    input: readInput,
    returns: () => refundRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('refund', findRefund(world, id)),
  }),
]
