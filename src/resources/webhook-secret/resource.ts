import { resource } from '../resource'
import { webhookSecretRoutes } from './routes'
import { webhookSecretShape } from './serialize'

export const webhookSecret = resource({
  record: { prefix: 'whsec', shape: webhookSecretShape, rows: (world) => world.webhookSecrets },
  routes: webhookSecretRoutes,
})
