import { resource } from '../resource'
import { customerRoutes } from './routes'
import { customerRules } from './rows'
import { customerSearch } from './search'
import { customerShape } from './serialize'
import { customerTriggers } from './triggers'

export const customer = resource({
  record: {
    object: 'customer',
    prefix: 'cust',
    shape: () => customerShape,
    rows: (world) => world.customers,
    reader: { name: 'customers' },
    rules: () => customerRules,
  },
  routes: customerRoutes,
  scopes: () => [customerSearch],
  triggers: () => customerTriggers,
})
