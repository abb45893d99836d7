import { resource } from '../resource'
import { allRecipients, peekRecipient, recipientRows } from './operations'
import { recipientRoutes } from './routes'
import { recipientRules } from './rows'
import { recipientSearch } from './search'
import { recipientShape } from './serialize'
import { recipientTriggers } from './triggers'

export const recipient = resource({
  record: {
    object: 'recipient',
    prefix: 'recp',
    shape: () => recipientShape,
    rows: (world) => recipientRows(world),
    reader: { name: 'recipients' },
    rules: () => recipientRules,
  },
  routes: recipientRoutes,
  scopes: () => [recipientSearch(allRecipients, peekRecipient)],
  triggers: () => recipientTriggers,
})
