import type { Declaration } from '../../kernel/collection'
import type { AnyMachine } from '../../kernel/machine'
import { accountSettings } from './account/model'
import { aliases } from './alias/model'
import { cards } from './card/model'
import { chargeEvents, charges } from './charge/model'
import { customerEvents, customers } from './customer/model'
import { disputeEvents, disputes } from './dispute/model'
import { documents, files } from './document/model'
import { searchExports } from './export/model'
import { idempotencyKeys } from './idempotency-key/model'
import { linkEvents, links } from './link/model'
import { occurrenceEvents, occurrences } from './occurrence/model'
import { rateWindows } from './rate-window/model'
import { recipientEvents, recipients } from './recipient/model'
import { refundEvents, refunds } from './refund/model'
import { scheduleEvents, schedules } from './schedule/model'
import { sourceEvents, sources } from './source/model'
import { tokens } from './token/model'
import { bookings, transactions } from './transaction/model'
import { transferEvents, transfers } from './transfer/model'
import { webhookDeliveryEvents } from './webhook-delivery/events'
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
  files,
  idempotencyKeys,
  links,
  occurrences,
  rateWindows,
  recipients,
  refunds,
  schedules,
  settings: accountSettings,
  sources,
  tokens,
  transactions,
  transfers,
  webhookSecrets,
}

/** The machines of the tables that have one, by collection. */
export const machines: { readonly [collection: string]: AnyMachine } = Object.fromEntries(
  Object.entries<Declaration<never, string>>(tables).flatMap(([name, { machine }]) =>
    machine === undefined ? [] : [[name, machine]],
  ),
)

/** Every kind of event (spec 6), with the object that it carries. */
export const eventObjects = {
  ...chargeEvents,
  ...refundEvents,
  ...customerEvents,
  ...transferEvents,
  ...disputeEvents,
  ...sourceEvents,
  ...linkEvents,
  ...recipientEvents,
  ...scheduleEvents,
  ...occurrenceEvents,
  ...webhookDeliveryEvents,
}
