import { resource } from '../resource'
import { lapseCharge } from './levers'
import { chargeRoutes } from './routes'
import { chargeSearch } from './search'
import { chargeShape } from './serialize'
import { chargeTriggers } from './triggers'

export const charge = resource({
  record: { prefix: 'chrg', shape: chargeShape, rows: (world) => world.charges, reader: { name: 'charges' } },
  routes: chargeRoutes,
  scopes: [chargeSearch],
  jobs: { 'charge.lapse': lapseCharge },
  triggers: chargeTriggers,
})
