import { type FieldTexts, within } from '../service/openapi/field-texts'

export const keyPair: FieldTexts = {
  public: 'Public key, `pkey_…`',
  secret: 'Secret key, `skey_…`',
}

const chargeFailure = (usual: string): string =>
  `Why it fails, such as \`insufficient_fund\`. Default: \`${usual}\``
const theRecord: FieldTexts = {
  kind: 'Kind of the records, such as `charges`',
  id: 'Id of the record',
}

/** What operations of the control plane take, in the path, the query and the body, where the schema has no text. */
export const inputTexts: { readonly [operation: string]: FieldTexts } = {
  postAccounts: {
    email: 'Email address of the merchant. Default: `merchant@example.com`',
    country: '`TH`, `JP`, `SG` or `MY`. Default: `TH`',
    currency: 'Currency in which it settles, in lower case. Default: that of the country',
    keys: 'Its keys, by mode. Default: random keys',
    ...within('keys', {
      test: 'Keys of test mode. Default: random keys',
      ...within('test', keyPair),
      live: 'Keys of live mode. Default: random keys',
      ...within('live', keyPair),
    }),
    require_3ds:
      'Whether its card charges wait at their `authorize_uri`. Default: as the sandbox was started',
  },
  patchAccountsId: {
    id: 'Id of the account',
    locked: 'Whether its keys answer 403 `locked_account_error`. Default: unchanged',
    keys: 'New states of keys, by key: `revoked` answers 401, `expired` 403, and `read_only` 403 to what would change something. Default: unchanged',
    require_3ds: 'Whether its card charges wait at their `authorize_uri`. Default: unchanged',
  },
  getAssetsName: {
    name: 'Name of the file',
    v: 'Version of the file, for the caches of browsers. Default: none',
  },
  postCheckout: {
    amount: 'In subunits of the currency',
    currency: 'Three letters such as `thb`, in upper or lower case',
    order: 'Number of the order, kept in the metadata of the charge, at most 100 characters. Default: none',
    description: 'Description of the charge, at most 255 characters. Default: none',
    pay_with: 'A test card by its outcome, such as `successful`, or a method, such as `promptpay`',
  },
  postClock: {
    advance:
      'How far it moves on: a duration such as `90m`, `15d` or `1d12h` (ms s m h d w), or a number of milliseconds',
    set: 'Time to which it moves on, such as `2026-01-15T09:00:00Z`',
    freeze: 'true stops the clock, false lets it go on. Exactly one of the three is given',
  },
  getCoverage: { format: '`json`, `text` or `html`. Default: as the header `Accept` asks' },
  getDeliveries: {
    key: 'Key of the event, such as `charge.complete`, or a pattern such as `charge.*`. Default: all',
    event: 'Id of the event. Default: all events',
    uri: 'Address of the receiver. Default: all receivers',
    delivered:
      '`true` for attempts that were answered with 200 to 299, `false` for the others. Default: both',
    limit: 'How many of the latest attempts, from 1 to 1,000. Default: 100',
  },
  getDocsTopic: { topic: 'Name of the topic' },
  getDocsTopicId: { topic: 'Name of the topic', id: 'Name of one entry of it' },
  postEventsIdResend: { id: 'Id of the event' },
  deleteFaultsId: { id: 'Id of the fault' },
  getFixtures: { format: '`json`, or `yaml` for the text of a file. Default: `json`' },
  getOpenapiJson: { of: '`service` or `control`, for the control plane. Default: `service`' },
  getRecordsKind: { kind: theRecord.kind ?? '' },
  getRecordsKindId: theRecord,
  postRecordsKindIdMove: {
    ...theRecord,
    move: 'Name of the button, such as `capture`',
    amount: 'In subunits of the currency, for moves that take an amount. Default: all of it',
    failure_code: 'Why it fails, for moves that let it fail. Default: the usual code',
    reason_code: 'Reason of a dispute. Default: the usual reason',
    message: 'Text of a dispute, at most 2,000 characters. Default: none',
    card: 'Card that pays, for moves that take one. Default: one that succeeds',
  },
  getRequests: {
    method: 'Method, such as `POST`. Default: all methods',
    path: 'Path, such as `/charges`, or a pattern such as `/charges/*`. Default: all paths',
    status: 'HTTP status of the answer, such as `402`. Default: all answers',
    error: 'Code of the error that was answered. Default: all answers',
    limit: 'How many of the latest requests that fit. Default: all',
  },
  postRequests: {
    method: '`POST`, `PATCH` or `DELETE`',
    path: 'Path in the API without a query, such as `/account`, at most 500 characters',
    body: 'The parameters. Default: none',
  },
  getRequestsId: { id: 'Id of the request' },
  postSimulateDecideDispute: { dispute: 'Id of the dispute', outcome: '`won` or `lost`' },
  postSimulateExpireCharge: { charge: 'Id of a waiting or authorized charge' },
  postSimulateFailCharge: {
    charge: 'Id of a waiting charge',
    failure_code: chargeFailure('failed_processing'),
  },
  postSimulateFailSource: {
    source: 'Id of the source',
    failure_code: chargeFailure('payment_cancelled'),
  },
  postSimulateFailTransfer: {
    transfer: 'Id of the transfer',
    failure_code: 'Why it fails, such as `insufficient_balance`. Default: `transfer_failed`',
  },
  postSimulateOpenDispute: {
    charge: 'Id of the charge',
    reason_code: 'Why the cardholder disputes it. Default: `goods_or_services_not_provided`',
    message: 'What the cardholder says. Default: none',
  },
  postSimulatePayCharge: { charge: 'Id of a waiting charge' },
  postSimulatePayLink: {
    link: 'Id of the payment link',
    card: 'The card that pays. Default: one that succeeds, also for each field that is left out',
    ...within('card', {
      number: 'Number of the card, as text',
      name: 'Name of the cardholder',
      expiration_month: 'Last month in which the card is valid, from 1 to 12',
      expiration_year: 'Year of that month, with four digits',
      security_code: 'Three or four digits, as text',
    }),
    amount: 'In subunits of the currency of the link; required where the payer chooses the amount',
  },
  postSimulatePaySource: { source: 'Id of the source' },
  postSimulatePayTransfer: { transfer: 'Id of a sent transfer' },
  postSimulateRunSchedule: { schedule: 'Id of the schedule' },
  postSimulateSendTransfer: { transfer: 'Id of a waiting transfer' },
  postSimulateVerifyRecipient: { recipient: 'Id of the recipient' },
  postSnapshots: { name: 'A name for people, at most 100 characters. Default: none' },
  deleteSnapshotsId: { id: 'Id of the snapshot' },
  postSnapshotsIdRestore: { id: 'Id of the snapshot' },
  getStream: {
    only: 'Kinds of messages, separated by commas: `requests`, `events`, `deliveries`, `clock`, `resets`. Default: all',
  },
  postTriggerEventKey: { event_key: 'Key of the event, such as `charge.complete`' },
}
