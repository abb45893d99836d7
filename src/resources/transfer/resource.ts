import { resource } from '../resource'
import { transferRoutes } from './routes'
import { transferSearch } from './search'
import { transferShape } from './serialize'
import { transferTriggers } from './triggers'

export const transfer = resource({
  record: {
    prefix: 'trsf',
    shape: transferShape,
    rows: (world) => world.transfers,
    reader: { name: 'transfers' },
  },
  routes: transferRoutes,
  scopes: [transferSearch],
  triggers: transferTriggers,
})
