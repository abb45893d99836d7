import { resource } from '../resource'
import { transferRecord } from './record'
import { transferRoutes } from './routes'
import { transferSearch } from './search'
import { transferTriggers } from './triggers'

export const transfer = resource({
  record: {
    object: 'transfer',
    prefix: 'trsf',
    shape: () => transferRecord,
    rows: (world) => world.transfers,
    reader: { name: 'transfers' },
  },
  routes: transferRoutes,
  scopes: () => [transferSearch],
  triggers: () => transferTriggers,
})
