import { resource } from '../resource'
import { secretRows } from './operations'
import { webhookSecretRoutes } from './routes'
import { renderWithSecret, webhookSecretShape } from './serialize'

export const webhookSecret = resource({
  record: {
    prefix: 'whsec',
    shape: webhookSecretShape,
    rows: (world) => world.webhookSecrets,
    reader: { name: 'webhookSecrets', rows: secretRows, render: renderWithSecret },
  },
  routes: webhookSecretRoutes,
})
