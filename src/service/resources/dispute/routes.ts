import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { listSchema } from '../list'
import {
  acceptDispute,
  decideTestDispute,
  disputeAccept,
  disputeClose,
  disputeCreate,
  disputeUpdate,
  findDispute,
  openTestDispute,
  updateDispute,
} from './operations'
import { disputeRecord } from './record'

/** GET /disputes/open and the lists like it. */
const phases = (['open', 'pending', 'closed'] as const).map((phase) =>
  route({
    method: 'get',
    path: `/disputes/${phase}`,
    summary: `List ${phase} disputes`,
    spec: '4.6',
    input: listInput,
    returns: () => listSchema(disputeRecord.schema()),
    run: ({ world }) => list('dispute', world.disputes.by('phase', phase)),
  }),
)

/** The specification says PATCH, some clients send POST (assumption `closing-disputes`). */
const endings = (['patch', 'post'] as const).flatMap((method) => [
  route({
    method,
    path: '/disputes/:id/accept',
    summary: 'Accept a dispute: it is lost for good',
    spec: method === 'patch' ? '4.6' : 'wire',
    input: () => disputeAccept(),
    returns: () => disputeRecord.schema(),
    errors: ['dispute_not_found', 'dispute_closed'],
    run: ({ world, id, input }) => one('dispute', acceptDispute(world, id, input.message)),
  }),
  route({
    method,
    path: '/disputes/:id/close',
    summary: 'Test mode: the bank decides a dispute',
    spec: method === 'patch' ? '4.6' : 'wire',
    input: () => disputeClose(),
    examples: { won: { summary: 'Test mode: the bank decides for you', value: { status: 'won' } } },
    returns: () => disputeRecord.schema(),
    errors: ['dispute_not_found', 'dispute_closed', 'bad_request', 'not_found'],
    run: ({ world, id, input }) => one('dispute', decideTestDispute(world, id, input.status)),
  }),
])

export const disputeRoutes = [
  route({
    method: 'post',
    path: '/charges/:id/disputes',
    summary: 'Test mode: the cardholder disputes a charge',
    spec: 'wire',
    input: () => disputeCreate(),
    examples: { fraud: { summary: 'A claim of fraud', value: { reason_code: 'unauthorized_charge' } } },
    returns: () => disputeRecord.schema(),
    errors: ['not_found', 'invalid_dispute', 'bad_request'],
    run: ({ world, id, input }) => one('dispute', openTestDispute(world, id, input)),
  }),
  route({
    method: 'get',
    path: '/disputes',
    summary: 'List disputes',
    spec: '4.6',
    input: listInput,
    returns: () => listSchema(disputeRecord.schema()),
    run: ({ world }) => list('dispute', world.disputes),
  }),
  ...phases,
  route({
    method: 'get',
    path: '/disputes/:id',
    summary: 'Retrieve a dispute',
    spec: '4.6',
    input: readInput,
    returns: () => disputeRecord.schema(),
    errors: ['dispute_not_found'],
    run: ({ world, id }) => one('dispute', findDispute(world, id)),
  }),
  route({
    method: 'patch',
    path: '/disputes/:id',
    summary: 'Answer a dispute with a message, or change its metadata',
    spec: '4.6',
    input: () => disputeUpdate(),
    examples: {
      message: {
        summary: 'Answer with a message',
        value: { message: 'The parcel was delivered on 12 January, see the signature attached' },
      },
    },
    returns: () => disputeRecord.schema(),
    errors: ['dispute_not_found', 'dispute_closed', 'invalid_dispute', 'deadline_passed', 'bad_request'],
    run: ({ world, id, input }) => one('dispute', updateDispute(world, id, input)),
  }),
  ...endings,
]
