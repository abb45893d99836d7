import { resource } from '../resource'
import { runDueOccurrence } from '../schedule/levers'
import { occurrenceRoutes } from './routes'
import { occurrenceRules } from './rows'
import { occurrenceShape } from './serialize'
import { occurrenceTriggers } from './triggers'

export const occurrence = resource({
  record: {
    object: 'occurrence',
    prefix: 'occu',
    shape: () => occurrenceShape,
    rows: (world) => world.occurrences,
    reader: { name: 'occurrences' },
    rules: () => occurrenceRules,
  },
  routes: occurrenceRoutes,
  jobs: { 'occurrence.run': (world, id) => runDueOccurrence(world, id) },
  triggers: () => occurrenceTriggers,
})
