/** What the spec leaves open and what we chose. One row a question; code cites the id. */
export interface Assumption {
  readonly id: string
  /** Section of the specification that is silent. */
  readonly section: string
  readonly question: string
  readonly choice: string
  readonly reason: string
}

export const assumptions = [
  {
    id: 'charge-limits',
    section: '7',
    question: 'What is the largest charge, and the smallest in currencies without a sample?',
    choice: '500,000,000,000 subunits; 100 subunits outside THB (2000) and JPY (50)',
    reason: 'The recorded limits of a test account.',
  },
  {
    id: 'fixed-exchange-rates',
    section: '2.2',
    question: 'At which rate does a foreign charge become money of the account?',
    choice: 'At fixed rates, rounded half up to the subunit of the account currency',
    reason: 'A test must give the same result tomorrow.',
  },
  {
    id: 'fees-by-country',
    section: '4.2',
    question: 'Which fee does a card charge carry?',
    choice: 'TH 3.65 % plus 7 % tax on the fee, JP 3.65 %, SG 3.4 %, MY 2.8 %; each part rounded half up',
    reason: 'The Thai figures match recorded charges; the others are typical prices.',
  },
  {
    id: 'charge-flags',
    section: '2.2',
    question: 'Which flags does each state of a charge have?',
    choice: 'One truth table by state; a paid charge stands as paid, refunded or voided',
    reason: 'Read off recorded charges; flags are derived, so they cannot contradict each other.',
  },
  {
    id: 'authorization-window',
    section: '3.3',
    question: 'How long can an authorized charge be captured?',
    choice: '7 days, 30 for Japanese accounts; then it expires by itself',
    reason: 'Published by the real service.',
  },
  {
    id: 'partial-capture',
    section: '4.2',
    question: 'Can a capture take less than was authorized?',
    choice:
      'Once, with `capture_amount`, if the charge was made with `authorization_type=pre_auth`; the rest is released',
    reason: 'What published clients send. Refunds are then measured against the captured amount.',
  },
  {
    id: 'void-rule',
    section: '4.2',
    question: 'When is a refund a void?',
    choice:
      'A first refund of the full amount on the UTC day of the capture; it returns the fees, other refunds do not',
    reason: 'Recorded: a full refund hours after capture was voided, a partial one was not.',
  },
  {
    id: 'refund-below-balance',
    section: '4.2',
    question: 'May a refund take the balance below zero?',
    choice: 'Yes',
    reason:
      'The spec bounds a refund by its charge only; the fee is not returned, so the last refund must be able to.',
  },
  {
    id: 'fully-refunded',
    section: '4.2',
    question: 'Which error does a refund of a fully refunded charge get?',
    choice: '`not_refundable`: its `refundable` flag is false',
    reason: 'Flag and error then say the same.',
  },
  {
    id: 'refunds-by-method',
    section: '3.3',
    question: 'Which charges that no card paid can be refunded?',
    choice:
      'Every successful one, all or part of it; with the profile row `refunds: by-method` as the payment method allows: PromptPay, banks and bills not at all, instalments and TrueMoney as a whole',
    reason: 'The specification makes no difference; the real service refuses some.',
  },
  {
    id: 'card-checks',
    section: '4.11',
    question: 'Can a charge be of amount 0?',
    choice:
      'Yes, one of a card with `authentication` (PASSKEY or 3DS): it ends as any charge of that card, books nothing, and can be neither refunded nor disputed. Any other gets `invalid_amount`',
    reason: 'Published clients check a card so before they save it.',
  },
  {
    id: 'settlement-hold',
    section: '2.11',
    question: 'When can captured money be transferred?',
    choice: 'At once in test mode; after 7 days in live mode (Japan 21)',
    reason: 'Recorded in test mode, published for live mode.',
  },
  {
    id: 'token-with-customer',
    section: '4.2',
    question: 'What if a charge names a customer and an unattached token?',
    choice: '404 `not_found`: the card is looked up among the cards of the customer',
    reason: 'Published clients forbid the combination.',
  },
  {
    id: 'used-token',
    section: '2.3',
    question: 'What does a used token show?',
    choice: '`used: true`, `card: null` and the status of its charge as `charge_status`',
    reason: 'Recorded by published clients.',
  },
  {
    id: 'default-card-deleted',
    section: '4.4',
    question: 'Which card becomes default when the default card is deleted?',
    choice: 'The newest of the remaining cards, or none',
    reason: 'The card used last is the likeliest to be good.',
  },
  {
    id: 'deleted-customer',
    section: '4.4',
    question: 'What is left of a deleted customer?',
    choice:
      'Nothing: reading it, its cards, charges and schedules, and charging it, is 404; changing it or a card of it is 422 `invalid_customer`. `expand` still shows it in its charges, with `deleted: true`',
    reason: 'The live suite of a published client expects so; the specification has the 422.',
  },
  {
    id: 'idempotency-scope',
    section: '4.1',
    question: 'For what must an idempotency key be unique?',
    choice:
      'For one method and path within an account and mode; 5xx and 429 answers are not kept. A replay warns where the parameters say something else, not where they are only written in another order or encoding',
    reason: 'The key is unique per operation. A retry after an outage must be able to succeed.',
  },
  {
    id: 'three-d-secure',
    section: '4.11',
    question: 'Which card charges wait for their cardholder?',
    choice:
      'Those made with `authentication=3DS`, those with the two 3-D Secure test cards, and all of an account that requires it; never those of a schedule',
    reason: 'Test accounts do not use it unless asked.',
  },
  {
    id: 'passkeys',
    section: '4.2',
    question: 'When was a charge authenticated by a passkey?',
    choice:
      'From its beginning, if it was made with `authentication=PASSKEY` and its card did not fail; one that then waits for its cardholder is authenticated by 3DS',
    reason: 'A passkey is asked for before the charge is made; the page is that of 3-D Secure.',
  },
  {
    id: 'charge-events',
    section: '6',
    question: 'Which charges are listed together under GET /charges/:id/events?',
    choice: 'Events whose data is the charge, or a refund, dispute or source of it',
    reason: 'The history of one payment in one place.',
  },
  {
    id: 'indented-for-people',
    section: '1',
    question: 'How are answers laid out?',
    choice: 'Compact; indented when curl, HTTPie, wget or a browser asks',
    reason: 'Programs do not care, people do.',
  },
  {
    id: 'source-types',
    section: '1',
    question: 'Which payment methods are there besides cards?',
    choice:
      'The core set of the real service; each with its flow, currencies, limits and required parameters',
    reason:
      'Read off published clients and recordings; limits that are nowhere published are those of the currency.',
  },
  {
    id: 'fees-by-method',
    section: '4.2',
    question: 'What does a payment that is not by card cost?',
    choice:
      'PromptPay and barcode Alipay 1.65 %, PayNow 1 %, mobile banking 8.00 flat, the rest as cards; instalments that the merchant absorbs 0.8 % interest a month; the source says who absorbs it, the charge may say otherwise',
    reason: 'Read off recorded charges.',
  },
  {
    id: 'source-once',
    section: '3.2',
    question: 'How often can a source be charged?',
    choice: 'Once; its state then follows that charge, and it expires as failed',
    reason: 'The spec gives a source one path from pending.',
  },
  {
    id: 'payer-deadline',
    section: '3.2',
    question: 'How long can a payer use what the source shows?',
    choice: 'Bills and barcodes 24 hours, QR codes as long as the charge',
    reason: 'Recorded.',
  },
  {
    id: 'marking-charges',
    section: '4.11',
    question: 'Which charges can mark_as_paid and mark_as_failed end?',
    choice: 'Test charges that wait for their payer; others answer 400 `bad_request`',
    reason: 'Published for test mode; the catalogue has no code of its own for it.',
  },
  {
    id: 'account-settings',
    section: '2.11',
    question: 'What can be set about an account, and for which mode?',
    choice:
      'The recorded fields; test and live mode each have their own. null or an empty text takes an address away, and of `metadata_export_keys` the kinds that are given change',
    reason: 'Recorded names; a test must not redirect what happens in live mode.',
  },
  {
    id: 'account-webhooks',
    section: '4.8',
    question: 'How are webhook endpoints registered?',
    choice:
      'As `webhook_uri`, as `webhook_endpoints` (at most 10), or both: each address is told once. In live mode https only',
    reason: 'Recorded accounts have one address, the specification speaks of several.',
  },
  {
    id: 'first-webhook-secret',
    section: '2.10',
    question: 'Which webhook secret does an account start with?',
    choice:
      'One that follows from the account and the mode, the same at every start; further ones are random',
    reason: 'It can stand in the settings of a receiver before the sandbox runs.',
  },
  {
    id: 'unsigned-webhooks',
    section: '5.1',
    question: 'What signs a webhook when every secret was deleted?',
    choice: 'Nothing: both signature headers are absent',
    reason: 'A signature with a key that nobody holds could only be refused.',
  },
  {
    id: 'charge-webhooks',
    section: '6',
    question: 'Can a charge have webhook endpoints of its own?',
    choice:
      '`webhook_endpoints` of POST /charges, at most 2, https only in live mode: events of the charge, its refunds and disputes go there instead of to the account',
    reason: 'What published clients send.',
  },
  {
    id: 'webhook-option',
    section: '6',
    question: 'Whose events go where the option `webhook` says?',
    choice:
      'Those of the default account, in both modes, besides the addresses in its settings; each mode signs with its own secret',
    reason: 'A receiver of a local run wants to hear everything; settings stay what the API made them.',
  },
  {
    id: 'webhook-retries',
    section: '6',
    question: 'When is a webhook tried again?',
    choice:
      '1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h, 24 h, 48 h after each failure, then every 48 h, until 7 days after the first attempt: 11 attempts at most',
    reason: 'Published for the real service. Times are on the virtual clock.',
  },
  {
    id: 'webhook-success',
    section: '6',
    question: 'Which answer of a receiver counts, and how long may it take?',
    choice:
      'A status from 200 to 299 within 10 seconds of real time, whatever becomes of the body after it; redirects are not followed',
    reason: 'Published for the real service; a redirected POST would lose its body.',
  },
  {
    id: 'webhook-order',
    section: '6',
    question: 'In which order are webhooks sent?',
    choice:
      'To each address in the order of the events, the next when the last was answered; with more than 32 waiting, up to 16 at once. A retry goes when it is due and holds nothing up',
    reason: 'Order is not promised, but a test is easier to read when it is kept.',
  },
  {
    id: 'webhook-events',
    section: '6',
    question: 'What do `webhooks.deliver` and `webhooks.retry` tell?',
    choice:
      'The first attempt of a delivery and each later one; `data` is the webhook_delivery. They are recorded and never delivered. They have the time of the attempt, and stand where it happened among the events of that moment',
    reason: 'Delivering what tells of a delivery would never end.',
  },
  {
    id: 'webhook-secret-fields',
    section: '2.10',
    question: 'What does a webhook secret show?',
    choice:
      'id, livemode, created_at and metadata; `secret`, base64 text of 32 bytes, in the answer that makes it; a deleted one says `deleted: true`',
    reason: 'As published for the real service; at most two, as the signature header holds two.',
  },
  {
    id: 'bank-codes',
    section: '2.11',
    question: 'Which banks does the capability name?',
    choice: 'For Thai accounts the recorded codes, for others the test bank; for FPX the Malaysian banks',
    reason: 'Recorded for a Thai test account only.',
  },
  {
    id: 'receipts',
    section: '4.10',
    question: 'When are receipts issued?',
    choice: 'Never, in either mode: the list is empty',
    reason: 'The real service issues them for what it bills in live mode; nothing is billed here.',
  },
  {
    id: 'older-versions',
    section: '9',
    question: 'How do the older versions differ?',
    choice:
      'By the names and types of fields only: `created` for `created_at`, `refunded` for `refunded_amount`, `start_date` for `start_on` and so on. A field that was only added later is shown in every version. Lists of occurrences show the one that waits for its day from 2019-05-29 on. Parameters are the same in all',
    reason:
      'A published client checks every answer of 2015-11-17 with schemas, and finds the fields of later recordings in them.',
  },
  {
    id: 'operations-by-version',
    section: '9',
    question: 'Which operations does an older version not have?',
    choice:
      '2014-07-27 lacks schedules and their occurrences, links, exchange rates, receipts and the capability: 404 `service_not_found`. A search of everything leaves them out there, and a search of such a scope is 404 `serializer_not_found`',
    reason: 'Clients use all operations under 2015-11-17; with an older version both codes can be met.',
  },
  {
    id: 'dispute-deadline',
    section: '3.1',
    question: 'How long can a dispute be answered, and what then?',
    choice:
      '14 days on the virtual clock; then it is lost by itself, with `charge.dispute.close`, and an answer is 422 `deadline_passed`',
    reason: 'The shorter end of the typical window, so that a client that manages it manages all.',
  },
  {
    id: 'closing-disputes',
    section: '3.1',
    question: 'Which disputes can be accepted and closed, and how?',
    choice:
      'Open and pending ones, by PATCH or POST; accepting loses, closing (test mode) takes `status` won or lost, lost by default',
    reason: 'As published clients send them; a test need not bring evidence first.',
  },
  {
    id: 'dispute-won',
    section: '3.1',
    question: 'What can be done with a charge whose dispute was won?',
    choice: 'All that could be done before, also to dispute it again; it goes on showing the dispute',
    reason: 'The funds are back, so the charge stands as any paid charge.',
  },
  {
    id: 'dispute-lost-ledger',
    section: '3.1',
    question: 'Which transactions does a lost dispute make?',
    choice: 'None beyond the debit at its start: the books pass what was held on to the customer',
    reason: 'Recorded: only a won dispute has a second transaction.',
  },
  {
    id: 'evidence-files',
    section: '4.6',
    question: 'Which files are evidence?',
    choice:
      'PNG, JPEG and PDF of at most 10 MiB, told by how the bytes begin and never by the name; as many as one likes',
    reason: 'The published types; a name proves nothing.',
  },
  {
    id: 'default-recipient',
    section: '3.3',
    question: 'Who receives a transfer that names nobody?',
    choice:
      'A default recipient at a test bank, verified and active from the start, with an id that follows from the account; it can be changed, not deleted',
    reason: 'Recorded: every account has one.',
  },
  {
    id: 'recipient-activation',
    section: '2.11',
    question: 'When does a recipient become active?',
    choice: 'With its verification; at once on accounts with `auto_activate_recipients`',
    reason: 'There is no public way to activate one.',
  },
  {
    id: 'recipient-identity',
    section: '4.5',
    question: 'What happens to the verification when a recipient changes?',
    choice: 'Another name or bank account must be verified again; it stays active',
    reason: 'What was verified is not there any more.',
  },
  {
    id: 'recipient-banks',
    section: '4.5',
    question: 'Which banks can a recipient have?',
    choice: 'In Thailand those with a recorded code, elsewhere any code',
    reason: 'Recorded for Thailand only.',
  },
  {
    id: 'bank-account-number',
    section: '4.5',
    question: 'What is a bank account number?',
    choice: '4 to 20 digits; spaces and dashes are dropped',
    reason: 'Long enough for every country served, and for test numbers.',
  },
  {
    id: 'deleted-recipient',
    section: '4.5',
    question: 'What is left of a deleted recipient?',
    choice:
      'DELETE shows it in full with `deleted: true`; then it is 404, and its unsent transfers cannot be sent',
    reason: 'Published by the real service.',
  },
  {
    id: 'magic-bank-accounts',
    section: '4.5',
    question: 'How can a verification or a transfer be made to fail?',
    choice:
      'By the end of the bank account number, its leading zeros aside: 0001 to 0003 fail verification, 0004 sending, 0005 payment',
    reason: 'Nothing is published; test cards work by their number, too.',
  },
  {
    id: 'playing-bank',
    section: '4.5',
    question: 'Which operations that play the bank are there in live mode?',
    choice: 'None: verify, mark_as_sent and mark_as_paid are 404, the outcome form of PATCH is 400',
    reason: 'Published for test mode only.',
  },
  {
    id: 'transfer-fees',
    section: '4.5',
    question: 'What does a transfer cost?',
    choice: 'THB 28.04 plus 1.96 tax, JPY 260, one unit elsewhere; it is taken out of the amount',
    reason: 'Recorded for Thailand, a typical price for Japan.',
  },
  {
    id: 'transfer-reservation',
    section: '4.5',
    question: 'What does a transfer that was not sent do to the balance?',
    choice: 'It reduces `transferable`, not `total`; there is no transaction until it is sent',
    reason: 'Recorded transfers have no transactions until then; money cannot be promised twice.',
  },
  {
    id: 'transfer-refusals',
    section: '4.5',
    question: 'How is a transfer refused that cannot be made?',
    choice: '400 `invalid_transfer` for the amount, 404 for a recipient that is unknown or deleted',
    reason: 'Only declined payments are 402.',
  },
  {
    id: 'transfers-that-wait',
    section: '3.3',
    question: 'Can money be transferred to a recipient that is not verified or not active?',
    choice:
      'The transfer is made, with `sendable: false`, and its amount is reserved; the verification of its recipient sends it, if the balance covers it. Until then `mark_as_sent` is 400 `invalid_transfer`; after that it changes nothing',
    reason: 'Published clients make recipient and transfer in one go.',
  },
  {
    id: 'fail-fast',
    section: '4.5',
    question: 'What happens to a transfer that cannot be sent, as the balance or the recipient changed?',
    choice: 'With `fail_fast` it fails; otherwise it is refused and waits, to be sent later',
    reason: 'Published so: without it a transfer is tried again.',
  },
  {
    id: 'transfer-returned',
    section: '6',
    question: 'What becomes of money that a bank gives back?',
    choice:
      'The whole amount is credited, fee included; the transfer has failed and is `sent: false`, with `sent_at` and both transactions',
    reason: 'A failed transfer must leave the merchant where it was.',
  },
  {
    id: 'deleted-transfer',
    section: '4.5',
    question: 'What is left of a deleted transfer?',
    choice: 'It can be read with `deleted: true`, and leaves the lists',
    reason: 'Recorded in full in the answer to DELETE.',
  },
  {
    id: 'schedule-periods',
    section: '4.9',
    question: 'On which days does a schedule happen?',
    choice:
      'Periods are counted from the one with `start_on`, weeks begin on Monday, all in UTC; a day that a month does not have is left out',
    reason: 'An amount that was to come on the 31st is not taken on another day.',
  },
  {
    id: 'schedule-hours',
    section: '4.9',
    question: 'At which hour does a schedule happen?',
    choice:
      'Charges at 01:30 UTC, transfers at 01:05 UTC; on the day of its creation at once, if it starts then',
    reason: 'Read off recordings.',
  },
  {
    id: 'occurrence-retries',
    section: '6',
    question: 'What if a scheduled charge fails?',
    choice:
      'The occurrence is failed, and tried again on the next two days, the last time for good; other days are not affected',
    reason: 'Recordings show a `retry_on` of the following day.',
  },
  {
    id: 'schedule-transfers',
    section: '4.5',
    question: 'When does a scheduled transfer not happen?',
    choice:
      'With too little balance its day is skipped; to a recipient that is not verified the transfer waits',
    reason: 'A transfer of what is not there cannot be tried into being; a recipient can still be verified.',
  },
  {
    id: 'schedule-orphans',
    section: '3.3',
    question: 'What becomes of a schedule without its customer, card or recipient?',
    choice:
      'It is suspended at once, with `schedule.suspend`, and cannot be activated before there is one again',
    reason: 'Its state is published, the cause is not.',
  },
  {
    id: 'suspended-schedule',
    section: '3.3',
    question: 'What becomes of the days of a suspended schedule?',
    choice: 'Days that pass are skipped and retries dropped; after `activate` it goes on with the next day',
    reason: 'Nobody wants to be charged for a pause.',
  },
  {
    id: 'deleted-schedules-and-links',
    section: '4.9',
    question: 'Where are deleted schedules and links seen?',
    choice: 'Under their own id, with `deleted: true`; lists leave them out',
    reason: 'As deleted customers.',
  },
  {
    id: 'link-amounts',
    section: '4.9',
    question: 'Which amounts can a payment link have?',
    choice:
      '0, which leaves it to the payer, or from the smallest charge up to 1,000,000 units of its currency',
    reason: 'The maximum is recorded; a link that nobody could pay is a mistake.',
  },
  {
    id: 'link-address',
    section: '4.9',
    question: 'How is a payment link paid?',
    choice:
      'At `payment_uri`, by its page, or by POST of `card[...]`, a token as `card`, or `source[type]`; browsers get pages, programs the charge as JSON',
    reason: 'The sandbox serves the page itself, so that the address opens.',
  },
  {
    id: 'link-events',
    section: '6',
    question: 'When do the events of a payment link come?',
    choice:
      '`link.payment.create` with every charge of it, `link.payment.complete` when one is paid, at once or later; their data is the charge',
    reason: 'The names say it.',
  },
  {
    id: 'search-words',
    section: '4.10',
    question: 'What does a word of a query match?',
    choice:
      'A whole word, never a part of one: letters, digits and underscores make words, anything else separates them, so that an id is one word and `A-1001` is the phrase of its parts. Thai, Chinese and Japanese, which put no space between words, are found anywhere in a text. Text without any word finds nothing. A query has at most 1,000 characters',
    reason: 'There are no wildcards, so a part of a word cannot be asked for; full-text indexes work alike.',
  },
  {
    id: 'search-rank',
    section: '4.10',
    question: 'Which matches are exact?',
    choice:
      'Those where each term is the whole of a value, or the whole query is; they come first, each kind newest first, or oldest first with `order=chronological`',
    reason: 'With whole words only, the one way to match better is to match all of a value.',
  },
  {
    id: 'search-unknown-field',
    section: '4.10',
    question: 'What if a word before a colon is no queryable attribute?',
    choice: 'It is searched for as text, and the header `Sandbox-Warning` says so',
    reason: 'A search box also takes `12:30` and addresses; a mistyped attribute should still be noticed.',
  },
  {
    id: 'search-filter-case',
    section: '4.10',
    question: 'How exactly must a filter match, and what matches nothing?',
    choice:
      'The whole value, in upper or lower case; an unknown value finds nothing, and so does a range that ends before it begins. Booleans may also be 1 and 0',
    reason: 'Currencies and brands are written both ways by published clients.',
  },
  {
    id: 'search-weeks',
    section: '4.10',
    question: 'When does a week begin?',
    choice: 'On Monday, 00:00 UTC; a week or month lasts until its end, not until now',
    reason: 'ISO 8601.',
  },
  {
    id: 'search-period',
    section: '4.10',
    question: 'What do `from` and `to` bound?',
    choice:
      'When a record was made, both ends included; a day without a time is all of it, in a filter too, and a time without a fraction is its whole second',
    reason: 'The specification calls them date bounds. Records are kept to the millisecond.',
  },
  {
    id: 'search-delay',
    section: '4.10',
    question: 'When does the index know a change?',
    choice:
      'At once, or after `searchDelay` on the virtual clock; a record found before shows itself as it is now. What a record takes from others (the name on its card) is known at the first search, and after a restore all changes are',
    reason: 'A test should not wait unless it is about the waiting.',
  },
  {
    id: 'search-deleted',
    section: '4.10',
    question: 'Are deleted records found?',
    choice:
      'Recipients are, as they can be filtered by `deleted`; customers, transfers, schedules and links are not',
    reason: 'The same as in their lists.',
  },
  {
    id: 'search-card-digits',
    section: '4.10',
    question: 'What are the first digits of a card?',
    choice: 'Not kept: a filter by `card_first_digits` finds nothing',
    reason: 'Cards show them as null.',
  },
  {
    id: 'search-bank-names',
    section: '4.10',
    question: 'What are the name and brand of a bank?',
    choice: '`bank_name` is the holder of the account, `bank_brand` the name of the bank or its code',
    reason: 'The fields `name`, `brand` and `bank_code` of a bank account.',
  },
  {
    id: 'search-recurrence',
    section: '4.10',
    question: 'What is the `recurrence_id` of a schedule?',
    choice: 'Its id',
    reason: 'The scopes of schedules name no other one.',
  },
  {
    id: 'search-transaction-kind',
    section: '4.10',
    question: 'What is the `kind` of a transaction?',
    choice: 'Its `key`, its `direction` and the resource behind it are all understood',
    reason: 'The values are not shown, and none of the three can be mistaken for another.',
  },
  {
    id: 'search-exports',
    section: '4.10',
    question: 'What is an export?',
    choice:
      'A CSV of everything that was found, with all attributes of the scope, in the order of the month captured, the month created or the day created, as `filter_type` says, which is its first column. Its id stands in `export`; `GET /exports/:id` tells where to fetch it. Which records it has is settled when it is asked for; it shows them as they are when it is fetched, without those that were deleted since',
    reason:
      'Only the parameters are shown. Records that were never captured have no such month and are left out. The file is not kept, as it would be a copy of every record in every snapshot.',
  },
  {
    id: 'asked-failures',
    section: '7.1',
    question: 'How can a test get the errors that nothing in a sandbox causes?',
    choice:
      'In test mode `metadata[sandbox_fail]` names one: of a charge for its creation, capture, reversal and expiry, of a refund for the refund. A failure code of a card declines the charge as a test card would',
    reason: 'Clients must be tested against `backend_error` and its like; test cards cover declines only.',
  },
  {
    id: 'direct-debit',
    section: '1',
    question: 'What does `linked_account` do?',
    choice: 'A charge or customer that names one gets 400 `feature_not_supported`',
    reason: 'Direct debit is enabled account by account; nothing published shows how one is linked.',
  },
  {
    id: 'sources-for-pages',
    section: '4.3',
    question: 'Where does the page of a shop make a source?',
    choice:
      'At the API, and with the public key at the vault as well; the capability of the account is read at both. CORS lets pages of every site in there',
    reason:
      'Browser libraries know both addresses. With the secret key the vault answers 404, as it does elsewhere.',
  },
  {
    id: 'read-only-keys',
    section: '5',
    question: 'Which key gets 403 `not_authorized`?',
    choice: 'One that was set to `read_only`: it reads, and is refused wherever it would change something',
    reason: 'The code is for an operation that a valid key may not do; public keys have a 401 of their own.',
  },
  {
    id: 'idempotency-parameter',
    section: '4.1',
    question: 'What is `idemp_key` in the body of a transfer?',
    choice: 'What the header Idempotency-Key is; the header wins',
    reason: 'Published clients send it there.',
  },
  {
    id: 'split-transfers',
    section: '4.5',
    question: 'When does `split_transfer` make several transfers of one?',
    choice: 'Never: `split_transfer_group_id` is null',
    reason: 'A transfer is split above the limit of a bank, and the recorded limit is beyond any test.',
  },
  {
    id: 'chains',
    section: '1',
    question: 'Which accounts are chained to one?',
    choice: 'None: the list is empty, and every id is 404',
    reason: 'They are made by a person in a browser, who lets one account act for another.',
  },
  {
    id: 'paths-without-a-form',
    section: '4.8',
    question: 'Which paths that the real service names are not there?',
    choice:
      '`/account/api_versions`, `/account/api_version` and `/schema` are 404; `GET /` names the versions, `PATCH /account` with `api_version` chooses one',
    reason: 'No recording shows what they answer, and no published client calls them.',
  },
  {
    id: 'rate-limit-window',
    section: '7',
    question: 'What are the limit and the window of requests?',
    choice: 'No limit unless one is chosen; then so many in each minute of the clock, for each key',
    reason: 'Neither is shown. A fixed window is what X-RateLimit-Reset, one moment, can describe.',
  },
  {
    id: 'schedule-upload',
    section: '4.9',
    question: 'Can schedules be uploaded as a file?',
    choice: 'No: `/schedules/upload` is 404, schedules are made one by one',
    reason: 'The real service answers such a file later and by mail; a fixture does the same for a test.',
  },
  {
    id: 'packed-bodies',
    section: '4',
    question: 'What becomes of a request body with a Content-Encoding, such as gzip?',
    choice: 'It is refused with 400 `bad_request`, which says so',
    reason:
      'No published client packs what it sends; read as it is, a packed form would be one without parameters.',
  },
] as const satisfies readonly Assumption[]
