import { resource } from '../resource'
import { secretRows } from './operations'
import { anySecretRecord, webhookSecretRecord } from './record'
import { webhookSecretRoutes } from './routes'

export const webhookSecret = resource({
  record: {
    object: 'webhook_secret',
    prefix: 'whsec',
    shape: () => anySecretRecord,
    rows: (world) => world.webhookSecrets,
    reader: {
      name: 'webhookSecrets',
      rows: (world) => secretRows(world),
      render: (row, scene) => webhookSecretRecord.render(row, null, scene),
    },
  },
  routes: webhookSecretRoutes,
})
