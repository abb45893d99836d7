// Section 9 leaves the differences between versions open; these are the recorded ones (assumption `older-versions`),
// row by row: what an answer of a version has, and which fields of newer versions it lacks.
import { expect } from 'vitest'
import type { Version } from '../../src/resources/account/model'

export interface VersionForm {
  readonly area: string
  readonly of: string
  readonly version: Version
  readonly has: object
  /** Fields of the newer versions. */
  readonly lacks?: string
}

const rows = (
  area: string,
  of: string,
  about: Partial<Record<Version, readonly [has: object, lacks?: string]>>,
): VersionForm[] =>
  Object.entries(about).map(([version, [has, lacks]]) => ({
    area,
    of,
    version: version as Version,
    has,
    ...(lacks === undefined ? {} : { lacks }),
  }))

const any = expect.anything()
const time = expect.stringMatching(/^2026-01-15T09:00:0/)
const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_test_`))
const newFlags =
  'capturable disputable refundable reversible voided expired net fee fee_vat funding_amount platform_fee'
const oldFlags = { capture: true, authorized: true, reversed: false, paid: true }
const newTransfer = 'transactions fee_vat net total_fee sendable deleted schedule'
const nested = { object: 'list', offset: 0, limit: 20 }
const cardLater = 'deleted street1 street2 state phone_number first_digits tokenization_method created_at'

/** The table of wire-facts on version differences, row by row. */
export const versionForms: readonly VersionForm[] = [
  ...[
    'charge',
    'refund',
    'customer',
    'card',
    'token',
    'dispute',
    'transfer',
    'recipient',
    'transaction',
  ].flatMap((of) =>
    rows('creation time', of, {
      '2019-05-29': [{ created_at: time }, 'created'],
      '2017-11-02': [{ created: time }, 'created_at'],
      '2015-11-17': [{ created: time }, 'created_at'],
      '2014-07-27': [{ created: time }, 'created_at'],
    }),
  ),
  ...rows('creation time', 'event', {
    '2019-05-29': [{ created_at: time, webhook_deliveries: [], data: { created_at: time } }, 'created'],
    '2017-11-02': [{ created: time, data: { created_at: time } }, 'created_at webhook_deliveries'],
    '2015-11-17': [{ created: time }, 'created_at'],
  }),
  ...rows('currency case', 'charge', {
    '2017-11-02': [{ currency: 'thb' }],
    '2015-11-17': [{ currency: 'thb' }],
  }),
  ...rows('charge refunded total', 'charge', {
    '2019-05-29': [{ refunded_amount: 1_000 }],
    '2017-11-02': [{ refunded: 1_000 }, 'refunded_amount'],
    '2015-11-17': [{ refunded: 1_000 }, 'refunded_amount'],
  }),
  ...rows('charge payment kind', 'charge by instalments', {
    '2019-05-29': [
      { source: { installment_term: 4, charge_status: 'pending' } },
      'offsite offline reference installment_terms',
    ],
    '2017-11-02': [
      {
        source: { object: 'source', type: 'installment_bay', flow: 'redirect', installment_terms: 4 },
        reference: id('paym'),
      },
      'source_of_fund offsite',
    ],
    '2015-11-17': [
      {
        source_of_fund: 'offsite',
        offsite: 'installment_bay',
        offline: null,
        installment_terms: 4,
        reference: id('paym'),
      },
      'source',
    ],
  }),
  ...rows('charge payment kind', 'charge by code', {
    '2015-11-17': [
      { source_of_fund: 'offline', offsite: null, offline: 'promptpay', installment_terms: null },
      'source',
    ],
  }),
  ...rows('charge payment kind', 'charge', {
    '2017-11-02': [{ source: null, reference: null }, 'source_of_fund'],
    '2015-11-17': [{ source_of_fund: 'card', offsite: null, offline: null, reference: null }, 'source'],
  }),
  ...rows('charge flags', 'charge', {
    '2019-05-29': [{ ...oldFlags, capturable: false, disputable: any, net: any }],
    '2017-11-02': [oldFlags, newFlags],
    '2015-11-17': [oldFlags, newFlags],
    '2014-07-27': [oldFlags, newFlags],
  }),
  ...rows('charge.captured', 'charge', {
    '2017-11-02': [{ paid: true }, 'captured'],
    '2015-11-17': [{ paid: true }, 'captured'],
    '2014-07-27': [{ captured: true }],
  }),
  ...rows('transaction', 'transaction', {
    '2019-05-29': [
      { direction: 'credit', key: any, origin: id('chrg'), transferable_at: time, livemode: false },
    ],
    '2017-11-02': [
      { type: 'credit', source: id('chrg'), transferable: time, location: any },
      'direction key origin transferable_at livemode',
    ],
    '2015-11-17': [{ type: 'credit' }, 'source origin transferable location'],
  }),
  ...rows('transaction', 'transaction, expanded', {
    '2017-11-02': [{ source: { object: 'charge', created: time, refunded: 1_000 } }, 'origin'],
  }),
  ...rows('balance', 'balance', {
    '2019-05-29': [{ transferable: any, total: any, reserve: 0, on_hold: 0 }],
    '2017-11-02': [
      { available: any, total: any, reserve_amount: 0 },
      'transferable reserve on_hold created_at',
    ],
    '2015-11-17': [{ available: any, total: any }, 'reserve reserve_amount'],
  }),
  ...rows('transfer', 'transfer', {
    '2019-05-29': [{ transactions: [{ object: 'transaction' }], total_fee: 3_000, fee: 2_804 }],
    '2017-11-02': [{ transaction: id('trxn'), fee: 3_000, bank_account: { brand: 'test' } }, newTransfer],
    '2015-11-17': [{ transaction: id('trxn') }, newTransfer],
  }),
  ...rows('transfer', 'unsent transfer', { '2017-11-02': [{ transaction: null, sent: false }] }),
  ...rows('dispute', 'dispute', {
    '2019-05-29': [
      { transactions: [{ object: 'transaction' }], funding_amount: any, admin_message: null, metadata: {} },
    ],
    '2017-11-02': [
      { transaction: id('trxn'), documents: { ...nested, order: null } },
      'transactions funding_amount funding_currency admin_message metadata',
    ],
  }),
  ...rows('dispute', 'charge in dispute', {
    '2017-11-02': [{ dispute: { object: 'dispute', transaction: id('trxn'), created: time } }],
  }),
  ...rows('refund', 'refund', {
    '2019-05-29': [{ status: 'closed', funding_amount: 1_000, livemode: false, metadata: {} }],
    '2017-11-02': [
      { voided: false, amount: 1_000 },
      'status funding_amount funding_currency livemode metadata',
    ],
    '2015-11-17': [{ amount: 1_000 }, 'voided'],
  }),
  ...rows('refund', 'charge', {
    '2017-11-02': [{ refunds: { ...nested, data: [{ object: 'refund', voided: false, created: time }] } }],
  }),
  ...rows('schedule', 'schedule', {
    '2019-05-29': [
      {
        start_on: any,
        end_on: any,
        next_occurrences_on: any,
        status: 'running',
        active: true,
        state: 'Active',
        deleted: false,
      },
    ],
    '2017-11-02': [
      {
        start_date: '2026-01-15',
        end_date: '2026-02-15',
        next_occurrence_dates: any,
        status: 'active',
        charge: { amount: 10_000, card: null },
      },
      'start_on end_on next_occurrences_on active state deleted transfer created_at',
    ],
  }),
  ...rows('schedule', 'transfer schedule', {
    '2017-11-02': [
      { transfer: { recipient: id('recp'), amount: 5_000, percentage_of_balance: null } },
      'charge',
    ],
  }),
  ...rows('occurrence', 'occurrence', {
    '2019-05-29': [{ scheduled_on: '2026-01-16', retry_on: null }],
    '2017-11-02': [
      { schedule_date: '2026-01-16', retry_date: null },
      'scheduled_on retry_on transfer_amount execute_time',
    ],
  }),
  ...rows('forex', 'forex', {
    '2019-05-29': [{ base: 'usd', quote: 'thb', livemode: false }],
    '2017-11-02': [
      { from: 'usd', to: 'thb', rate: 32.5438629959, location: '/forex/usd' },
      'base quote livemode',
    ],
  }),
  ...rows('recipient and bank account', 'recipient', {
    '2019-05-29': [{ default: true, deleted: false, bank_account: { bank_code: 'test' } }],
    '2017-11-02': [
      {
        verified: true,
        active: true,
        bank_account: { object: 'bank_account', brand: 'test', last_digits: '6789', created: time },
      },
      'deleted default metadata verified_at activated_at',
    ],
  }),
  ...rows('customer', 'customer', {
    '2019-05-29': [
      { metadata: { object: 'charge', created_at: 'never' }, deleted: false, linked_accounts: any },
    ],
    '2017-11-02': [{ metadata: { object: 'charge', created_at: 'never' } }, 'deleted linked_accounts'],
    '2015-11-17': [{ cards: { data: [{ object: 'card', created: time }] } }, 'metadata deleted'],
  }),
  ...rows('nested list order', 'customer', {
    '2019-05-29': [{ cards: { order: 'chronological' } }],
    '2017-11-02': [{ cards: { order: null } }],
  }),
  ...rows('card', 'card', {
    '2019-05-29': [{ deleted: false, street1: null, tokenization_method: null }],
    '2017-11-02': [{ city: null, brand: 'Visa', security_code_check: true }, cardLater],
    '2015-11-17': [{ city: null, brand: 'Visa' }, cardLater],
  }),
  ...rows('account', 'account', {
    '2019-05-29': [{ id: id('account'), team: 'acct_sandbox' }],
    '2017-11-02': [
      {
        id: 'acct_sandbox',
        livemode: false,
        email: any,
        currency: 'thb',
        supported_currencies: any,
        created: time,
      },
      'team country api_version',
    ],
    '2015-11-17': [
      { id: 'acct_sandbox', location: '/account', email: any, created: time },
      'livemode currency supported_currencies',
    ],
  }),
  ...rows('source', 'source', {
    '2017-11-02': [
      { type: 'installment_bay', flow: 'redirect', amount: 300_000, currency: 'thb', installment_terms: 4 },
      'charge_status created created_at livemode',
    ],
  }),
  ...rows('link', 'link', {
    '2017-11-02': [
      { title: 'Tea', used: false, created: time, charges: { order: null } },
      'deleted deleted_at',
    ],
  }),
  ...rows('token', 'token', { '2017-11-02': [{ used: false, card: { object: 'card' } }, 'charge_status'] }),
  ...rows('capability', 'capability', {
    '2017-11-02': [{ zero_interest_installments: false, banks: any }, 'limits country tokenization_methods'],
  }),
  ...rows('lists', 'charges', {
    '2017-11-02': [
      {
        order: 'reverse_chronological',
        location: '/charges',
        data: expect.arrayContaining([expect.objectContaining({ created: any })]),
      },
    ],
  }),
]
