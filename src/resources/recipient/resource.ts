import { resource } from '../resource'
import { allRecipients, peekRecipient, recipientRows } from './operations'
import { recipientRoutes } from './routes'
import { recipientSearch } from './search'
import { recipientShape } from './serialize'
import { recipientTriggers } from './triggers'

export const recipient = resource({
  record: {
    prefix: 'recp',
    shape: recipientShape,
    rows: recipientRows,
    reader: { name: 'recipients' },
  },
  routes: recipientRoutes,
  scopes: [recipientSearch(allRecipients, peekRecipient)],
  triggers: recipientTriggers,
})
