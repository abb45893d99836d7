import { routesOf } from '../../http/route'
import { listsWaiting } from '../../versions/history'
import { recipe, resource, type Triggers } from '../resource'
import { makeSchedule } from '../schedule'
import { findSchedule, isDueAt, runDueOccurrence, runSchedule } from '../schedule/operations'
import { findOccurrence } from './operations'
import { occurrenceRecord } from './record'

const occurrences = routesOf(occurrenceRecord)

const occurrenceRoutes = [
  occurrences.get('/occurrences/:id', 'wire', 'Retrieve an occurrence of a schedule', ({ world, id }) =>
    findOccurrence(world, id),
  ),
  occurrences.list(
    '/schedules/:id/occurrences',
    'wire',
    'List the occurrences of a schedule',
    ({ world, id, version }) => {
      const isWhole = listsWaiting(version) && world.profile.occurrences === 'all'
      return world.occurrences.by(isWhole ? 'schedule' : 'processed', findSchedule(world, id).id)
    },
  ),
]

const operation = 'POST /schedules'

export const occurrence = resource({
  record: { shape: occurrenceRecord, rows: (world) => world.occurrences, reader: { name: 'occurrences' } },
  routes: occurrenceRoutes,
  jobs: {
    'occurrence.run': {
      applies: (world, id, at) => isDueAt(world, id, at),
      run: (world, id) => runDueOccurrence(world, id),
    },
  },
  triggers: {
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
  } satisfies Triggers,
})
