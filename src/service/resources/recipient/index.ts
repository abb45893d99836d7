import { resource } from '../resource'
import { allRecipients, peekRecipient, recipientRows } from './operations'
import { recipientRecord } from './record'
import { recipientRoutes } from './routes'
import { recipientSearch } from './search'
import { recipientTriggers } from './triggers'

export const recipient = resource({
  record: {
    object: 'recipient',
    prefix: 'recp',
    shape: () => recipientRecord,
    rows: (world) => recipientRows(world),
    reader: { name: 'recipients' },
  },
  routes: recipientRoutes,
  scopes: () => [recipientSearch(allRecipients, peekRecipient)],
  triggers: () => recipientTriggers,
})
