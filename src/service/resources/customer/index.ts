import { resource } from '../resource'
import { customerRecord } from './record'
import { customerRoutes } from './routes'
import { customerSearch } from './search'
import { customerTriggers } from './triggers'

export const customer = resource({
  record: {
    object: 'customer',
    prefix: 'cust',
    shape: () => customerRecord,
    rows: (world) => world.customers,
    reader: { name: 'customers' },
  },
  routes: customerRoutes,
  scopes: () => [customerSearch],
  triggers: () => customerTriggers,
})
