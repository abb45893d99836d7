import { once } from '../kernel/json'

/** How we know that the real service does as a choice says: by an answer of it, by its documentation and clients, or not. */
export type Evidence =
  | {
      readonly known: 'recorded' /** Of the newest recording: `2025-03-20`, or the month. */
      readonly date: string
    }
  | { readonly known: 'documented' | 'guessed' }

export const evidenceWords = ['recorded', 'documented', 'guessed'] as const

/** What each word means, for people. */
export const evidenceTexts: { readonly [word in Evidence['known']]: string } = {
  recorded: 'an answer of the real service that was published shows it; the date is that of the newest one',
  documented: 'its documentation, its own clients or applications say so, and no published answer shows it',
  guessed: 'nothing published says so, or it concerns the sandbox alone',
}

/** The choices that recordings show, by the date of the newest one. For a row of the profiles it is the value of `omise`. */
const recorded: Readonly<Record<string, string>> = {
  '2026-01-25': 'fields currencyCase timestamps expiry promptpay empty-fields fees-by-method',
  '2025-05-30': 'charge-flags three-d-secure missing3dsFields',
  '2025-05': 'charge-limits methods-by-country bank-codes tokenizationMethods',
  '2025-04-17': 'payer-codes code-pictures',
  '2025-03-21': 'receiptList',
  '2025-03-20': [
    'declines refundCharge listOrder fees-by-country void-rule refunds refunds-by-method failureMessages',
    'failure-messages authorization-window white-label-installments used-token dispute-lost-ledger',
    'deleted-records deleted-transfer transfer-fees transfer-reservation schedule-hours token-location',
    'search-rank evidence-files link-amounts account-webhooks occurrences deletedTransfers',
  ].join(' '),
  '2025-02': 'wechatPay methodFees',
  '2025-01-15': 'settlement-hold',
  '2025-01-13': 'account-settings default-recipient defaultRecipient recipient-banks',
  '2022-06': 'recaptureError',
  '2020-06-22': 'buyerCodes',
  '2019-08-01': 'refundError refundBalance',
  '2019-05': 'occurrence-retries payer-deadline',
  '2017-11': 'older-versions',
}

const documented = [
  'headerPrefix eventKeys event-keys amountError secretEncoding sourceReadKey minimum partial-capture',
  'card-checks token-with-customer deleted-customer passkeys source-types marking-charges charge-webhooks',
  'webhook-retries webhook-success webhook-secret-fields operations-by-version closing-disputes',
  'deleted-recipient playing-bank transfers-that-wait fail-fast schedule-days receipts direct-debit',
  'sources-for-pages idempotency-parameter chains schedule-upload paths-without-a-form split-transfers',
  'search-filter-case authenticatedBy idempotencyKeys refundAmount unfinished unfinished-pages checkout-sessions',
].join(' ')

const guessed = [
  'fixed-exchange-rates refund-below-balance fully-refunded default-card-deleted idempotency-scope',
  'charge-events indented-for-people source-once first-webhook-secret unsigned-webhooks webhook-option',
  'webhook-order webhook-events dispute-deadline dispute-won recipient-activation recipient-identity',
  'bank-account-number magic-bank-accounts transfer-refusals transfer-returned schedule-periods',
  'schedule-transfers schedule-orphans suspended-schedule deleted-schedules-and-links link-address',
  'link-events search-words search-unknown-field search-weeks search-period search-delay search-deleted',
  'search-card-digits search-bank-names search-recurrence search-transaction-kind search-exports',
  'asked-failures read-only-keys rate-limit-window packed-bodies',
].join(' ')

/** By the name of the choice: a row of the profiles, or an assumption. Built at first use: every command loads this file. */
export const evidenceOfChoices = once(
  (): ReadonlyMap<string, Evidence> =>
    new Map<string, Evidence>([
      ...Object.entries(recorded).flatMap(([date, names]) =>
        names.split(' ').map((name) => [name, { known: 'recorded', date }] as const),
      ),
      ...documented.split(' ').map((name) => [name, { known: 'documented' }] as const),
      ...guessed.split(' ').map((name) => [name, { known: 'guessed' }] as const),
    ]),
)
