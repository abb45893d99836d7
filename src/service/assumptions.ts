import type { Explained } from './explained'

/** The questions that the specification leaves open, and our choices. The code cites the ids. */
export interface Assumption {
  readonly id: string
  /** Section of the specification that is silent. */
  readonly section: string
  readonly question: string
  readonly choice: string
  readonly reason: string
}

export interface AssumptionRow extends Assumption {
  /** Differences from the real service that follow from the choice. */
  readonly explains?: readonly Explained[]
}

const open = (id: string, section: string, row: Omit<AssumptionRow, 'id' | 'section'>): AssumptionRow => ({
  id,
  section,
  ...row,
})

export const assumptions: readonly AssumptionRow[] = [
  open('charge-limits', '7', {
    question: 'What is the largest charge, and the smallest in currencies without a sample?',
    choice:
      '500,000,000,000 subunits; 100 subunits outside THB (2000) and JPY (50), and never less than what is worth one subunit of the currency of the account: 264 of IDR for a Thai one. With the profile row `minimum: converted` it is the smallest one of the account, in the other currency. A partial capture is worth at least one subunit',
    reason: 'The recorded limits of a test account; a charge that moves no money would count as paid.',
  }),
  open('fixed-exchange-rates', '2.2', {
    question: 'At which rate is a charge in a foreign currency converted?',
    choice: 'At fixed rates, rounded half up to the subunit of the account currency',
    reason: 'A test must give the same result tomorrow.',
    explains: [
      { of: ['charge'], fields: ['funding_amount', 'fee', 'fee_vat', 'net'], values: { alike: 'rate' } },
    ],
  }),
  open('fees-by-country', '4.2', {
    question: 'Which fee does a card charge carry?',
    choice: 'TH 3.65 % plus 7 % tax on the fee, JP 3.65 %, SG 3.4 %, MY 2.8 %; each part rounded half up',
    reason: 'The Thai figures match recorded charges; the others are typical prices.',
  }),
  open('charge-flags', '2.2', {
    question: 'Which flags does each state of a charge have?',
    choice: 'Those of a table by state; a paid charge has the status paid, refunded or voided',
    reason: 'Taken from recorded charges; flags are derived, so they cannot contradict each other.',
  }),
  open('authorization-window', '3.3', {
    question: 'How long can an authorized charge be captured?',
    choice:
      '7 days, 30 for Japanese accounts; then it expires. A charge that waits for its payer has the same time. With the profile row `expiry: by-method`: PromptPay and `alipayplus_mpm` 24 hours, internet banking and instalments by redirect 24 hours and 5 minutes, mobile banking 10 (K PLUS), 15 (Bangkok Bank, Krungsri) or 30 minutes (Krungthai), ShopeePay in its app 20, TrueMoney in its app 3',
    reason:
      'Published by the real service. Recorded: 24 hours of PromptPay (a charge of test mode, 2026), a day and five minutes (omise-php, 2025). Documented: `alipayplus_mpm` (2024), mobile banking and ShopeePay (2026), TrueMoney (docs.omise.co).',
  }),
  open('unfinished-pages', '3.3', {
    question: 'What if the payer never finishes the page of a bank?',
    choice:
      'The charge expires at its `expires_at`, as every charge that was not paid. With the profile row `unfinished: fails` one by internet banking or mobile banking fails then, with `timeout` and `charge.complete`; other methods and 3-D Secure expire',
    reason: 'Recorded of a redirect (omise-swift): a failed charge with `timeout` and the message Timeout.',
  }),
  open('partial-capture', '4.2', {
    question: 'Can a capture be for less than the authorized amount?',
    choice:
      'Once, with `capture_amount`, if the charge was made with `authorization_type=pre_auth`; the rest is released',
    reason: 'Published clients send it. The captured amount then limits the refunds.',
  }),
  open('void-rule', '4.2', {
    question: 'When is a refund a void?',
    choice:
      'A first refund of the full amount on the UTC day of the capture; it returns the fees, other refunds do not',
    reason: 'Recorded: a full refund hours after capture was voided, a partial one was not.',
  }),
  open('refund-below-balance', '4.2', {
    question: 'May a refund take the balance below zero?',
    choice:
      'Yes; with the profile row `refundBalance: needed` a refund that the balance does not cover is 400 `failed_refund`',
    reason:
      'The specification limits a refund by its charge only; the fee is not returned, so the last refund may exceed the balance. The real service has refused one (omnipay-omise, 2019), but the account of a test has no history that could cover it.',
  }),
  open('fully-refunded', '4.2', {
    question: 'Which error does a refund of a fully refunded charge get?',
    choice: '`not_refundable`: its `refundable` flag is false',
    reason: 'The flag and the error are then consistent.',
  }),
  open('refunds-by-method', '3.3', {
    question: 'Which charges with other payment methods than cards can be refunded?',
    choice:
      'Every successful one, in full or in part; with the profile row `refunds: by-method` as the payment method allows: PromptPay, banks and bills not at all, instalments and TrueMoney in full only',
    reason: 'The specification makes no difference; the real service refuses some.',
  }),
  open('failure-messages', '7.1', {
    question: 'Which `failure_message` does a failed charge have?',
    choice:
      'The message that the specification has for the code; with the profile row `failureMessages: omise` that of the real service',
    reason:
      'Recorded for `insufficient_fund` and `failed_fraud_check` (omise-php, 2025). For `failed_processing`, `stolen_or_lost_card`, `invalid_account_number` and `invalid_security_code` the texts by which the official WooCommerce plugin finds its translations.',
  }),
  open('card-checks', '4.11', {
    question: 'Can a charge be of amount 0?',
    choice:
      'Yes, a card charge with `authentication` (PASSKEY or 3DS): it succeeds or fails as any charge of that card, has no transactions, and can be neither refunded nor disputed. Any other gets `invalid_amount`',
    reason: 'Published clients check a card this way before they save it.',
  }),
  open('settlement-hold', '2.11', {
    question: 'When can captured money be transferred?',
    choice: 'At once in test mode; after 7 days in live mode (Japan 21)',
    reason: 'Recorded in test mode, published for live mode.',
  }),
  open('token-with-customer', '4.2', {
    question: 'What if a charge names a customer and an unattached token?',
    choice: '404 `not_found`: the card is looked up among the cards of the customer',
    reason: 'Published clients forbid the combination.',
  }),
  open('used-token', '2.3', {
    question: 'What does a used token show?',
    choice: '`used: true`, `card: null` and the status of its charge as `charge_status`',
    reason: 'Recorded by published clients.',
  }),
  open('default-card-deleted', '4.4', {
    question: 'Which card becomes default when the default card is deleted?',
    choice: 'The newest of the remaining cards, or none',
    reason: 'The newest card is the most likely to be valid.',
  }),
  open('deleted-customer', '4.4', {
    question: 'How is a deleted customer shown?',
    choice:
      'Not at all: reading it, its cards, charges and schedules, and charging it, is 404; changing it or one of its cards is 422 `invalid_customer`. `expand` still shows it in its charges, with `deleted: true`',
    reason: 'The live suite of a published client expects so; the specification has the 422.',
  }),
  open('idempotency-scope', '4.1', {
    question: 'For what must an idempotency key be unique?',
    choice:
      'For one method and path within an account and mode; 5xx and 429 answers are not kept. A replay warns if the parameters differ, not if only their order or encoding differs. With the profile row `idempotencyKeys: ignored` no answer is kept',
    reason:
      'The key is unique per operation. A retry after an outage must be able to succeed. A public test of July 2026 saw the real service run the call again; its documentation says the opposite.',
  }),
  open('three-d-secure', '4.11', {
    question: 'Which card charges wait for their cardholder?',
    choice:
      'Those created with `authentication=3DS`, those with the two 3-D Secure test cards, and all of an account that requires it; never those of a schedule',
    reason: 'Test accounts do not use it by default.',
  }),
  open('passkeys', '4.2', {
    question: 'When was a charge authenticated by a passkey?',
    choice:
      'At its creation, if it has `authentication=PASSKEY` and its card did not fail; one that then waits for its cardholder is authenticated by 3DS. With the profile row `passkeys: page` it waits at a page whose address has a `signature`, where the cardholder approves or refuses',
    reason:
      'The specification has no page for it. The real service answers with a pending charge and such an address (its plugin for WooCommerce and its clients for Android, iOS and Node, 2025). That the page asks for the signature is our guess.',
  }),
  open('charge-events', '6', {
    question: 'Which events does GET /charges/:id/events list?',
    choice: 'Events whose data is the charge, or a refund, dispute or source of it',
    reason: 'The history of one payment in one place.',
  }),
  open('indented-for-people', '1', {
    question: 'How is the JSON of answers formatted?',
    choice: 'Compact; indented for curl, HTTPie, wget and browsers',
    reason: 'Programs need no indentation, people do.',
  }),
  open('source-types', '1', {
    question: 'Which payment methods exist besides cards?',
    choice:
      'Those of the real service, each with its flow, currencies, limits and required parameters, except direct debit, virtual accounts, Citi points, UPI and a few that only a copy of its documentation names: these are refused as unknown types are, with a warning',
    reason:
      'Taken from recordings, published clients and the documentation of each method; unpublished limits are those of the currency. ShopeePay redirects to a page that shows its code, and TrueMoney in its app has to be begun within three minutes, as documented (docs.omise.co, 2025).',
  }),
  open('methods-by-country', '4.3', {
    question: 'Which payment methods does the capability of an account list, and which can it use?',
    choice:
      'Those that take the currency of its country, with that currency alone; a Thai account also DANA (SGD) and GCash (SGD, MYR), and neither the internet banking of SCB and Krungthai nor the WeChat barcode. A source can be made of every method, listed or not',
    reason:
      'The capability of a Thai test account is recorded (omise-php, 2025), and lists each method so. It has white-label instalments alone; those by redirect are listed beside them, as the documentation offers both in Thailand. Of other countries no recording is known, and the pages of the methods name countries that fit their currencies. Whether the service refuses a source of a method that the account does not list is not known, and tests of shops make some.',
  }),
  open('white-label-installments', '4.2', {
    question: 'How is a charge by `installment_wlb_…` made and paid?',
    choice:
      'It takes a card (a token, or a saved card of a customer) and a source, by id or within the charge, and shows both. Without a card it is refused: `invalid_charge`. It waits at `authorize_uri` for seven days; the token is used at once, and a card that declines does so when its holder confirms. Fees and refunds are those of instalments; it has no voids and no disputes',
    reason:
      'Recorded (omise-php, tests/fixtures/api.omise.co/charges-get.json, 2025): an `installment_wlb_first_choice` charge with `card`, `source` (flow redirect, `absorption_type` customer), `authorize_uri`, and `expires_at` after 168 hours. The WooCommerce plugin sends the id of the source and the token together, and an empty `card` for instalments by redirect. The documentation (docs.omise.co, white-label instalments) sends the payer to the issuer, as for any 3-D Secure card. Terms are those of a recorded capability (omise-php, 2025).',
  }),
  open('payer-codes', '4.3', {
    question: 'Which payment methods show a `scannable_code`?',
    choice:
      'All that are paid offline: a QR code, or a barcode for bills, vouchers, and the codes that a shop scans from the phone of a payer, which are their own. With the profile row `buyerCodes: hidden` `alipayplus_upm` and `barcode_wechat` show none; with `promptpay: page` a PromptPay code has its text in the picture alone, and a page beside it for a charge with `return_uri`',
    reason:
      'QR codes are recorded with `type` qr (omise-dart, 2024); barcodes have the same form, with `type` barcode. No code of the buyer: omise-swift, 2020, and a draft of the documentation, 2024. The page of PromptPay is recorded (omise-dart, 2025), and applications tell of it in 2026.',
  }),
  open('fees-by-method', '4.2', {
    question: 'Which fee does a payment without a card carry?',
    choice:
      'PromptPay and barcode Alipay 1.65 %, PayNow 1 %, mobile banking 8.00 flat, the rest as cards; instalments whose interest the merchant absorbs 0.8 % a month; the source names who absorbs it, and the charge may override it. With the profile row `methodFees: recorded` `alipayplus_mpm` and `alipayplus_upm` 1.65 %, `wechat_pay` nothing',
    reason:
      'Taken from recorded charges; those of the row from a draft of the documentation (2024) and omise-php (2025).',
  }),
  open('source-once', '3.2', {
    question: 'How often can a source be charged?',
    choice: 'Once; its status then follows that charge, and it expires as failed',
    reason: 'The specification gives a source one path from pending.',
  }),
  open('payer-deadline', '3.2', {
    question: 'How long can a payer use the code of a source?',
    choice: 'Bills and barcodes 24 hours, but no longer than the charge; QR codes as long as the charge',
    reason: 'Recorded; a payer must not be told to pay what has expired.',
  }),
  open('code-pictures', '3.2', {
    question: 'In which format is the picture of a code?',
    choice: 'SVG, or PNG with `qr_settings[image_type]=png`',
    reason: 'Recorded files are SVG; the setting is in the description that the service publishes.',
  }),
  open('marking-charges', '4.11', {
    question: 'Which charges do mark_as_paid and mark_as_failed accept?',
    choice: 'Test charges that wait for their payer; others answer 400 `bad_request`',
    reason: 'Published for test mode; the catalogue has no special code for it.',
  }),
  open('account-settings', '2.11', {
    question: 'Which settings does an account have, and for which mode?',
    choice:
      'The recorded fields; test and live mode each have their own. null or an empty text removes an address, and `metadata_export_keys` changes only the given kinds',
    reason: 'Recorded names; a test must not redirect the webhooks of live mode.',
  }),
  open('account-webhooks', '4.8', {
    question: 'How are webhook endpoints registered?',
    choice:
      'As `webhook_uri`, as `webhook_endpoints` (at most 10), or both: each address gets an event once. In live mode https only',
    reason: 'Recorded accounts have one address, the specification has several.',
  }),
  open('first-webhook-secret', '2.10', {
    question: 'Which webhook secret does an account start with?',
    choice:
      'One derived from the account and the mode, the same at every start, or that of the option `webhookSecret`; further ones are random',
    reason: 'It can be in the settings of a receiver before the sandbox runs.',
  }),
  open('unsigned-webhooks', '5.1', {
    question: 'How is a webhook signed when every secret is deleted?',
    choice: 'Not at all: both signature headers are absent',
    reason: 'A receiver could only refuse a signature with an unknown key.',
  }),
  open('charge-webhooks', '6', {
    question: 'Can a charge have its own webhook endpoints?',
    choice:
      '`webhook_endpoints` of POST /charges, at most 2, https only in live mode: events of the charge, its refunds and disputes go there instead of to the account',
    reason: 'Published clients send it.',
  }),
  open('webhook-option', '6', {
    question: 'Which events are sent to the address of the option `webhook`?',
    choice:
      'Those of the default account, in both modes, in addition to the addresses in its settings; each mode signs with its own secret',
    reason: 'A local receiver needs all events; the settings stay as the API set them.',
  }),
  open('webhook-retries', '6', {
    question: 'When is a webhook retried?',
    choice:
      '1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h, 24 h, 48 h after each failure, then every 48 h, until 7 days after the first attempt: 11 attempts at most',
    reason: 'Published for the real service. Times are on the virtual clock.',
  }),
  open('webhook-success', '6', {
    question: 'Which answer of a receiver is a success, and how long may it take?',
    choice:
      'A status from 200 to 299 within 10 seconds of real time, even if its body fails later; redirects are not followed',
    reason: 'Published for the real service; a redirected POST would lose its body.',
  }),
  open('webhook-order', '6', {
    question: 'In which order are webhooks sent?',
    choice:
      'To each address in the order of the events, each after the answer to the one before. A retry that waits for its time delays no other',
    reason: 'The order is not guaranteed, but a test is easier to read with it.',
  }),
  open('webhook-events', '6', {
    question: 'What are the events `webhooks.deliver` and `webhooks.retry`?',
    choice:
      'The first attempt of a delivery and each later one; `data` is the webhook_delivery. They are recorded and never delivered. They have the time of the attempt, and its position among the events of that time',
    reason: 'Delivering events about deliveries would never end.',
  }),
  open('webhook-secret-fields', '2.10', {
    question: 'Which fields does a webhook secret have?',
    choice:
      'id, livemode, created_at and metadata; `secret`, base64 text of 32 bytes, in the answer to its creation; a deleted one has `deleted: true`',
    reason: 'As published for the real service; at most two, as the signature header has two.',
  }),
  open('bank-codes', '2.11', {
    question: 'Which banks does the capability list?',
    choice: 'For Thai accounts the recorded codes, for others the test bank; for FPX the Malaysian banks',
    reason: 'Recorded for a Thai test account only.',
  }),
  open('receipts', '4.10', {
    question: 'When are receipts issued?',
    choice: 'Never, in either mode: the list is empty',
    reason: 'The real service issues them for its bills in live mode; the sandbox bills nothing.',
  }),
  open('older-versions', '9', {
    question: 'How do the older versions differ?',
    choice:
      'By the names and types of fields only: `created` for `created_at`, `refunded` for `refunded_amount`, `start_date` for `start_on` and so on. A field that was added later is shown in every version. Lists of occurrences show the one that waits for its day from 2019-05-29 on. Parameters are the same in all. An event has the version that its account had when it happened, also where a call names another',
    reason:
      'A published client checks every answer of 2015-11-17 with schemas, and finds the fields of later recordings in them.',
  }),
  open('operations-by-version', '9', {
    question: 'Which operations does an older version not have?',
    choice:
      'Sources have operations from 2017-11-02 on; a charge may contain one in every version. 2014-07-27 also lacks schedules and their occurrences, links, exchange rates, receipts and the capability. All of these are 404 `service_not_found`. A search of everything leaves out what 2014-07-27 lacks, and a search of such a scope is 404 `serializer_not_found`',
    reason:
      'Published for payment methods with a source, such as PromptPay: minimum API version 2017-11-02. Clients use all other operations under 2015-11-17; an older version can cause both codes.',
  }),
  open('dispute-deadline', '3.1', {
    question: 'How long can a dispute be answered, and what then?',
    choice:
      '14 days on the virtual clock; then it is lost, with `charge.dispute.close`, and an answer is 422 `deadline_passed`',
    reason: 'The shortest typical window: a client that meets it meets all.',
  }),
  open('closing-disputes', '3.1', {
    question: 'Which disputes can be accepted and closed, and how?',
    choice:
      'Open and pending ones, by PATCH or POST; accepting loses, closing (test mode) takes `status` won or lost, lost by default',
    reason: 'As published clients send them; a test need not bring evidence first.',
  }),
  open('dispute-won', '3.1', {
    question: 'Which operations does a charge allow after its dispute was won?',
    choice: 'The same as before, also another dispute; it still shows the dispute',
    reason: 'The funds are back, so the charge is like any paid charge.',
  }),
  open('dispute-lost-ledger', '3.1', {
    question: 'Which transactions does a lost dispute have?',
    choice: 'None beyond the debit at its start: the ledger moves the held amount to the customer',
    reason: 'Recorded: only a won dispute has a second transaction.',
  }),
  open('evidence-files', '4.6', {
    question: 'Which files are accepted as evidence?',
    choice:
      'PNG, JPEG and PDF of at most 10 MiB, recognised by their first bytes and never by the name; any number of files',
    reason: 'The published types; a name proves nothing.',
    explains: [
      { of: ['document'], fields: ['download_uri'], values: { sandbox: /https?:\/\/\S+/, other: null } },
    ],
  }),
  open('default-recipient', '3.3', {
    question: 'Who receives a transfer without a recipient?',
    choice:
      'A default recipient at a test bank, verified and active from the start, with an id derived from the account; it can be changed, not deleted. A corporation; with the profile row `defaultRecipient: individual` an individual with an empty `tax_id`',
    reason: 'Recorded: every account has one (omise-php, 2025: an individual).',
  }),
  open('recipient-activation', '2.11', {
    question: 'When does a recipient become active?',
    choice: 'With its verification; at once on accounts with `auto_activate_recipients`',
    reason: 'There is no public way to activate one.',
  }),
  open('recipient-identity', '4.5', {
    question: 'What happens to the verification when a recipient changes?',
    choice: 'Another name or bank account must be verified again; it stays active',
    reason: 'The verified data has changed.',
  }),
  open('recipient-banks', '4.5', {
    question: 'Which banks can a recipient have?',
    choice: 'In Thailand those with a recorded code, elsewhere any code',
    reason: 'Recorded for Thailand only.',
  }),
  open('bank-account-number', '4.5', {
    question: 'What is a bank account number?',
    choice: '4 to 20 digits; spaces and dashes are dropped',
    reason: 'Long enough for every country served, and for test numbers.',
  }),
  open('deleted-recipient', '4.5', {
    question: 'How is a deleted recipient shown?',
    choice:
      'DELETE shows it in full with `deleted: true`; then it is 404, and its unsent transfers cannot be sent',
    reason: 'Published by the real service.',
  }),
  open('magic-bank-accounts', '4.5', {
    question: 'How can a test make a verification or a transfer fail?',
    choice:
      'By the last digits of the bank account number, without its leading zeros: 0001 to 0003 fail verification, 0004 sending, 0005 payment',
    reason: 'Nothing is published; test cards also work by their number.',
  }),
  open('playing-bank', '4.5', {
    question: 'Which operations that simulate the bank exist in live mode?',
    choice: 'None: verify, mark_as_sent and mark_as_paid are 404, the outcome form of PATCH is 400',
    reason: 'Published for test mode only.',
  }),
  open('transfer-fees', '4.5', {
    question: 'What does a transfer cost?',
    choice: 'THB 28.04 plus 1.96 tax, JPY 260, one unit elsewhere; it is deducted from the amount',
    reason: 'Recorded for Thailand, a typical price for Japan.',
  }),
  open('transfer-reservation', '4.5', {
    question: 'How does an unsent transfer change the balance?',
    choice: 'It reduces `transferable`, not `total`; there is no transaction until it is sent',
    reason: 'Recorded transfers have no transactions until then; no amount can be transferred twice.',
  }),
  open('transfer-refusals', '4.5', {
    question: 'Which error does an invalid transfer get?',
    choice: '400 `invalid_transfer` for the amount, 404 for a recipient that is unknown or deleted',
    reason: 'Only declined payments are 402.',
  }),
  open('transfers-that-wait', '3.3', {
    question: 'Can money be transferred to a recipient that is not verified or not active?',
    choice:
      'The transfer is created, with `sendable: false`, and its amount is reserved; the verification of its recipient sends it, if the balance covers it. Until then `mark_as_sent` is 400 `invalid_transfer`; after that it changes nothing',
    reason: 'Published clients create a transfer right after its recipient.',
  }),
  open('fail-fast', '4.5', {
    question: 'What happens to a transfer that cannot be sent, because the balance or the recipient changed?',
    choice: 'With `fail_fast` it fails; otherwise it is refused and waits, to be sent later',
    reason: 'As published: without it a transfer is retried.',
  }),
  open('transfer-returned', '6', {
    question: 'What happens to money that a bank returns?',
    choice:
      'The whole amount is credited, including the fee; the transfer has failed and is `sent: false`, with `sent_at` and both transactions',
    reason: 'A failed transfer must not change the balance of the merchant.',
  }),
  open('deleted-transfer', '4.5', {
    question: 'How is a deleted transfer shown?',
    choice:
      'It can be read with `deleted: true`; lists leave it out. It is not `sendable`; with the profile row `deletedTransfers: unchanged` it shows that as it was',
    reason: 'Recorded in full in the answer to DELETE (omise-php, 2025: `sendable` true).',
  }),
  open('schedule-periods', '4.9', {
    question: 'On which days does a schedule run?',
    choice:
      'Periods are counted from the one with `start_on`, weeks begin on Monday, all in UTC; a day that a month does not have is skipped',
    reason: 'A charge that is due on the 31st must not happen on another day.',
  }),
  open('schedule-days', '4.9', {
    question: 'May `weekdays` or `days_of_month` be one value in place of a list?',
    choice: 'No: 400 `bad_request`',
    reason: 'A public report of a client shows the refusal (omise-python, issue 69).',
  }),
  open('schedule-hours', '4.9', {
    question: 'At which hour does a schedule run?',
    choice:
      'Charges at 01:30 UTC, transfers at 01:05 UTC; on the day of its creation at once, if it starts then',
    reason: 'Taken from recordings.',
  }),
  open('occurrence-retries', '6', {
    question: 'What if a scheduled charge fails?',
    choice:
      'The occurrence fails, and is retried on the next two days; after that its failure is final. Other days are not affected',
    reason: 'Recordings show a `retry_on` of the following day.',
  }),
  open('schedule-transfers', '4.5', {
    question: 'When is a scheduled transfer not sent?',
    choice:
      'With too little balance its day is skipped; to a recipient that is not verified the transfer waits',
    reason: 'A retry cannot add balance; a recipient can still be verified.',
  }),
  open('schedule-orphans', '3.3', {
    question: 'What happens to a schedule whose customer, card or recipient is deleted?',
    choice:
      'It is suspended at once, with `schedule.suspend`, and cannot be activated before there is one again',
    reason: 'Its state is published, the cause is not.',
  }),
  open('suspended-schedule', '3.3', {
    question: 'What happens on the days of a suspended schedule?',
    choice: 'Days that pass are skipped and retries dropped; after `activate` it resumes with the next day',
    reason: 'A customer must not be charged for a pause.',
  }),
  open('deleted-schedules-and-links', '4.9', {
    question: 'Where are deleted schedules and links shown?',
    choice: 'Under their own id, with `deleted: true`; lists leave them out',
    reason: 'As deleted customers.',
  }),
  open('link-amounts', '4.9', {
    question: 'Which amounts can a payment link have?',
    choice:
      '0, for an amount that the payer chooses, or from the smallest charge up to 1,000,000 units of its currency',
    reason: 'The maximum is recorded; a link that cannot be paid is a mistake.',
  }),
  open('link-address', '4.9', {
    question: 'How is a payment link paid?',
    choice:
      'At `payment_uri`, by its page, or by POST of `card[...]`, a token as `card`, `source[type]`, or an outcome as `test_card`; browsers get pages, programs the charge as JSON',
    reason: 'The sandbox serves the page itself, so that the address opens.',
  }),
  open('checkout-sessions', '4', {
    question: 'How long does a hosted checkout last, and what ends with it?',
    choice:
      'A day. A payment that is successful or authorized completes it, a failed one leaves it open. Charges of it that still wait expire when it is completed, cancelled or expired, so that one order is paid once. Each charge has `charge.complete` when it ends, also at once. Its page is at `/checkout/<id>`',
    reason:
      'The official plugins of 2026 (omise-woocommerce 7, omise-magento 3.12) make a session, send the payer to `redirect_url`, and read `status` and `payments` when the payer returns; what else it does is not published.',
  }),
  open('link-events', '6', {
    question: 'When are the events of a payment link sent?',
    choice:
      '`link.payment.create` with every charge of it, `link.payment.complete` when one is paid, at once or later; their data is the charge',
    reason: 'This follows from their names.',
  }),
  open('search-words', '4.10', {
    question: 'What does a word of a query match?',
    choice:
      'A whole word, never a part of one: letters, digits and underscores make words, anything else separates them, so that an id is one word and `A-1001` is the phrase of its parts. Thai, Chinese and Japanese, which put no space between words, are found anywhere in a text. Text without any word finds nothing. A query has at most 1,000 characters',
    reason:
      'There are no wildcards, so a query cannot contain a part of a word; full-text indexes work the same way.',
  }),
  open('search-rank', '4.10', {
    question: 'Which matches are exact?',
    choice:
      'Those where each term, or the whole query, equals a whole value; they come first, each kind newest first, or oldest first with `order=chronological`',
    reason: 'With whole words only, the one better match is that of a whole value.',
    explains: [
      {
        of: ['search'],
        fields: ['/order'],
        unasked: 'order',
        values: { sandbox: 'reverse_chronological', other: 'chronological' },
      },
      { of: ['search'], fields: ['/data'], unasked: 'order', values: { alike: 'direction' } },
    ],
  }),
  open('search-unknown-field', '4.10', {
    question: 'What if the word before a colon is not a queryable attribute?',
    choice: 'It is searched for as text, and the header `Sandbox-Warning` says so',
    reason: 'A search box also takes `12:30` and addresses; a mistyped attribute should still be noticed.',
  }),
  open('search-filter-case', '4.10', {
    question: 'How exactly must a filter match, and what matches nothing?',
    choice:
      'The whole value, in upper or lower case; an unknown value finds nothing, and so does a range that ends before it begins. Booleans may also be 1 and 0. `filters` that are empty leave nothing out, and the header `Sandbox-Warning` says so',
    reason: 'Currencies and brands are written both ways by published clients.',
  }),
  open('search-weeks', '4.10', {
    question: 'When does a week begin?',
    choice: 'On Monday, 00:00 UTC; a week or month lasts until its end, not until now',
    reason: 'ISO 8601.',
  }),
  open('search-period', '4.10', {
    question: 'What do `from` and `to` bound?',
    choice:
      'The creation time of a record, both ends included; a date without a time is the whole day, also in a filter, and a time without a fraction is the whole second',
    reason: 'The specification calls them date bounds. Records are kept to the millisecond.',
  }),
  open('search-delay', '4.10', {
    question: 'When does a search find a change?',
    choice:
      'At once, or after `searchDelay` on the virtual clock; a record found before shows itself as it is now. What a record takes from others (the name on its card) is found at once, and so are all changes after a restore',
    reason: 'Only a test of the delay should have to wait.',
  }),
  open('search-deleted', '4.10', {
    question: 'Are deleted records found?',
    choice:
      'Recipients are, as they can be filtered by `deleted`; customers, transfers, schedules and links are not',
    reason: 'The same as in their lists.',
  }),
  open('search-card-digits', '4.10', {
    question: 'Can cards be searched by their first digits?',
    choice: 'No, they are not kept: a filter by `card_first_digits` finds nothing',
    reason: 'Cards show them as null.',
    explains: [{ of: ['card'], fields: ['first_digits'], values: { sandbox: null, other: /\d{6}/ } }],
  }),
  open('search-bank-names', '4.10', {
    question: 'What are the name and brand of a bank?',
    choice: '`bank_name` is the holder of the account, `bank_brand` the name of the bank or its code',
    reason: 'The fields `name`, `brand` and `bank_code` of a bank account.',
  }),
  open('search-recurrence', '4.10', {
    question: 'What is the `recurrence_id` of a schedule?',
    choice: 'Its id',
    reason: 'The scopes of schedules have no other id.',
  }),
  open('search-transaction-kind', '4.10', {
    question: 'What is the `kind` of a transaction?',
    choice: 'Its `key`, its `direction` and the resource behind it are all understood',
    reason: 'The values are not shown, and none of the three can be mistaken for another.',
  }),
  open('search-exports', '4.10', {
    question: 'What is an export?',
    choice:
      'A CSV file of all found records, with all attributes of the scope, in the order of the month captured, the month created or the day created, as `filter_type` selects, which is its first column. Its id is in `export`; `GET /exports/:id` has its address. Its records are selected at the request; it shows their state at the download, without those that were deleted since',
    reason:
      'Only the parameters are specified. Records that were never captured have no such month and are left out. The file is not kept, as every snapshot would contain a copy of every record.',
  }),
  open('asked-failures', '7.1', {
    question: 'How can a test cause errors that a sandbox never has?',
    choice:
      'In test mode `metadata[sandbox_fail]` names the error: in a charge for its creation, capture, reversal and expiry, in a refund for the refund. A failure code of a card declines the charge as a test card does',
    reason:
      'Clients must be tested against `backend_error` and similar errors; test cards cover declines only.',
  }),
  open('direct-debit', '1', {
    question: 'What does `linked_account` do?',
    choice: 'A charge or customer with one gets 400 `feature_not_supported`',
    reason: 'Direct debit is enabled for each account; nothing published shows how a bank account is linked.',
  }),
  open('sources-for-pages', '4.3', {
    question: 'Where does the page of a shop create a source?',
    choice:
      'At the API, and with the public key also at the vault; both have the capability of the account. CORS allows pages of every site there',
    reason:
      'Browser libraries use both addresses. With the secret key the vault answers 404, as for other operations.',
  }),
  open('read-only-keys', '5', {
    question: 'Which key gets 403 `not_authorized`?',
    choice:
      'One that is set to `read_only`: it can read, and every request that would change something is refused',
    reason: 'The code is for an operation that a valid key may not use; public keys get 401.',
  }),
  open('idempotency-parameter', '4.1', {
    question: 'What is `idemp_key` in the body of a transfer?',
    choice: 'The same as the header Idempotency-Key; the header wins',
    reason: 'Published clients send it there.',
  }),
  open('split-transfers', '4.5', {
    question: 'When does `split_transfer` split a transfer?',
    choice: 'Never: `split_transfer_group_id` is null',
    reason: 'A transfer is split above the limit of a bank, and the recorded limit is too high for any test.',
  }),
  open('chains', '1', {
    question: 'Which chained accounts does an account have?',
    choice: 'None: the list is empty, and every id is 404',
    reason: 'A person creates them in a browser, to let one account act for another.',
  }),
  open('paths-without-a-form', '4.8', {
    question: 'Which paths of the real service does the sandbox not have?',
    choice:
      '`/account/api_versions`, `/account/api_version` and `/schema` are 404; `GET /` lists the versions, `PATCH /account` with `api_version` chooses one',
    reason: 'No recording shows their answers, and no published client calls them.',
  }),
  open('rate-limit-window', '7', {
    question: 'What are the limit and the window of requests?',
    choice:
      'No limit by default; the option `rateLimit` limits the requests of each key in each minute of the clock',
    reason: 'Neither is specified. X-RateLimit-Reset, a single time, can describe a fixed window.',
  }),
  open('schedule-upload', '4.9', {
    question: 'Can schedules be uploaded as a file?',
    choice: 'No: `/schedules/upload` is 404, schedules are created one by one',
    reason: 'The real service answers such a file later and by email; a test can use a fixture instead.',
  }),
  open('packed-bodies', '4', {
    question: 'What happens to a request body with a Content-Encoding, such as gzip?',
    choice: 'It is refused with 400 `bad_request`, which names the encoding',
    reason:
      'No published client compresses its requests; without decompression, a form would have no parameters.',
  }),
  open('empty-fields', '2', {
    question: 'How is a field without a value shown?',
    choice: 'As null or an empty list; a field is never left out',
    reason:
      'Recordings leave some fields of a charge out; a client that reads null also copes with a missing field.',
    explains: [
      { of: ['charge'], fields: ['missing_3ds_fields', 'authenticated_by'], values: { alike: 'absent' } },
      {
        of: ['charge'],
        fields: ['authorization_type', 'authorized_amount', 'captured_amount'],
        values: { alike: 'absent' },
        where: { capture: false, authorization_type: null },
      },
      {
        of: ['charge'],
        fields: ['authorization_type', 'authorized_amount', 'captured_amount'],
        values: { alike: 'absent' },
        where: { card: null, authorization_type: null },
      },
      { of: ['recipient'], fields: ['tax_id'], values: { sandbox: null, other: '' } },
    ],
  }),
  open('token-location', '2.3', {
    question: 'What is the `location` of a token?',
    choice: 'A path, as that of every other record; the vault serves it',
    reason: 'Recorded tokens have a whole address; clients that follow a location expect a path.',
    explains: [{ of: ['token'], fields: ['/location'], values: { alike: 'link' } }],
  }),
  open('deleted-records', '4', {
    question: 'What does DELETE answer?',
    choice: 'The whole record with `deleted: true`, in every version',
    reason: 'Recorded under 2019-05-29; some recordings have nothing but its id.',
    explains: [
      {
        operations: [
          'DELETE /customers/:id',
          'DELETE /customers/:id/cards/:card_id',
          'DELETE /recipients/:id',
          'DELETE /transfers/:id',
        ],
        fields: ['*'],
        values: { alike: 'absent' },
        where: { deleted: true, location: '(missing)' },
      },
    ],
  }),
  open('event-keys', '6', {
    question: 'Which keys do events have?',
    choice:
      'Those of the specification, where a card charge that is decided at once is complete, too; with the profile row `eventKeys: omise` the 35 keys of the real service',
    reason:
      'The keys of the service are those that its documentation and a public Django application list. It sends `charge.complete` only for charges that waited for their payer, and has no events of sources, occurrences and payments of links.',
  }),
]
