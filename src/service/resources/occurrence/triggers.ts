import { runSchedule } from '../schedule/levers'
import { makeSchedule } from '../schedule/triggers'
import { type RecipesFor, recipe } from '../trigger'
import type { occurrenceEvents } from './model'

const operation = 'POST /schedules'

export const occurrenceTriggers: RecipesFor<typeof occurrenceEvents> = {
  'schedule.occurrence.scheduled': recipe('A schedule is made', operation, makeSchedule),
  'schedule.occurrence.successful': recipe('The day of a schedule comes', operation, (context, given) => {
    runSchedule(context.world, makeSchedule(context, given))
  }),
  'schedule.occurrence.failed': recipe('Its day comes and the card is empty', operation, (context, given) => {
    runSchedule(context.world, makeSchedule(context, given, { number: '4111111111140011' }))
  }),
}
