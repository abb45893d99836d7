// Section 9 leaves the differences between versions open; these are the recorded ones (assumption `older-versions`).
// A version differs from a newer one by names and by types. A field that was only added is shown in every version.
import { expect } from 'vitest'
import { currentVersion, type Version } from '../../src/service/versions/history'

/** The versions before 2019-05-29, which brought the names of today. */
const older = ['2017-11-02', '2015-11-17', '2014-07-27'] as const satisfies readonly Version[]
type Older = (typeof older)[number]
export const versionsWithOldNames: readonly Version[] = older

/** Names of fields in 2019-05-29, and what the older versions call them. `*` is every object. */
export const renamedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '*': { created_at: 'created' },
  balance: { transferable: 'available', reserve: 'reserve_amount' },
  charge: { refunded_amount: 'refunded' },
  dispute: { transactions: 'transaction' },
  forex: { base: 'from', quote: 'to' },
  occurrence: { scheduled_on: 'schedule_date', retry_on: 'retry_date' },
  receipt: { issued_on: 'date' },
  schedule: {
    start_on: 'start_date',
    end_on: 'end_date',
    next_occurrences_on: 'next_occurrence_dates',
  },
  source: { installment_term: 'installment_terms' },
  transaction: { direction: 'type', origin: 'source', transferable_at: 'transferable' },
  transfer: { transactions: 'transaction' },
}

/** Fields, by their older names, that hold something else in older versions than in the newest, or are not there. */
export const retypedFields: Readonly<Record<string, readonly string[]>> = {
  account: ['id'],
  bank_account: ['brand', 'branch_code'],
  card: ['location'],
  dispute: ['transaction'],
  receipt: ['date'],
  schedule: ['status', 'occurrences'],
  scheduled_charge: ['card'],
  transaction: ['transferable'],
  transfer: ['transaction', 'fee'],
}

/** Kinds of records that came with 2015-11-17. */
export const unknownIn2014 = ['capability', 'forex', 'link', 'occurrence', 'receipt', 'schedule'] as const

/** Kinds of records whose own operations came with 2017-11-02; others show them in every version. */
export const withoutOperationsIn2015 = ['source'] as const

export interface VersionForm {
  readonly of: string
  readonly version: Older
  readonly has: object
  readonly lacks: readonly string[]
}

const rows = (of: string, has: object, { in: versions = older as readonly Older[], lacks = '' } = {}) =>
  versions.map((version): VersionForm => ({ of, version, has, lacks: lacks === '' ? [] : lacks.split(' ') }))

const time = expect.stringMatching(/^2026-01-15T09:00:0/)
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_test_`))
const since2015 = ['2017-11-02', '2015-11-17'] as const
const until2015 = ['2015-11-17', '2014-07-27'] as const

/** What the answers of older versions hold where a name or a type differs. */
export const versionForms: readonly VersionForm[] = [
  ...rows('account', { id: 'acct_sandbox', api_version: currentVersion, created: time }),
  ...rows('balance', { available: expect.any(Number), reserve_amount: 0, on_hold: 0, created: time }),
  ...rows(
    'capability',
    { payment_backends: expect.arrayContaining([{ card: expect.objectContaining({ type: 'card' }) }]) },
    { in: since2015 },
  ),
  ...rows('card', { location: expect.stringMatching(/^\/customers\//), first_digits: null, deleted: false }),
  ...rows('charge', {
    refunded: 1_000,
    reference: null,
    source_of_fund: 'card',
    captured: true,
    net: expect.any(Number),
  }),
  ...rows('charge by instalments', {
    source: { object: 'source', type: 'installment_bay', installment_terms: 4, charge_status: 'pending' },
    source_of_fund: 'offsite',
    reference: id('paym'),
  }),
  ...rows(
    'charge by instalments',
    { offsite: 'installment_bay', offline: null, installment_terms: 4 },
    { in: until2015 },
  ),
  ...rows('charge by instalments', {}, { in: ['2017-11-02'], lacks: 'offsite offline installment_terms' }),
  ...rows(
    'charge by code',
    { offsite: null, offline: 'promptpay', installment_terms: null },
    { in: until2015 },
  ),
  ...rows('charge', { offsite: null, offline: null, installment_terms: null }, { in: until2015 }),
  ...rows('charge in dispute', { dispute: { object: 'dispute', transaction: id('trxn'), created: time } }),
  ...rows('charges', {
    order: 'reverse_chronological',
    data: expect.arrayContaining([expect.objectContaining({ created: time })]),
  }),
  ...rows('customer', {
    metadata: { object: 'charge', created_at: 'never' },
    cards: { order: 'chronological', data: [{ object: 'card', created: time }] },
  }),
  ...rows('dispute', { transaction: id('trxn'), admin_message: null, documents: { order: 'chronological' } }),
  // In the version that the account had when it happened.
  ...rows('event', { webhook_deliveries: [], created_at: time, data: { created_at: time } }),
  ...rows('forex', { from: 'usd', to: 'thb', rate: 32.5438629959 }, { in: since2015 }),
  ...rows(
    'occurrence',
    { schedule_date: '2026-01-16', retry_date: null, transfer_amount: 0 },
    { in: since2015 },
  ),
  ...rows('recipient', { bank_account: { brand: 'test', bank_code: 'test', created: time }, default: true }),
  ...rows(
    'schedule',
    {
      start_date: '2026-01-15',
      end_date: '2026-02-15',
      next_occurrence_dates: expect.arrayContaining(['2026-01-16']),
      status: 'active',
      state: 'Active',
      charge: { amount: 10_000, card: null, default_card: true },
    },
    { in: since2015 },
  ),
  ...rows('token', { used: false, charge_status: 'unknown' }),
  ...rows('transaction', { type: 'credit', source: id('chrg'), key: 'charge.captured.net', livemode: false }),
  ...rows('transaction', { transferable: time }, { in: ['2017-11-02'] }),
  ...rows('transaction', { transferable: true }, { in: until2015 }),
  ...rows('transaction, expanded', { source: { object: 'charge', created: time, refunded: 1_000 } }),
  ...rows('transfer', { transaction: id('trxn'), fee: 3_000, fee_vat: 196, total_fee: 3_000, net: 2_000 }),
  ...rows('unsent transfer', { transaction: null, sent: false }),
]
