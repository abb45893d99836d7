import { resource } from '../resource'
import { refundRoutes } from './routes'
import { refundSearch } from './search'
import { refundShape } from './serialize'
import { refundTriggers } from './triggers'

export const refund = resource({
  record: { prefix: 'rfnd', shape: refundShape, rows: (world) => world.refunds, reader: { name: 'refunds' } },
  routes: refundRoutes,
  scopes: [refundSearch],
  triggers: refundTriggers,
})
