import { resource } from '../resource'
import { runDueOccurrence, runSchedule } from '../schedule/operations'
import { makeSchedule } from '../schedule/triggers'
import { type RecipesFor, recipe } from '../trigger'
import type { occurrenceEvents } from './model'
import { occurrenceRecord } from './record'
import { occurrenceRoutes } from './routes'

const operation = 'POST /schedules'

export const occurrence = resource({
  record: {
    object: 'occurrence',
    prefix: 'occu',
    shape: () => occurrenceRecord,
    rows: (world) => world.occurrences,
    reader: { name: 'occurrences' },
  },
  routes: occurrenceRoutes,
  jobs: { 'occurrence.run': (world, id) => runDueOccurrence(world, id) },
  triggers: (): RecipesFor<typeof occurrenceEvents> => ({
    'schedule.occurrence.scheduled': recipe('A schedule is made', operation, makeSchedule),
    'schedule.occurrence.successful': recipe('The day of a schedule comes', operation, (context, given) => {
      runSchedule(context.world, makeSchedule(context, given))
    }),
    'schedule.occurrence.failed': recipe(
      'Its day comes and the card is empty',
      operation,
      (context, given) => {
        runSchedule(context.world, makeSchedule(context, given, { number: '4111111111140011' }))
      },
    ),
  }),
})
