import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { listsWaiting } from '../../versions/history'
import { listSchema } from '../list'
import { findSchedule } from '../schedule/operations'
import { findOccurrence } from './operations'
import { occurrenceRecord } from './record'

export const occurrenceRoutes = [
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
