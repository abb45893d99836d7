import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { listsWaiting } from '../../versions/history'
import { listSchema } from '../list'
import { resource } from '../resource'
import { makeSchedule } from '../schedule'
import { findSchedule, runDueOccurrence, runSchedule } from '../schedule/operations'
import { type RecipesFor, recipe } from '../trigger'
import type { occurrenceEvents } from './model'
import { findOccurrence } from './operations'
import { occurrenceRecord } from './record'

const occurrenceRoutes = [
  route({
    method: 'get',
    path: '/occurrences/:id',
    summary: 'Retrieve an occurrence of a schedule',
    spec: 'wire',
    input: readInput,
    returns: () => occurrenceRecord.schema(),
    errors: ['not_found'],
    run: ({ world, id }) => one('occurrence', findOccurrence(world, id)),
  }),
  route({
    method: 'get',
    path: '/schedules/:id/occurrences',
    summary: 'List the occurrences of a schedule',
    spec: 'wire',
    input: listInput,
    returns: () => listSchema(occurrenceRecord.schema()),
    errors: ['not_found'],
    run: ({ world, id, version }) =>
      list(
        'occurrence',
        world.occurrences.by(listsWaiting(version) ? 'schedule' : 'processed', findSchedule(world, id).id),
      ),
  }),
]

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
