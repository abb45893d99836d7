import { allows } from '../../../kernel/machine'
import { routesOf } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import { cardFor, makeDecidedCharge } from '../charge'
import { type Maker, recipe, resource, type Triggers } from '../resource'
import { type DisputeRow, disputeFlagsOf, disputeMachine, disputeReasons } from './model'
import {
  acceptDispute,
  type DisputeInput,
  decideDispute,
  decideTestDispute,
  disputeAccept,
  disputeClose,
  disputeCreate,
  disputeUpdate,
  findDispute,
  lapseDispute,
  openDispute,
  openTestDispute,
  updateDispute,
} from './operations'
import { disputeRecord } from './record'

const disputes = routesOf(disputeRecord)

/** GET /disputes/open and the lists like it. */
const phases = (['open', 'pending', 'closed'] as const).map((phase) =>
  disputes.list(`/disputes/${phase}`, '4.6', `List ${phase} disputes`, ({ world }) =>
    world.disputes.by('phase', phase),
  ),
)

/** The specification says PATCH, some clients send POST (assumption `closing-disputes`). */
const endings = (['patch', 'post'] as const).flatMap((method) => {
  const spec = method === 'patch' ? '4.6' : 'wire'
  return [
    disputes[method]('/disputes/:id/accept', spec, 'Accept a dispute: it is lost for good', {
      input: () => disputeAccept(),
      errors: ['dispute_not_found', 'dispute_closed'],
      run: ({ world, id, input }) => acceptDispute(world, id, input.message),
    }),
    disputes[method]('/disputes/:id/close', spec, 'Test mode: the bank decides a dispute', {
      testOnly: true,
      input: () => disputeClose(),
      examples: { won: { summary: 'Test mode: the bank decides for you', value: { status: 'won' } } },
      errors: ['dispute_not_found', 'dispute_closed', 'bad_request', 'not_found'],
      run: ({ world, id, input }) => decideTestDispute(world, id, input.status),
    }),
  ]
})

const disputeRoutes = [
  disputes.post('/charges/:id/disputes', 'wire', 'Test mode: the cardholder disputes a charge', {
    testOnly: true,
    input: () => disputeCreate(),
    examples: { fraud: { summary: 'A claim of fraud', value: { reason_code: 'unauthorized_charge' } } },
    errors: ['not_found', 'invalid_dispute', 'bad_request'],
    run: ({ world, id, input }) => openTestDispute(world, id, input),
  }),
  disputes.list('/disputes', '4.6', 'List disputes', ({ world }) => world.disputes),
  ...phases,
  disputes.get('/disputes/:id', '4.6', 'Retrieve a dispute', ({ world, id }) => findDispute(world, id), {
    errors: ['dispute_not_found'],
  }),
  disputes.patch('/disputes/:id', '4.6', 'Answer a dispute with a message, or change its metadata', {
    input: () => disputeUpdate(),
    examples: {
      message: {
        summary: 'Answer with a message',
        value: { message: 'The parcel was delivered on 12 January, see the signature attached' },
      },
    },
    errors: ['dispute_not_found', 'dispute_closed', 'invalid_dispute', 'deadline_passed', 'bad_request'],
    run: ({ world, id, input }) => updateDispute(world, id, input),
  }),
  ...endings,
]

const disputeSearch = searchable<DisputeRow>({
  scope: 'dispute',
  kept: (world) => world.disputes,
  shows: (world) => [world.cards],
  filters: {
    amount: money((dispute) => dispute),
    // The first digits of a card are not kept: its number is gone once the token is made (assumption `search-card-digits`).
    card_first_digits: word(() => null),
    card_last_digits: word((dispute, world) => cardFor(world, dispute)?.lastDigits ?? null),
    charge_id: word((dispute) => dispute.charge),
    currency: word((dispute) => dispute.currency),
    status: word((dispute) => disputeFlagsOf(dispute.state).status),
    closed_at: time((dispute) => dispute.closedAt),
    created: time((dispute) => dispute.createdAt),
    fraud: flag((dispute) => dispute.reasonCode === 'unauthorized_charge_aka_fraud'),
  },
  queries: {
    id: (dispute) => dispute.id,
    card_brand: (dispute, world) => cardFor(world, dispute)?.brand ?? null,
    card_id: (dispute, world) => cardFor(world, dispute)?.id ?? null,
    card_name: (dispute, world) => cardFor(world, dispute)?.name ?? null,
    metadata: (dispute) => dispute.metadata,
    message: (dispute) => dispute.message,
    reason_code: (dispute) => dispute.reasonCode,
    reason_message: (dispute) => disputeReasons[dispute.reasonCode],
  },
})

const operation = 'POST /charges/:id/disputes'

/** By hand: the operation whose parameters it takes exists in test mode only. */
export const makeDispute: Maker = (context, given) => {
  const input: DisputeInput = context.readInput(operation, given)
  const { id } = makeDecidedCharge(context, {})
  return openDispute(context.world, id, input).id
}

export const dispute = resource({
  record: { shape: disputeRecord, rows: (world) => world.disputes, reader: { name: 'disputes' } },
  routes: disputeRoutes,
  scopes: [disputeSearch],
  jobs: {
    'dispute.lapse': {
      applies: (world, id) => allows(disputeMachine, findDispute(world, id).state, 'lapse'),
      run: (world, id) => void lapseDispute(world, id),
    },
  },
  triggers: {
    'dispute.create': recipe('A cardholder disputes a charge', operation, makeDispute),
    'dispute.update': recipe('Evidence is sent', 'PATCH /disputes/:id', (context, given) => {
      const id = makeDispute(context, {})
      context.call('PATCH /disputes/:id', { message: 'It was delivered', ...given }, id)
    }),
    'dispute.close': recipe('The bank decides for the cardholder', operation, (context, given) => {
      decideDispute(context.world, makeDispute(context, given), 'lost')
    }),
    'dispute.accept': recipe('The merchant accepts a dispute', operation, (context, given) => {
      acceptDispute(context.world, makeDispute(context, given), undefined)
    }),
  } satisfies Triggers,
})
