import { resource } from '../resource'
import { transferRecord } from './record'
import { transferRoutes } from './routes'
import { transferRules } from './rows'
import { transferSearch } from './search'
import { transferTriggers } from './triggers'

export const transfer = resource({
  record: {
    object: 'transfer',
    prefix: 'trsf',
    shape: () => transferRecord,
    rows: (world) => world.transfers,
    reader: { name: 'transfers' },
    rules: () => transferRules,
  },
  routes: transferRoutes,
  scopes: () => [transferSearch],
  triggers: () => transferTriggers,
})
