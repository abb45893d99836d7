import { peekRecipient } from '../recipient/operations'
import { resource } from '../resource'
import { scheduleRecord } from './record'
import { scheduleRoutes } from './routes'
import { chargeScheduleSearch, transferScheduleSearch } from './search'
import { scheduleTriggers } from './triggers'

export const schedule = resource({
  record: {
    object: 'schedule',
    prefix: 'schd',
    shape: () => scheduleRecord,
    rows: (world) => world.schedules,
    reader: { name: 'schedules' },
  },
  routes: scheduleRoutes,
  scopes: () => [chargeScheduleSearch, transferScheduleSearch(peekRecipient)],
  triggers: () => scheduleTriggers,
})
