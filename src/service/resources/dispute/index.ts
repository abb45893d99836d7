import { makeDecidedCharge } from '../charge/triggers'
import { resource } from '../resource'
import {
  noParameters,
  type OperationContext,
  type RecipesFor,
  recipe,
  type TriggerParameters,
} from '../trigger'
import type { disputeEvents } from './model'
import { type DisputeInput, decideDispute, lapseDispute, openDispute } from './operations'
import { disputeRecord } from './record'
import { disputeRoutes } from './routes'
import { disputeSearch } from './search'

const operation = 'POST /charges/:id/disputes'

/** By hand: the operation whose parameters it takes exists in test mode only. */
const makeDispute = (context: OperationContext, given: TriggerParameters): string => {
  const { reason_code, message }: DisputeInput = context.readInput(operation, given)
  const { id } = makeDecidedCharge(context, noParameters)
  return openDispute(context.world, id, { reason_code, message }).id
}

export const dispute = resource({
  record: {
    object: 'dispute',
    prefix: 'dspt',
    shape: () => disputeRecord,
    rows: (world) => world.disputes,
    reader: { name: 'disputes' },
  },
  routes: disputeRoutes,
  scopes: () => [disputeSearch],
  jobs: { 'dispute.lapse': (world, id) => lapseDispute(world, id) },
  triggers: (): RecipesFor<typeof disputeEvents> => ({
    'charge.dispute.create': recipe('A cardholder disputes a charge', operation, makeDispute),
    'charge.dispute.update': recipe('Evidence is sent', 'PATCH /disputes/:id', (context, given) => {
      const id = makeDispute(context, noParameters)
      context.call('PATCH /disputes/:id', { message: 'It was delivered', ...given }, id)
    }),
    'charge.dispute.close': recipe('The bank decides for the cardholder', operation, (context, given) => {
      decideDispute(context.world, makeDispute(context, given), 'lost')
    }),
  }),
})
