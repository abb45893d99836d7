import { resource } from '../resource'
import { lapseCharge } from './levers'
import { chargeRecord } from './record'
import { chargeRoutes } from './routes'
import { chargeSearch } from './search'
import { chargeTriggers } from './triggers'

export const charge = resource({
  record: {
    object: 'charge',
    prefix: 'chrg',
    shape: () => chargeRecord,
    rows: (world) => world.charges,
    reader: { name: 'charges' },
  },
  routes: chargeRoutes,
  scopes: () => [chargeSearch],
  jobs: { 'charge.lapse': (world, id) => lapseCharge(world, id) },
  triggers: () => chargeTriggers,
})
