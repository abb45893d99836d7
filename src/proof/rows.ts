/** The schemas of the rows about the service itself, and the table of all schemas. */
import * as z from 'zod/mini'
import type { Row } from '../kernel/collection'
import { once } from '../kernel/json'
import type { KeyRow } from '../resources/account/model'
import { type AccountRow, countries, exportKinds, type SettingsRow } from '../resources/account/model'
import type { AliasRow } from '../resources/alias/model'
import type { FileRow } from '../resources/document/model'
import { type EventRow, eventKeys } from '../resources/event/model'
import { type ExportRow, exportFilterTypes } from '../resources/export/model'
import { rulesByObject, scopes } from '../resources/registry'
import { currency, flag, id, oneOf, row, text, time, url, urls } from '../resources/row-form'
import { type BookingRow, bookingKeys } from '../resources/transaction/model'
import { entry } from '../resources/transaction/rows'
import { versions } from '../versions/history'
import * as answers from './answer-rows'

const account = (): z.core.$ZodType<AccountRow> =>
  z.strictObject({
    id: text.check(z.regex(/^acct_[0-9a-z]+$/)),
    createdAt: time,
    email: text,
    country: oneOf(countries),
    currency,
    locked: flag,
    require3ds: flag,
  })

const key = (): z.core.$ZodType<KeyRow> =>
  z.strictObject({
    id: text.check(z.minLength(1)),
    createdAt: time,
    account: text,
    kind: oneOf(['public', 'secret']),
    livemode: flag,
    state: oneOf(['active', 'revoked', 'expired', 'read_only']),
  })

const settings = (): z.core.$ZodType<SettingsRow> =>
  z.strictObject({
    id: text,
    createdAt: time,
    apiVersion: oneOf(versions),
    autoActivateRecipients: flag,
    chainEnabled: flag,
    chainReturnUri: z.nullable(url),
    webhookUri: z.nullable(url),
    webhookEndpoints: urls,
    zeroInterestInstallments: flag,
    metadataExportKeys: z.record(oneOf(exportKinds), z.array(text)),
  })

const alias = (): z.core.$ZodType<AliasRow> =>
  z.strictObject({ id: text.check(z.minLength(1)), createdAt: time, object: text, record: text })

const searchExport = (): z.core.$ZodType<ExportRow> =>
  z.strictObject({
    ...row('expt'),
    scope: oneOf(scopes().map(({ name }) => name)),
    filterType: oneOf(exportFilterTypes),
    records: z.array(text),
    downloadToken: text,
  })

const event = (): z.core.$ZodType<EventRow> =>
  z.strictObject({
    ...row('evnt'),
    key: oneOf(eventKeys),
    subject: z.strictObject({
      object: text,
      row: z.looseObject({ id: text, createdAt: time }),
      related: z.unknown(),
    }),
    apiVersion: oneOf(versions),
    charge: z.nullable(id('chrg')),
  })

const file = (): z.core.$ZodType<FileRow> =>
  z.strictObject({
    ...row('file'),
    base64: text.check(
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'),
      z.refine((value) => value.length % 4 === 0, 'must be base64'),
    ),
  })

const booking = (): z.core.$ZodType<BookingRow> =>
  z.strictObject({
    ...row('bkng'),
    ...entry,
    key: oneOf(bookingKeys),
  })

const rulesByTable = new Map([...rulesByObject().values()].map((rules) => [rules.table, rules]))

/** By collection: first those that all worlds share, then those of each world. */
export const forms = once(
  (): Readonly<Record<string, z.core.$ZodType<Row>>> => ({
    accounts: account(),
    keys: key(),
    aliases: alias(),
    bookings: booking(),
    dispatches: answers.dispatch(),
    events: event(),
    exports: searchExport(),
    faultCounts: answers.faultCount(),
    files: file(),
    idempotencyKeys: answers.idempotencyKey(),
    rateWindows: answers.rateWindow(),
    requestFaults: answers.requestFault(),
    settings: settings(),
    webhookDeliveries: answers.delivery(),
    webhookFaults: answers.webhookFault(),
    webhookSecrets: answers.secret(),
    ...Object.fromEntries([...rulesByTable].map(([table, { form }]) => [table, form()])),
  }),
)
