import { resource } from '../resource'
import { lapseDispute } from './levers'
import { disputeRecord } from './record'
import { disputeRoutes } from './routes'
import { disputeSearch } from './search'
import { disputeTriggers } from './triggers'

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
  triggers: () => disputeTriggers,
})
