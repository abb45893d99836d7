// Section 2: the fields that the specification shows, object by object. Objects whose fields it does not show
// (2.11 account, 2.12 the rest) have no rows. `nullable` follows the text "or null" only, and `optional`
// means that the field may be absent. `nameOpen` marks fields whose meaning is given but not their name.

export interface FieldSpec {
  object: string
  field: string
  type: 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'datetime'
  nullable: boolean
  optional: boolean
  constant?: string
  values?: readonly string[]
  prefix?: string
  nameOpen?: true
  spec: string
}

export const fields = [
  // 2.2 charge
  {
    object: 'charge',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'charge',
    spec: '2.2',
  },
  {
    object: 'charge',
    field: 'id',
    type: 'string',
    nullable: false,
    optional: false,
    prefix: 'chrg_',
    spec: '2.2',
  },
  { object: 'charge', field: 'livemode', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'amount', type: 'integer', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'currency', type: 'string', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'description', type: 'string', nullable: true, optional: false, spec: '2.2' },
  { object: 'charge', field: 'metadata', type: 'object', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'status', type: 'string', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'authorized', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'paid', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'capture', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'captured', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'capturable', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'reversible', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'reversed', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'voided', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'expired', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'disputable', type: 'boolean', nullable: false, optional: false, spec: '2.2' },
  { object: 'charge', field: 'refunded', type: 'integer', nullable: false, optional: false, spec: '2.2' },
  {
    object: 'charge',
    field: 'refunded_amount',
    type: 'integer',
    nullable: false,
    optional: false,
    spec: '2.2',
  },
  {
    object: 'charge',
    field: 'transaction',
    type: 'string',
    nullable: false,
    optional: false,
    prefix: 'trxn_',
    spec: '2.2',
  },
  {
    object: 'charge',
    field: 'source_of_fund',
    type: 'string',
    nullable: false,
    optional: false,
    spec: '2.2',
  },
  { object: 'charge', field: 'failure_code', type: 'string', nullable: true, optional: false, spec: '2.2' },
  {
    object: 'charge',
    field: 'failure_message',
    type: 'string',
    nullable: true,
    optional: false,
    spec: '2.2',
  },
  // There when a card paid; whether it is null or absent otherwise is not said, so both are allowed.
  { object: 'charge', field: 'card', type: 'object', nullable: true, optional: true, spec: '2.2' },
  { object: 'charge', field: 'created_at', type: 'datetime', nullable: false, optional: false, spec: '2.2' },

  // 2.3 card
  {
    object: 'card',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'card',
    spec: '2.3',
  },
  {
    object: 'card',
    field: 'id',
    type: 'string',
    nullable: false,
    optional: false,
    prefix: 'card_',
    spec: '2.3',
  },
  { object: 'card', field: 'livemode', type: 'boolean', nullable: false, optional: false, spec: '2.3' },
  { object: 'card', field: 'brand', type: 'string', nullable: false, optional: false, spec: '2.3' },
  { object: 'card', field: 'last_digits', type: 'string', nullable: false, optional: false, spec: '2.3' },
  { object: 'card', field: 'name', type: 'string', nullable: false, optional: false, spec: '2.3' },
  {
    object: 'card',
    field: 'expiration_month',
    type: 'integer',
    nullable: false,
    optional: false,
    spec: '2.3',
  },
  {
    object: 'card',
    field: 'expiration_year',
    type: 'integer',
    nullable: false,
    optional: false,
    spec: '2.3',
  },
  { object: 'card', field: 'fingerprint', type: 'string', nullable: false, optional: false, spec: '2.3' },
  {
    object: 'card',
    field: 'security_code_check',
    type: 'boolean',
    nullable: false,
    optional: false,
    spec: '2.3',
  },

  // 2.4 refund
  {
    object: 'refund',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'refund',
    spec: '2.4',
  },
  { object: 'refund', field: 'id', type: 'string', nullable: false, optional: false, spec: '2.4' },
  { object: 'refund', field: 'amount', type: 'integer', nullable: false, optional: false, spec: '2.4' },
  { object: 'refund', field: 'status', type: 'string', nullable: false, optional: false, spec: '2.4' },
  { object: 'refund', field: 'charge', type: 'object', nullable: false, optional: false, spec: '2.4' },
  { object: 'refund', field: 'metadata', type: 'object', nullable: false, optional: true, spec: '2.4' },

  // 2.5 dispute
  {
    object: 'dispute',
    field: 'status',
    type: 'string',
    nullable: false,
    optional: false,
    values: ['open', 'pending', 'won', 'lost'],
    spec: '2.5',
  },
  {
    object: 'dispute',
    field: 'charge_dispute_at',
    type: 'datetime',
    nullable: false,
    optional: false,
    spec: '2.5',
  },
  { object: 'dispute', field: 'metadata', type: 'object', nullable: false, optional: false, spec: '2.5' },

  // 2.6 event
  {
    object: 'event',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'event',
    spec: '2.6',
  },
  {
    object: 'event',
    field: 'id',
    type: 'string',
    nullable: false,
    optional: false,
    prefix: 'evnt_',
    spec: '2.6',
  },
  { object: 'event', field: 'livemode', type: 'boolean', nullable: false, optional: false, spec: '2.6' },
  { object: 'event', field: 'location', type: 'string', nullable: false, optional: false, spec: '2.6' },
  { object: 'event', field: 'key', type: 'string', nullable: false, optional: false, spec: '2.6' },
  { object: 'event', field: 'data', type: 'object', nullable: false, optional: false, spec: '2.6' },
  {
    object: 'event',
    field: 'webhook_deliveries',
    type: 'array',
    nullable: false,
    optional: false,
    spec: '2.6',
  },
  { object: 'event', field: 'created_at', type: 'datetime', nullable: false, optional: false, spec: '2.6' },

  // 2.7 list
  {
    object: 'list',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'list',
    spec: '2.7',
  },
  { object: 'list', field: 'data', type: 'array', nullable: false, optional: false, spec: '2.7' },
  { object: 'list', field: 'limit', type: 'integer', nullable: false, optional: false, spec: '2.7' },
  { object: 'list', field: 'offset', type: 'integer', nullable: false, optional: false, spec: '2.7' },
  { object: 'list', field: 'total', type: 'integer', nullable: false, optional: false, spec: '2.7' },
  { object: 'list', field: 'from', type: 'datetime', nullable: false, optional: true, spec: '2.7' },
  { object: 'list', field: 'to', type: 'datetime', nullable: false, optional: true, spec: '2.7' },
  {
    object: 'list',
    field: 'order',
    type: 'string',
    nullable: false,
    optional: false,
    values: ['chronological', 'reverse_chronological'],
    spec: '2.7',
  },
  { object: 'list', field: 'location', type: 'string', nullable: false, optional: false, spec: '2.7' },

  // 2.8 search result
  {
    object: 'search',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'search',
    spec: '2.8',
  },
  { object: 'search', field: 'data', type: 'array', nullable: false, optional: false, spec: '2.8' },
  { object: 'search', field: 'total', type: 'integer', nullable: false, optional: false, spec: '2.8' },
  { object: 'search', field: 'from', type: 'datetime', nullable: false, optional: false, spec: '2.8' },
  { object: 'search', field: 'to', type: 'datetime', nullable: false, optional: false, spec: '2.8' },
  { object: 'search', field: 'limit', type: 'integer', nullable: false, optional: false, spec: '2.8' },
  { object: 'search', field: 'page', type: 'integer', nullable: false, optional: false, spec: '2.8' },

  // 2.9 error
  {
    object: 'error',
    field: 'object',
    type: 'string',
    nullable: false,
    optional: false,
    constant: 'error',
    spec: '2.9',
  },
  { object: 'error', field: 'location', type: 'string', nullable: false, optional: false, spec: '2.9' },
  { object: 'error', field: 'code', type: 'string', nullable: false, optional: false, spec: '2.9' },
  { object: 'error', field: 'message', type: 'string', nullable: false, optional: false, spec: '2.9' },
  // Context that some errors add. The specification does not show the shape of the third: an array is our
  // decision.
  { object: 'error', field: 'charge_id', type: 'string', nullable: false, optional: true, spec: '2.9' },
  { object: 'error', field: 'customer_id', type: 'string', nullable: false, optional: true, spec: '2.9' },
  {
    object: 'error',
    field: 'validation_errors',
    type: 'array',
    nullable: false,
    optional: true,
    spec: '2.9',
  },

  // 2.10 webhook secret; the secret itself is there only in the answer that creates it
  {
    object: 'webhook_secret',
    field: 'id',
    type: 'string',
    nullable: false,
    optional: false,
    prefix: 'whsec_',
    spec: '2.10',
  },
  {
    object: 'webhook_secret',
    field: 'secret',
    type: 'string',
    nullable: false,
    optional: true,
    nameOpen: true,
    spec: '2.10',
  },
  {
    object: 'webhook_secret',
    field: 'created_at',
    type: 'datetime',
    nullable: false,
    optional: false,
    nameOpen: true,
    spec: '2.10',
  },
  {
    object: 'webhook_secret',
    field: 'livemode',
    type: 'boolean',
    nullable: false,
    optional: false,
    spec: '2.10',
  },
] as const satisfies readonly FieldSpec[]
