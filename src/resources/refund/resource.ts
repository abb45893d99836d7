import { resource } from '../resource'
import { refundRecord } from './record'
import { refundRoutes } from './routes'
import { refundSearch } from './search'
import { refundTriggers } from './triggers'

export const refund = resource({
  record: {
    object: 'refund',
    prefix: 'rfnd',
    shape: () => refundRecord,
    rows: (world) => world.refunds,
    reader: { name: 'refunds' },
  },
  routes: refundRoutes,
  scopes: () => [refundSearch],
  triggers: () => refundTriggers,
})
