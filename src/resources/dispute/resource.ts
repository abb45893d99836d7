import { resource } from '../resource'
import { lapseDispute } from './levers'
import { disputeRoutes } from './routes'
import { disputeRules } from './rows'
import { disputeSearch } from './search'
import { disputeShape } from './serialize'
import { disputeTriggers } from './triggers'

export const dispute = resource({
  record: {
    prefix: 'dspt',
    shape: disputeShape,
    rows: (world) => world.disputes,
    reader: { name: 'disputes' },
    rules: disputeRules,
  },
  routes: disputeRoutes,
  scopes: [disputeSearch],
  jobs: { 'dispute.lapse': lapseDispute },
  triggers: disputeTriggers,
})
