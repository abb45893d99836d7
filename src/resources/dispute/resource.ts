import { resource } from '../resource'
import { lapseDispute } from './levers'
import { disputeRoutes } from './routes'
import { disputeRules } from './rows'
import { disputeSearch } from './search'
import { disputeShape } from './serialize'
import { disputeTriggers } from './triggers'

export const dispute = resource({
  record: {
    object: 'dispute',
    prefix: 'dspt',
    shape: () => disputeShape,
    rows: (world) => world.disputes,
    reader: { name: 'disputes' },
    rules: () => disputeRules,
  },
  routes: disputeRoutes,
  scopes: () => [disputeSearch],
  jobs: { 'dispute.lapse': (world, id) => lapseDispute(world, id) },
  triggers: () => disputeTriggers,
})
