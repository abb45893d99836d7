/** What the app is given with each request, with one empty account: for tests that mount routes of their own. */

import { UndoLog } from '../../src/kernel/commit'
import { Ids } from '../../src/kernel/ids'
import { Lifetime } from '../../src/kernel/lifetime'
import { Timeline } from '../../src/kernel/timeline'
import { profileOf } from '../../src/options/profiles'
import { Accounts } from '../../src/service/accounts'
import type { Backend } from '../../src/service/http/backend'

const now = 1000

export const makeBackend = ({ audit = false } = {}): Backend => {
  const undo = new UndoLog()
  const timeline = new Timeline(() => now, undo)
  const accounts = new Accounts({
    timeline,
    ids: new Ids('backend'),
    undo,
    require3ds: false,
  })
  undo.run(() => void accounts.create({}))
  return {
    accounts,
    settings: {
      baseUrl: 'http://api.test',
      givenUrls: { baseUrl: undefined, vaultUrl: undefined },
      vaultUrl: 'http://vault.test',
      headerPrefix: 'Service',
      versionHeader: 'service-version',
      profileName: 'spec',
      profile: profileOf('spec'),
      profileForm: null,
      rateLimit: null,
      audit,
    },
    jobs: { catchUp: () => {} },
    timeline,
    lifetime: new Lifetime(),
    webhookQueues: { sendEarly: () => null },
    newRequestId: () => 'request',
    warnedOf: new Set(),
    processDate: () => now,
    log: null,
    tally: { answered: () => undefined },
    journal: null,
    control: { answer: async () => new Response(null) },
  }
}
