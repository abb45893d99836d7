import { resource } from '../resource'
import { secretRows } from './operations'
import { webhookSecretRoutes } from './routes'
import { renderWithSecret, webhookSecretShape } from './serialize'

export const webhookSecret = resource({
  record: {
    object: 'webhook_secret',
    prefix: 'whsec',
    shape: () => webhookSecretShape,
    rows: (world) => world.webhookSecrets,
    reader: {
      name: 'webhookSecrets',
      rows: (world) => secretRows(world),
      render: (row, scene) => renderWithSecret(row, scene),
    },
  },
  routes: webhookSecretRoutes,
})
