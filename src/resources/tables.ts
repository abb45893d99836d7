import { faultCounts, requestFaults } from '../faults/request-fault'
import { webhookFaults } from '../faults/webhook-fault'
import { accountSettings } from './account/model'
import { aliases } from './alias/model'
import { cards } from './card/model'
import { charges } from './charge/model'
import { customers } from './customer/model'
import { disputes } from './dispute/model'
import { documents, files } from './document/model'
import { searchExports } from './export/model'
import { idempotencyKeys } from './idempotency-key/model'
import { links } from './link/model'
import { occurrences } from './occurrence/model'
import { rateWindows } from './rate-window/model'
import { recipients } from './recipient/model'
import { refunds } from './refund/model'
import { schedules } from './schedule/model'
import { sources } from './source/model'
import { tokens } from './token/model'
import { bookings, transactions } from './transaction/model'
import { transfers } from './transfer/model'
import { webhookSecrets } from './webhook-secret/model'

/** What a world keeps: each table becomes a collection of its name, such as `world.links`. */
export const tables = {
  aliases,
  bookings,
  cards,
  charges,
  customers,
  disputes,
  documents,
  exports: searchExports,
  faultCounts,
  files,
  idempotencyKeys,
  links,
  occurrences,
  rateWindows,
  recipients,
  refunds,
  requestFaults,
  schedules,
  settings: accountSettings,
  sources,
  tokens,
  transactions,
  transfers,
  webhookFaults,
  webhookSecrets,
}
