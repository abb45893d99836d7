import { collection, type Declaration, type Row } from '../../kernel/collection'
import type { AnyMachine } from '../../kernel/machine'
import { accountSettings } from './account/model'
import { cards } from './card/model'
import { charges } from './charge/model'
import { checkoutSessions } from './checkout-session/model'
import { customers } from './customer/model'
import { disputes } from './dispute/model'
import { documents, files } from './document/model'
import { searchExports } from './export/model'
import { links } from './link/model'
import { occurrences } from './occurrence/model'
import { recipients } from './recipient/model'
import { refunds } from './refund/model'
import { schedules } from './schedule/model'
import { sources } from './source/model'
import { tokens } from './token/model'
import { bookings, transactions } from './transaction/model'
import { transfers } from './transfer/model'
import { webhookSecrets } from './webhook-secret/model'

/** A name that a fixture gives to a record. Its id is the name; a later fixture may give it to another record. */
export interface AliasRow extends Row {
  /** The kind of the record: `customer`, `charge`. */
  readonly object: string
  /** Id of the record. */
  readonly record: string
}

const aliases = collection<AliasRow>({ name: 'aliases', by: {} })

/** The remembered answer to one Idempotency-Key (spec 4.1). Its id is method, path and key. */
export interface IdempotencyKeyRow extends Row {
  readonly status: number
  readonly body: string
  /** Hash of the parameters, to notice the same key with other parameters. */
  readonly fingerprint: number
}

const idempotencyKeys = collection<IdempotencyKeyRow>({ name: 'idempotencyKeys', by: {} })

/** Number of requests of a key in the present minute. Its id follows from the key. */
export interface RateWindow extends Row {
  /** Epoch milliseconds at which the minute began. */
  readonly from: number
  readonly used: number
}

const rateWindows = collection<RateWindow>({ name: 'rateWindows', by: {} })

/** What a world keeps: each table becomes a collection of its name, such as `world.links`. */
export const tables = {
  aliases,
  bookings,
  cards,
  charges,
  checkoutSessions,
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
