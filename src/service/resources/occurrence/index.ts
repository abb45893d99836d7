import { resource } from '../resource'
import { runDueOccurrence } from '../schedule/levers'
import { occurrenceRecord } from './record'
import { occurrenceRoutes } from './routes'
import { occurrenceTriggers } from './triggers'

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
  triggers: () => occurrenceTriggers,
})
