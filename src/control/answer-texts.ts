import { type FieldTexts, within } from '../service/openapi/field-texts'
import { keyPair } from './input-texts'

const now = 'Time of the virtual clock, ISO 8601 in UTC'
const frozen = 'Whether the clock is stopped'

const list = (of: string, texts: FieldTexts): FieldTexts => ({ data: of, ...within('data', texts) })

const account: FieldTexts = {
  id: 'Begins with `acct_`; the same in both modes',
  email: 'Email address of the merchant',
  country: '`TH`, `JP`, `SG` or `MY`',
  currency: 'Currency in which it settles, in lower case',
  locked: 'Whether its keys answer 403 `locked_account_error`',
  require_3ds: 'Whether its card charges wait at their `authorize_uri`',
  keys: 'Its keys, by mode',
  ...within('keys', {
    test: 'Keys of test mode',
    ...within('test', keyPair),
    live: 'Keys of live mode',
    ...within('live', keyPair),
  }),
  key_states: 'State of each of its keys, by key',
  webhook_secret: 'The oldest secret in use that signs webhooks of test mode; null when none is left',
}

const delivery: FieldTexts = {
  event: 'Id of the event; `payload` has all of it',
  attempt: 'Number of the attempt, from 1; a resend begins at 1 again',
  delivered: 'Whether the answer was a status from 200 to 299',
  headers: 'The headers that were sent, by their name in lower case',
  answer: 'The first 1,000 characters of the answer to an attempt that failed; null for none',
  retry_at: 'Time of the next attempt, ISO 8601 in UTC; null when there is none',
}

const fault: FieldTexts = {
  id: 'Id of the fault, with which it can be removed',
  method: 'Method of the requests; null for every method',
  path: 'Path of the requests, or a pattern; null for every path',
  body: 'Parameters that the requests must have; null for any',
  card: 'Card of the requests, as `…` and the last four digits; null for any',
  times: 'How many requests or attempts it is applied to',
  after: 'How many that fit pass first',
  delay_ms:
    'Delay in milliseconds: before an operation runs, in real time, one number or `[least, most]`; of a delivery on the virtual clock',
  respond: 'The answer in place of the operation or the receiver; null for none',
  ...within('respond', {
    status: 'HTTP status of the answer',
    code: 'Code of the error; null for the usual one of the status',
    message: 'Message of the error; null for the usual one of the code',
    headers: 'Further headers, by name',
    body: 'Text of the answer; null for an error object, or for none from a receiver',
  }),
  drop: 'Of requests: `request` or `response`, or null. Of deliveries: whether the attempt is lost',
  hits: 'How many times it was applied',
  webhook: 'Key of the event, or a pattern; only faults of deliveries have it',
  url: 'Address of the receiver, or a pattern; null for every receiver',
  duplicate: 'How many copies are sent as well',
  reorder: 'Whether the next delivery overtakes it',
  signature: 'How the signature is wrong; null when it is right',
}

const faults = list('The faults, those of requests first', fault)

const request: FieldTexts = {
  id: 'Id of the request, as in the header `X-Request-Id`',
  at: 'Time of the answer on the virtual clock, ISO 8601 in UTC',
  host: 'The server that was asked: `api` or `vault`',
  method: 'Method of the request, in upper case',
  path: 'Path without the query, whose parameters are in `body`',
  account: 'Id of the account of the key; null for an unknown key',
  livemode: 'Whether the key is of live mode; null for an unknown key',
  key: 'Kind of the key: `public` or `secret`; null for an unknown key',
  body: 'Parameters of query and body, with card data masked; null when they cannot be read or are too long to keep',
  status: 'HTTP status of the answer; 0 when a fault cut the connection first',
  duration_ms: 'Time until the answer, in milliseconds of real time',
  error: 'Code of the error that was answered; null for none',
  answer: 'The answer, with secrets masked; null when it is not JSON, is too long, or is an older success',
  ignored: 'Parameters that the operation does not have, as in `Sandbox-Ignored-Params`',
  warnings: 'Details that may be a mistake, as in `Sandbox-Warning`',
  replayed: 'Whether it got the stored answer of its idempotency key',
  fault: 'Id of the fault that was applied to it, or `header`; null for none',
  events: 'The events that it caused, in their order',
  ...within('events', { id: 'Id of the event', key: 'Key of the event, such as `charge.complete`' }),
  transactions: 'Ids of the transactions that it booked',
  transitions: 'States of records that it changed, in their order',
  ...within('transitions', {
    id: 'Id of the record',
    from: 'State before; `new` for a new record',
    to: 'State after',
  }),
  deliveries: 'The attempts so far to deliver its events',
  ...within('deliveries', {
    id: 'Id of the attempt',
    event: 'Id of the event',
    uri: 'Address of the receiver',
    status: 'HTTP status of the answer; null when nothing answered',
    error: 'Why the attempt failed; null when it did not',
  }),
}

const requests = list('The requests, oldest first', request)

const snapshot: FieldTexts = {
  id: 'Id of the snapshot',
  now: 'Time of the virtual clock in it, ISO 8601 in UTC',
  name: 'Its name; left out where it has none',
}

const area = (what: string): FieldTexts => ({
  covered: `How many ${what} were used`,
  total: `How many ${what} there are`,
  rows: `Each of the ${what}, also those that were not used`,
  ...within('rows', { name: 'Its name', count: 'How many times it was used' }),
})

const operation: FieldTexts = {
  method: 'HTTP method, in upper case',
  path: 'Path with `:id` for what varies',
  server: 'The server that has it: `api`, `vault` or `both`',
  key: 'The key that it needs: `secret`, `public`, `any` of both, or `none`',
  summary: 'What it does, in a sentence',
  spec: 'Section of the specification, or `wire` for what only recordings of the service show',
}

const catalogue: FieldTexts = {
  test_cards: 'Card numbers of test mode',
  ...within('test_cards', {
    number: 'The number, as text',
    brand: 'Brand of the card',
    outcome: 'Failure code of its charges; null when they succeed',
    step: 'When it fails: `charge` at once, `enrolment` or `validation` during 3-D Secure; null when it does not',
  }),
  magic_values: 'Values with a result that has no other cause in a sandbox',
  ...within('magic_values', {
    in: 'The parameter or header for it',
    value: 'The value',
    effect: 'What it causes',
  }),
  event_keys: 'The keys of all events',
  error_codes: 'The errors of the API',
  ...within('error_codes', {
    status: 'HTTP status',
    code: 'Code of the error',
    message: 'Its usual message',
  }),
  operations: 'The operations of the API and the vault',
  ...within('operations', operation),
  transitions: 'The moves between states',
  ...within('transitions', {
    resource: 'Kind of the record',
    from: 'State before; `new` for a new record',
    to: 'State after',
  }),
  faults: 'What can go wrong on purpose',
  ...within('faults', {
    of: '`request` or `webhook`',
    option: 'Name of the option',
    effect: 'What it causes',
  }),
  assumptions: 'Decisions that the specification leaves open',
  ...within('assumptions', {
    id: 'Name of the decision',
    section: 'Section of the specification',
    question: 'What the specification does not say',
    choice: 'What the sandbox does',
    reason: 'Why it does so',
  }),
}

/** What operations of the control plane answer, where the schema has no text. */
export const answerTexts: { readonly [operation: string]: FieldTexts } = {
  getAccounts: list('The accounts, the default one first', account),
  postAccounts: account,
  patchAccountsId: account,
  getCatalogue: catalogue,
  postCheckout: {
    charge: 'Id of the charge',
    status: 'Its status, such as `successful` or `pending`',
    waits: 'Whether it waits for its payer',
    next: 'The page to open next: where the payer pays, or the charge in the dashboard',
  },
  getClock: { now, frozen },
  postClock: { now, frozen },
  getCoverage: {
    operations: 'Coverage of the operations',
    ...within('operations', area('operations')),
    errors: 'Coverage of the errors',
    ...within('errors', area('errors')),
    events: 'Coverage of the events',
    ...within('events', area('events')),
    transitions: 'Coverage of the moves between states',
    ...within('transitions', area('transitions')),
    test_cards: 'Coverage of the test cards',
    ...within('test_cards', area('test cards')),
  },
  getDeliveries: list('The attempts, oldest first', delivery),
  postEventsIdResend: list('The new attempts, one for each address', delivery),
  getFaults: faults,
  postFaults: fault,
  deleteFaults: faults,
  deleteFaultsId: faults,
  getFixtures: {
    fixture: 'The fixture, as JSON',
    left_out: 'Records that it cannot describe',
    ...within('left_out', { id: 'Id of the record', why: 'Why it is left out' }),
  },
  postFixtures: {
    ids: 'Ids of the made records, by their name in the fixture',
    again: 'Names that records of before had, which are still there; left out where there are none',
  },
  getHealth: {
    status: 'Always `ok`',
    version: 'Version of the package',
    now,
    uptime_ms: 'Age of the sandbox, in milliseconds of real time',
  },
  getOpenapiJson: {
    openapi: 'Version of OpenAPI',
    paths: 'The operations, by path',
  },
  getRequests: requests,
  getRequestsId: request,
  deleteRequests: requests,
  postReset: { now },
  getSnapshots: list('The snapshots, oldest first', snapshot),
  postSnapshots: snapshot,
  deleteSnapshotsId: snapshot,
  postSnapshotsIdRestore: { now },
  getState: {
    format: 'Name of the format',
    version: 'Version of the format: `PUT /state` of another version refuses it',
    digest: 'SHA-256 of all the rest, which is for `PUT /state` only: an edited state is refused',
  },
  putState: { now },
  getTrigger: list('The events that can be triggered', {
    key: 'Key of the event',
    summary: 'What the trigger does',
    takes: 'The operation whose parameters it takes',
  }),
}
