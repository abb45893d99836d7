import { limits } from './limits'

/**
 * The catalogue of all errors (spec 7.1). Rules name an error; its row has all that there is to say about it. A name
 * differs from its code only where the spec uses one code with two statuses.
 */
export interface ErrorRule {
  readonly status: number
  readonly code: string
  readonly message: string
  /** When it occurs, and what its client should do. */
  readonly when: string
  readonly fix: string
  /**
   * Requests that end with it. The tests run them as commands of a shell, as the documentation prints them. Made on
   * demand: all texts and steps would take 0.6 ms of a first charge, the texts alone 0.4.
   */
  readonly steps: () => readonly CommandStep[]
}

/** A request of an example, written as a command for a shell. */
export interface CommandStep {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** May contain variables of earlier steps, such as `$charge`. */
  readonly path: string
  readonly on?: 'api' | 'vault' | 'control'
  readonly send?: Readonly<Record<string, unknown>>
  /** Which key of the target; `null` for a request without one. */
  readonly key?: 'secret' | 'public' | null
  /** The key of another account. */
  readonly ownKey?: string
  /** The variable for the id in the answer, and the beginning of that id. */
  readonly as?: readonly [variable: string, prefix: string]
  /** Further arguments of curl, as the shell reads them. */
  readonly more?: readonly string[]
  /** A command whose output is the input of curl. */
  readonly from?: string
}

const order = { amount: 10_000, currency: 'thb' } as const
const goodCard = '4242424242424242'

const sendCard = (number: string): CommandStep => ({
  on: 'vault',
  key: 'public',
  path: '/tokens',
  send: {
    card: {
      name: 'Somchai Prasert',
      number,
      expiration_month: 12,
      expiration_year: 2030,
      security_code: '123',
    },
  },
})
const tokenOf = (number: string): CommandStep => ({ ...sendCard(number), as: ['card', 'tokn'] })

type Params = NonNullable<CommandStep['send']>

const charge = (more: Params = {}): CommandStep => ({
  path: '/charges',
  send: { ...order, card: '$card', ...more },
})

/** A charge, whose id later steps use. */
const kept = (more: Params = {}): readonly CommandStep[] => [
  tokenOf(goodCard),
  { ...charge(more), as: ['charge', 'chrg'] },
]

/** A token of a card, and a charge by it. */
export const chargeCard = (number = goodCard): readonly CommandStep[] => [tokenOf(number), charge()]
const asked = (failure: string): readonly CommandStep[] => [
  tokenOf(goodCard),
  charge({ metadata: { sandbox_fail: failure } }),
]
const act = (action: string, send: Params = {}): CommandStep => ({
  path: `/charges/$charge/${action}`,
  send,
})
const get = (path: string, send: Params = {}): readonly CommandStep[] => [{ method: 'GET', path, send }]
const post = (path: string, send: Params): readonly CommandStep[] => [{ path, send }]
const fault = (path: string, text: string): readonly CommandStep[] => [
  { method: 'GET', path, more: [`-H 'Sandbox-Fault: ${text}'`] },
]
const oldVersion = (path: string): CommandStep => ({
  method: 'GET',
  path,
  more: ["-H 'Service-Version: 2014-07-27'"],
})

const disputed: readonly CommandStep[] = [
  ...kept(),
  { path: '/charges/$charge/disputes', as: ['dispute', 'dspt'] },
]
const closed: readonly CommandStep[] = [
  ...disputed,
  { method: 'PATCH', path: '/disputes/$dispute/close', send: { status: 'won' } },
]
const answer: CommandStep = { method: 'PATCH', path: '/disputes/$dispute', send: { message: 'Delivered' } }
const upload = (text: string): CommandStep => ({
  path: '/disputes/$dispute/documents',
  from: text,
  more: ["-F 'file=@-;filename=proof.pdf'"],
})
const wait = (advance: string): CommandStep => ({ on: 'control', path: '/clock', send: { advance } })

const bankAccount = { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' }
const recipient = { name: 'Shop Ltd', type: 'corporation', bank_account: bankAccount }

/** A separate account, whose key or state is changed: the keys of this sandbox keep working. */
const inAccount = (name: string, changes: Params): readonly CommandStep[] => {
  const pair = { public: `pkey_test_${name}`, secret: `skey_test_${name}` }
  return [
    { on: 'control', path: '/accounts', send: { keys: { test: pair } }, as: ['account', 'acct'] },
    { on: 'control', method: 'PATCH', path: '/accounts/$account', send: changes },
    { path: '/customers', send: { email: 'a@example.com' }, ownKey: pair.secret },
  ]
}

const askAnother = 'Ask the payer for another card. The charge is stored as failed; `charge_id` names it.'
const sendAgain =
  'Nothing has changed: send the request again, or show the payer that the payment did not happen.'
const readMessage = 'Read `validation_errors`: each entry names the field, the problem and what is accepted.'

const rule = (
  status: number,
  code: string,
  message: string,
  help: Pick<ErrorRule, 'when' | 'fix' | 'steps'>,
): ErrorRule => ({ status, code, message, ...help })

export const catalogue = {
  backend_error: rule(400, 'backend_error', 'backend error', {
    when: 'The bank or wallet behind the operation could not be reached. A sandbox answers it only on request.',
    fix: sendAgain,
    steps: () => asked('backend_error'),
  }),
  bad_request: rule(400, 'bad_request', 'bad request', {
    when: 'A parameter is out of its range, the body cannot be read, or a header such as the version is malformed.',
    fix: readMessage,
    steps: () => get('/charges', { limit: 101 }),
  }),
  brand_not_supported: rule(400, 'brand_not_supported', 'brand not supported', {
    when: 'The account takes no cards of this brand. A sandbox answers it only on request.',
    fix: 'Ask the payer for a card of another brand; `GET /capability` lists those that are accepted.',
    steps: () => asked('brand_not_supported'),
  }),
  documents_locked: rule(400, 'documents_locked', 'documents list cannot be modified', {
    when: 'Evidence is added to a dispute, or taken from it, after the dispute was decided.',
    fix: 'Check that the dispute is `open` or `pending` before you upload.',
    steps: () => [...closed, upload("echo '%PDF-1.4'")],
  }),
  expired_charge: rule(400, 'expired_charge', 'charge expired', {
    when: `An authorized charge is captured or reversed after its authorization has expired, ${limits.chargeLifetimeDays} days later.`,
    fix: 'Create a new charge, and capture sooner; `expires_at` says until when.',
    steps: () => [...kept({ capture: false }), wait('7d'), act('capture')],
  }),
  failed_capture: rule(400, 'failed_capture', 'capture failed', {
    when: 'A charge is captured that was never authorized, or the bank refused the capture.',
    fix: 'Capture only while `capturable` is true.',
    steps: () => [...kept({ capture: false, metadata: { sandbox_fail: 'failed_capture' } }), act('capture')],
  }),
  failed_expire: rule(400, 'failed_expire', 'expire failed', {
    when: 'A charge is expired that no longer waits for its payer.',
    fix: 'Read the charge: it has been paid, has failed, or has expired already.',
    steps: () => [...kept(), act('expire')],
  }),
  failed_fraud_check: rule(400, 'failed_fraud_check', 'fraud check failed', {
    when: 'The fraud check of the service refused the charge before it was sent to the bank.',
    fix: 'Do not try the same card again; ask for another payment method.',
    steps: () => asked('failed_fraud_check'),
  }),
  failed_multi_currency: rule(
    400,
    'failed_multi_currency',
    'the currency conversion could not be completed',
    {
      when: 'The currency of the charge could not be converted. A sandbox answers it only on request.',
      fix: sendAgain,
      steps: () => asked('failed_multi_currency'),
    },
  ),
  failed_refund: rule(400, 'failed_refund', 'refund failed', {
    when: 'The bank refused the refund. With the profile `omise`, also a refund above the refundable amount.',
    fix: 'Send it again later, or pay the customer back in another way.',
    steps: () => [...kept(), act('refunds', { metadata: { sandbox_fail: 'failed_refund' } })],
  }),
  failed_reverse: rule(400, 'failed_reverse', 'reverse failed', {
    when: 'A charge is reversed that is not authorized, or was captured before.',
    fix: 'Reverse only while `reversible` is true; refund a captured charge instead.',
    steps: () => [...kept(), act('reverse')],
  }),
  failed_void: rule(400, 'failed_void', 'void failed', {
    when: 'The request asks for a void, but only a refund is possible: for a part of the amount, or on a later day.',
    fix: 'Leave `void` out: the refund then happens without returning the fees.',
    steps: () => [...kept(), act('refunds', { amount: 100, void: true })],
  }),
  feature_not_supported: rule(400, 'feature_not_supported', 'feature not supported', {
    when: 'A parameter belongs to a feature that the account does not have.',
    fix: 'Leave out the parameter that the message names.',
    steps: () => post('/charges', { ...order, linked_account: 'larc_test_1' }),
  }),
  invalid_amount: rule(400, 'invalid_amount', 'invalid amount', {
    when: 'The amount is not a whole number of subunits, or is zero or negative.',
    fix: 'Send subunits: 100.50 baht is `10050`.',
    steps: () => post('/charges', { amount: 2000.5, currency: 'thb' }),
  }),
  invalid_bank_account: rule(400, 'invalid_bank_account', 'invalid bank account', {
    when: 'The bank is unknown, or the account number or name is missing or malformed.',
    fix: readMessage,
    steps: () => post('/recipients', { ...recipient, bank_account: { ...bankAccount, number: '1' } }),
  }),
  invalid_card: rule(400, 'invalid_card', 'invalid card', {
    when: 'The card number fails its check digit, the card has expired, or a field is missing.',
    fix: 'Show the payer which field is wrong: `validation_errors` names it.',
    steps: () => [{ on: 'vault', key: 'public', path: '/tokens', send: { card: { number: '1' } } }],
  }),
  invalid_card_token: rule(400, 'invalid_card_token', 'invalid card token', {
    when: '`card` of a request is not the id of a token, or of a card of the customer.',
    fix: 'Send the id that begins with `tokn_`, as text.',
    steps: () => [
      {
        path: '/charges',
        more: ["-H 'content-type: application/json'", `-d '${JSON.stringify({ ...order, card: 5 })}'`],
      },
    ],
  }),
  invalid_charge: rule(400, 'invalid_charge', 'invalid charge', {
    when: 'The charge has no amount or currency, is below the minimum, or its parameters exclude each other.',
    fix: readMessage,
    steps: () => post('/charges', { amount: 1999, currency: 'thb' }),
  }),
  invalid_dispute: rule(400, 'invalid_dispute', 'invalid dispute', {
    when: 'A dispute is opened for a charge that cannot be disputed, or answered a second time.',
    fix: 'Read the dispute: the answer that was sent first counts.',
    steps: () => [...disputed, answer, answer],
  }),
  invalid_domain: rule(400, 'invalid_domain', 'request must be made with the vault domain', {
    when: 'A card was sent to the API instead of the vault.',
    fix: 'Create tokens at the address of the vault, with the public key.',
    steps: () => [{ ...sendCard(goodCard), on: 'api' }],
  }),
  invalid_file_type: rule(400, 'invalid_file_type', 'invalid content-type', {
    when: 'The content of an uploaded file is not PNG, JPEG or PDF, even if its name says so.',
    fix: 'Upload evidence as PNG, JPEG or PDF.',
    steps: () => [...disputed, upload("echo 'no document'")],
  }),
  invalid_link: rule(400, 'invalid_link', 'invalid link', {
    when: 'A payment link has no title, description, amount or currency, or one that is not accepted.',
    fix: readMessage,
    steps: () => post('/links', order),
  }),
  invalid_recipient: rule(400, 'invalid_recipient', 'invalid recipient', {
    when: 'The recipient has no name, an unknown type or no bank account.',
    fix: readMessage,
    steps: () => post('/recipients', { ...recipient, type: 'ghost' }),
  }),
  invalid_transfer: rule(400, 'invalid_transfer', 'invalid transfer', {
    when: 'The transfer is above the transferable balance, below the minimum, or to a recipient that is not verified.',
    fix: 'Compare the amount with `transferable` of `GET /balance`; charges become transferable after some days.',
    steps: () => post('/transfers', { amount: 900_000_000 }),
  }),
  limit_reached: rule(400, 'limit_reached', 'limit reached', {
    when: 'The account has all the webhook secrets that it can have: two.',
    fix: 'Delete the old secret before you create the next one.',
    steps: () => [{ path: '/webhooks/secrets' }, { path: '/webhooks/secrets' }],
  }),
  missing_card: rule(400, 'missing_card', 'request contains no card parameters', {
    when: 'A charge names neither `card`, `customer` nor `source`.',
    fix: 'Send one of the three.',
    steps: () => post('/charges', order),
  }),
  missing_file: rule(400, 'missing_file', 'missing file or filename', {
    when: 'An upload has no field `file`, or the file has no name.',
    fix: 'Send `multipart/form-data` with the file in the field `file`.',
    steps: () => [...disputed, { path: '/disputes/$dispute/documents' }],
  }),
  used_token: rule(400, 'used_token', 'token was already used', {
    when: 'A token is used a second time. Each token pays once.',
    fix: 'Create a new token, or save the card with a customer and charge the customer.',
    steps: () => [tokenOf(goodCard), charge(), charge()],
  }),

  authentication_failure: rule(401, 'authentication_failure', 'authentication failed', {
    when: 'The request has no key, an unknown or revoked key, or the public key where the secret one is needed.',
    fix: 'Send the key as the user name of HTTP Basic, without a password. The header `Sandbox-Warning` says what is wrong with the key.',
    steps: () => [{ method: 'GET', path: '/charges', key: null }],
  }),

  payment_declined: rule(402, 'payment_declined', 'Your card was declined', {
    when: 'The payment failed for a reason without its own error code; `failure_code` of the charge has the reason.',
    fix: askAnother,
    steps: () => chargeCard('4111111111190016'),
  }),
  insufficient_fund: rule(402, 'insufficient_fund', 'insufficient funds', {
    when: 'The card has not enough money or credit.',
    fix: askAnother,
    steps: () => chargeCard('4111111111140011'),
  }),
  declined_invalid_card: rule(402, 'invalid_card', 'invalid card', {
    when: 'The bank says that the card is not valid.',
    fix: askAnother,
    steps: () => asked('invalid_card'),
  }),
  stolen_or_lost_card: rule(402, 'stolen_or_lost_card', 'stolen or lost card', {
    when: 'The card was reported as stolen or lost.',
    fix: `${askAnother} Do not tell the payer the reason.`,
    steps: () => chargeCard('4111111111130012'),
  }),
  failed_processing: rule(402, 'failed_processing', 'processing failed', {
    when: 'The bank failed to process the payment.',
    fix: askAnother,
    steps: () => chargeCard('4111111111120013'),
  }),
  payment_cancelled: rule(402, 'payment_cancelled', 'payment cancelled', {
    when: 'The payer cancelled the payment.',
    fix: 'Let the payer begin again.',
    steps: () => asked('payment_cancelled'),
  }),
  payment_expired: rule(402, 'payment_expired', 'payment expired', {
    when: 'The payer did not confirm in time.',
    fix: 'Let the payer begin again.',
    steps: () => asked('payment_expired'),
  }),
  payment_rejected: rule(402, 'payment_rejected', 'payment rejected', {
    when: 'The bank of the card rejected the payment.',
    fix: askAnother,
    steps: () => chargeCard('4111111111110014'),
  }),

  key_expired_error: rule(403, 'key_expired_error', 'expired key', {
    when: 'The key has expired.',
    fix: 'Use the new key of the account.',
    steps: () => inAccount('old', { keys: { skey_test_old: 'expired' } }),
  }),
  locked_account_error: rule(403, 'locked_account_error', 'account locked', {
    when: 'The account is locked: its keys work again when it is unlocked.',
    fix: 'Talk to the service. In a sandbox, unlock the account on its page or with `PATCH /_sandbox/accounts/:id`.',
    steps: () => inAccount('shut', { locked: true }),
  }),
  not_authorized: rule(403, 'not_authorized', 'not authorized', {
    when: 'The key may read, but not write; or the request came to a host name that the sandbox does not answer for.',
    fix: 'Use a key that may write; or start the sandbox with `--allow-host <name>`.',
    steps: () => inAccount('read', { keys: { skey_test_read: 'read_only' } }),
  }),

  not_found: rule(404, 'not_found', 'the requested object was not found', {
    when: 'No record of this account and mode has the id, or there is no such path.',
    fix: 'Check the id, and whether the key is of the same mode: test ids contain `_test_`.',
    steps: () => get('/charges/chrg_test_none'),
  }),
  dispute_not_found: rule(404, 'dispute_not_found', 'dispute not found', {
    when: 'No dispute of this account and mode has the id.',
    fix: 'Check the id; it begins with `dspt_`.',
    steps: () => get('/disputes/dspt_test_none'),
  }),
  serializer_not_found: rule(404, 'serializer_not_found', 'API version does not support this action', {
    when: 'The version of the API has no form for these records.',
    fix: 'Send a newer version in the header `Service-Version`.',
    steps: () => [{ ...oldVersion('/search'), send: { scope: 'link' } }],
  }),
  service_not_found: rule(404, 'service_not_found', 'API version does not support this operation', {
    when: 'The operation is younger than the version of the request.',
    fix: 'Send a newer version in the header `Service-Version`.',
    steps: () => [oldVersion('/links')],
  }),

  body_too_large: rule(413, 'bad_request', 'request body is too large', {
    when: 'The body is larger than 1 MiB, or an upload larger than 10 MiB.',
    fix: 'Send less.',
    steps: () => [{ path: '/customers', from: 'head -c 2000000 /dev/zero', more: ['--data-binary @-'] }],
  }),

  deadline_passed: rule(422, 'deadline_passed', 'response deadline has passed', {
    when: 'A dispute is answered after its deadline.',
    fix: 'Answer a dispute within 14 days of `created_at`: without an answer it is lost.',
    steps: () => [...disputed, wait('15d'), answer],
  }),
  dispute_closed: rule(422, 'dispute_closed', 'dispute is closed', {
    when: 'A dispute is answered, accepted or closed after it was decided.',
    fix: 'Read the dispute: `status` is `won` or `lost`.',
    steps: () => [...closed, { method: 'PATCH', path: '/disputes/$dispute/accept' }],
  }),
  failed_deletion: rule(422, 'failed_deletion', 'this object could not be deleted', {
    when: 'The record cannot be deleted: a transfer that was sent, the default recipient, or what is deleted already.',
    fix: 'Read the record; make another recipient the default one first.',
    steps: () => [
      { path: '/links', send: { ...order, title: 'Order', description: 'One coffee' }, as: ['link', 'link'] },
      { method: 'DELETE', path: '/links/$link' },
      { method: 'DELETE', path: '/links/$link' },
    ],
  }),
  insufficient_refundable_amount: rule(
    422,
    'insufficient_refundable_amount',
    'amount is above the refundable balance',
    {
      when: 'The refund is larger than what is left of the charge after earlier refunds.',
      fix: 'Refund at most `amount` minus `refunded_amount`.',
      steps: () => [...kept(), act('refunds', { amount: 10_001 })],
    },
  ),
  invalid_charge_state: rule(422, 'invalid_charge', 'the state of the charge does not allow this operation', {
    when: 'The charge is in a state that has no such operation, such as a second capture.',
    fix: 'Read the charge before you act on it: its flags say what is possible.',
    steps: () => [...kept(), act('capture')],
  }),
  invalid_customer: rule(422, 'invalid_customer', 'this operation is not allowed for the customer', {
    when: 'The customer was deleted.',
    fix: 'Create a new customer.',
    steps: () => [
      { path: '/customers', send: { email: 'a@example.com' }, as: ['customer', 'cust'] },
      { method: 'DELETE', path: '/customers/$customer' },
      { method: 'PATCH', path: '/customers/$customer', send: { email: 'b@example.com' } },
    ],
  }),
  invalid_filter: rule(422, 'invalid_filter', 'invalid filter', {
    when: 'The scope has no such filter, or the value is of the wrong type.',
    fix: 'See the filters of each scope under `docs/search`.',
    steps: () => get('/search', { scope: 'charge', filters: { colour: 'red' } }),
  }),
  invalid_page: rule(422, 'invalid_page', 'invalid page', {
    when: '`page` is not 1 or more.',
    fix: 'Pages begin with 1.',
    steps: () => get('/search', { scope: 'charge', page: 0 }),
  }),
  invalid_per_page: rule(422, 'invalid_per_page', 'invalid per page', {
    when: '`per_page` is not between 1 and 100.',
    fix: 'Send a number from 1 to 100.',
    steps: () => get('/search', { scope: 'charge', per_page: 101 }),
  }),
  invalid_scope: rule(422, 'invalid_scope', 'invalid scope', {
    when: 'There is no such scope to search in.',
    fix: 'See the scopes under `docs/search`.',
    steps: () => get('/search', { scope: 'colour' }),
  }),
  not_refundable: rule(422, 'not_refundable', 'charge cannot be refunded', {
    when: 'The charge is not paid, is fully refunded, disputed, or of a payment method without refunds.',
    fix: 'Refund only while `refundable` is true.',
    steps: () => [...kept({ capture: false }), act('refunds')],
  }),

  too_many_requests: rule(429, 'too_many_requests', 'you have sent too many requests in too little time', {
    when: 'The key has sent more requests in a minute than `--rate-limit` allows, or a fault asks for it.',
    fix: 'Wait for the seconds in `Retry-After`, and send the request again.',
    steps: () => fault('/balance', 'status=429'),
  }),

  internal_error: rule(500, 'internal_error', 'request could not be completed due to an internal error', {
    when: 'The service has failed. A sandbox answers it because of a fault; otherwise it is a bug in the sandbox.',
    fix: 'Send the request again with the same `Idempotency-Key`: it happens once.',
    steps: () => fault('/balance', 'status=500'),
  }),
  search_unavailable: rule(503, 'search_unavailable', 'search is temporarily unavailable', {
    when: 'The search is down. A sandbox answers it only because of a fault.',
    fix: 'Search again later; lists work meanwhile.',
    steps: () => fault('/search', 'status=503; code=search_unavailable'),
  }),
} as const satisfies Record<string, ErrorRule>

export type ErrorName = keyof typeof catalogue
