import { resource } from '../resource'
import { allRecipients, peekRecipient } from './operations'
import { recipientRoutes } from './routes'
import { recipientSearch } from './search'
import { recipientShape } from './serialize'
import { recipientTriggers } from './triggers'

export const recipient = resource({
  record: {
    prefix: 'recp',
    shape: recipientShape,
    rows: (world) => ({ get: (id) => peekRecipient(world, id) }),
  },
  routes: recipientRoutes,
  scopes: [recipientSearch(allRecipients, peekRecipient)],
  triggers: recipientTriggers,
})
