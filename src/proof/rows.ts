/** The forms of all other rows, and the table of all. */
import * as z from 'zod'
import type { KeyRow } from '../accounts'
import type { Row } from '../kernel/collection'
import { once } from '../kernel/json'
import { ordinals, periods, weekdays } from '../kernel/recurrence'
import { type AccountRow, countries, exportKinds, type SettingsRow } from '../resources/account/model'
import type { AliasRow } from '../resources/alias/model'
import { accountTypes } from '../resources/bank-account/model'
import { type EventRow, eventKeys } from '../resources/event/model'
import { type ExportRow, exportFilterTypes } from '../resources/export/model'
import { occurrenceMachine } from '../resources/occurrence/machine'
import type { OccurrenceRow } from '../resources/occurrence/model'
import { recipientMachine } from '../resources/recipient/machine'
import { type RecipientRow, recipientTypes } from '../resources/recipient/model'
import { scopes } from '../resources/registry'
import { scheduleMachine } from '../resources/schedule/machine'
import type { ScheduleRow } from '../resources/schedule/model'
import { transferMachine } from '../resources/transfer/machine'
import type { TransferRow } from '../resources/transfer/model'
import { versions } from '../versions/history'
import * as answers from './answer-rows'
import * as payments from './payment-rows'
import {
  currency,
  flag,
  id,
  json,
  oneOf,
  row,
  stateOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  url,
  urls,
  whole,
} from './values'

const account = (): z.ZodType<AccountRow> =>
  z.strictObject({
    id: text.regex(/^acct_[0-9a-z]+$/),
    createdAt: time,
    email: text,
    country: oneOf(countries),
    currency,
    locked: flag,
    require3ds: flag,
  })

const key = (): z.ZodType<KeyRow> =>
  z.strictObject({
    id: text.min(1),
    createdAt: time,
    account: text,
    kind: oneOf(['public', 'secret']),
    livemode: flag,
    state: oneOf(['active', 'revoked', 'expired', 'read_only']),
  })

const settings = (): z.ZodType<SettingsRow> =>
  z.strictObject({
    id: text,
    createdAt: time,
    apiVersion: oneOf(versions),
    autoActivateRecipients: flag,
    chainEnabled: flag,
    chainReturnUri: url.nullable(),
    webhookUri: url.nullable(),
    webhookEndpoints: urls,
    zeroInterestInstallments: flag,
    metadataExportKeys: z.record(oneOf(exportKinds), z.array(text)),
  })

const alias = (): z.ZodType<AliasRow> =>
  z.strictObject({ id: text.min(1), createdAt: time, object: text, record: text })

const bankAccount = z.strictObject({
  bankCode: text,
  branchCode: textOrNull,
  number: text.regex(/^\d{4,20}$/, 'must be 4 to 20 digits'),
  name: text,
  type: oneOf(accountTypes).nullable(),
  createdAt: time,
})

const recipient = (): z.ZodType<RecipientRow> =>
  z.strictObject({
    ...row('recp'),
    state: stateOf(recipientMachine),
    name: text,
    email: textOrNull,
    description: textOrNull,
    type: oneOf(recipientTypes),
    taxId: textOrNull,
    bankAccount,
    metadata: json,
    failureCode: textOrNull,
    isDefault: flag,
    verifiedAt: timeOrNull,
    activatedAt: timeOrNull,
  })

const transfer = (): z.ZodType<TransferRow> =>
  z.strictObject({
    ...row('trsf'),
    state: stateOf(transferMachine),
    amount: whole,
    currency,
    fee: whole,
    feeVat: whole,
    recipient: id('recp'),
    bankAccount,
    failFast: flag,
    awaitsRecipient: flag,
    metadata: json,
    schedule: id('schd').nullable(),
    transactions: z.array(id('trxn')),
    failureCode: textOrNull,
    failureMessage: textOrNull,
    sentAt: timeOrNull,
    paidAt: timeOrNull,
  })

const percentage = z.number().gt(0, 'must be above 0').max(100, 'must be 100 at most')

const schedule = (): z.ZodType<ScheduleRow> =>
  z.strictObject({
    ...row('schd'),
    state: oneOf(scheduleMachine.states),
    every: z.int().min(1, 'must be 1 or more'),
    period: oneOf(periods),
    on: z.strictObject({
      weekdays: z.array(oneOf(weekdays)),
      daysOfMonth: z.array(z.int().min(-31).max(31)),
      weekdayOfMonth: z.strictObject({ ordinal: oneOf(ordinals), weekday: oneOf(weekdays) }).nullable(),
    }),
    startOn: time,
    endOn: timeOrNull,
    nextOn: timeOrNull,
    endedAt: timeOrNull,
    charge: z
      .strictObject({
        id: id('rchg'),
        amount: whole,
        currency,
        customer: id('cust'),
        card: id('card').nullable(),
        description: textOrNull,
        metadata: json,
      })
      .nullable(),
    transfer: z
      .strictObject({
        id: id('rtrf'),
        recipient: id('recp'),
        currency,
        amount: whole.nullable(),
        percentageOfBalance: percentage.nullable(),
      })
      .nullable(),
  })

const occurrence = (): z.ZodType<OccurrenceRow> =>
  z.strictObject({
    ...row('occu'),
    state: oneOf(occurrenceMachine.states),
    schedule: id('schd'),
    scheduledOn: time,
    retryOn: timeOrNull,
    processedAt: timeOrNull,
    tries: whole,
    message: textOrNull,
    result: text.regex(/^(?:chrg|trsf)_/).nullable(),
    transferAmount: whole,
  })

const searchExport = (): z.ZodType<ExportRow> =>
  z.strictObject({
    ...row('expt'),
    scope: oneOf(scopes.map(({ name }) => name)),
    filterType: oneOf(exportFilterTypes),
    records: z.array(text),
    downloadToken: text,
  })

const event = (): z.ZodType<EventRow> =>
  z.strictObject({
    ...row('evnt'),
    key: oneOf(eventKeys),
    subject: z.strictObject({
      object: text,
      row: z.looseObject({ id: text, createdAt: time }),
      related: z.unknown(),
    }),
    apiVersion: oneOf(versions),
    charge: id('chrg').nullable(),
  })

/** By the names of the collections: those of all worlds, and those of each. */
export const forms = once(
  (): Readonly<Record<string, z.ZodType<Row>>> => ({
    accounts: account(),
    keys: key(),
    aliases: alias(),
    bookings: payments.booking(),
    cards: payments.card(),
    charges: payments.charge(),
    customers: payments.customer(),
    dispatches: answers.dispatch(),
    disputes: payments.dispute(),
    documents: payments.document(),
    events: event(),
    exports: searchExport(),
    faultCounts: answers.faultCount(),
    files: payments.file(),
    idempotencyKeys: answers.idempotencyKey(),
    links: payments.link(),
    occurrences: occurrence(),
    rateWindows: answers.rateWindow(),
    recipients: recipient(),
    refunds: payments.refund(),
    requestFaults: answers.requestFault(),
    schedules: schedule(),
    settings: settings(),
    sources: payments.source(),
    tokens: payments.token(),
    transactions: payments.transaction(),
    transfers: transfer(),
    webhookDeliveries: answers.delivery(),
    webhookFaults: answers.webhookFault(),
    webhookSecrets: answers.secret(),
  }),
)
