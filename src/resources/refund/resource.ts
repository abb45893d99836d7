import { resource } from '../resource'
import { refundRoutes } from './routes'
import { refundRules } from './rows'
import { refundSearch } from './search'
import { refundShape } from './serialize'
import { refundTriggers } from './triggers'

export const refund = resource({
  record: {
    object: 'refund',
    prefix: 'rfnd',
    shape: () => refundShape,
    rows: (world) => world.refunds,
    reader: { name: 'refunds' },
    rules: () => refundRules,
  },
  routes: refundRoutes,
  scopes: () => [refundSearch],
  triggers: () => refundTriggers,
})
