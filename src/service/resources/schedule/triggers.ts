import { dateText, dayMs } from '../../../kernel/calendar'
import { makeCustomer } from '../customer/triggers'
import {
  noParameters,
  type OperationContext,
  type RecipesFor,
  recipe,
  type TriggerParameters,
} from '../trigger'
import type { scheduleEvents } from './model'

/** @param card parameters of the card that it charges. Default for each: that of a test card that succeeds */
export const makeSchedule = (
  context: OperationContext,
  given: TriggerParameters,
  card: object = {},
): string => {
  const { world } = context
  const usual =
    given.charge === undefined && given.transfer === undefined
      ? {
          charge: {
            customer: makeCustomer(context, noParameters, card),
            amount: 100_000,
            currency: world.account.currency,
          },
        }
      : {}
  return context.call('POST /schedules', {
    every: 1,
    period: 'day',
    start_on: dateText(world.now() + dayMs),
    end_on: dateText(world.now() + 30 * dayMs),
    ...usual,
    ...given,
  }).id
}

export const scheduleTriggers: RecipesFor<typeof scheduleEvents> = {
  'schedule.create': recipe('A schedule is made', 'POST /schedules', makeSchedule),
  'schedule.suspend': recipe('A schedule is paused', 'POST /schedules', (context, given) => {
    context.call('POST /schedules/:id/suspend', {}, makeSchedule(context, given))
  }),
  'schedule.activate': recipe('A paused schedule goes on', 'POST /schedules', (context, given) => {
    const id = makeSchedule(context, given)
    context.call('POST /schedules/:id/suspend', {}, id)
    context.call('POST /schedules/:id/activate', {}, id)
  }),
  'schedule.destroy': recipe('A schedule is deleted', 'POST /schedules', (context, given) => {
    context.call('DELETE /schedules/:id', {}, makeSchedule(context, given))
  }),
}
