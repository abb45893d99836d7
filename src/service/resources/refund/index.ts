import { routesOf } from '../../http/route'
import { flag, money, searchable, time, word } from '../../search/scope'
import { cardFor, makeDecidedCharge } from '../charge'
import { findCharge } from '../charge/operations'
import { amountIn, recipe, resource, type Triggers } from '../resource'
import type { RefundRow } from './model'
import { createRefund, findRefund, refundCreate } from './operations'
import { refundRecord } from './record'

const refunds = routesOf(refundRecord)

const refundRoutes = [
  refunds.post('/charges/:id/refunds', '4.2', 'Refund a charge, all that is left or part of it', {
    input: () => refundCreate(),
    examples: { part: { summary: 'A part of the charge', value: { amount: 25_000 } } },
    invalid: 'failed_refund',
    errors: [
      'not_found',
      'not_refundable',
      'insufficient_refundable_amount',
      'invalid_amount',
      'failed_refund',
      'failed_void',
      'backend_error',
    ],
    run: ({ world, id, input }) => createRefund(world, id, input),
  }),
  refunds.list('/charges/:id/refunds', '4.2', 'List the refunds of a charge', ({ world, id }) =>
    world.refunds.by('charge', findCharge(world, id).id),
  ),
  refunds.get(
    '/charges/:id/refunds/:sub_id',
    'wire',
    'Retrieve a refund of a charge',
    ({ world, id, subId }) => findRefund(world, subId, findCharge(world, id).id),
  ),
  refunds.list('/refunds', '4.2', 'List refunds', ({ world }) => world.refunds),
  refunds.get('/refunds/:id', '4.2', 'Retrieve a refund', ({ world, id }) => findRefund(world, id)),
]

const refundSearch = searchable<RefundRow>({
  scope: 'refund',
  kept: (world) => world.refunds,
  shows: (world) => [world.charges, world.cards],
  filters: {
    amount: money((refund) => refund),
    // Assumption `search-card-digits`.
    card_first_digits: word(() => null),
    card_last_digits: word((refund, world) => cardFor(world, refund)?.lastDigits ?? null),
    charge_id: word((refund) => refund.charge),
    status: word(() => 'closed'),
    created: time((refund) => refund.createdAt),
    voided: flag((refund) => refund.voided),
  },
  queries: {
    id: (refund) => refund.id,
    card_bank: (refund, world) => cardFor(world, refund)?.bank ?? null,
    card_brand: (refund, world) => cardFor(world, refund)?.brand ?? null,
    card_id: (refund, world) => cardFor(world, refund)?.id ?? null,
    card_name: (refund, world) => cardFor(world, refund)?.name ?? null,
    charge_description: ({ charge }, world) => world.charges.get(charge)?.description ?? null,
    currency: (refund) => refund.currency,
    metadata: (refund) => refund.metadata,
  },
})

const create = 'POST /charges/:id/refunds'

export const refund = resource({
  record: { shape: refundRecord, rows: (world) => world.refunds, reader: { name: 'refunds' } },
  routes: refundRoutes,
  scopes: [refundSearch],
  triggers: {
    'refund.create': recipe('A charge is refunded', create, (context, given) => {
      const { id, capturedAmount } = makeDecidedCharge(context, {
        amount: Math.max(100_000, amountIn(given, 0)),
      })
      context.call(create, { amount: capturedAmount, ...given }, id)
    }),
  } satisfies Triggers,
})
