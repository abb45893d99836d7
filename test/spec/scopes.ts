// Section 4.10: what each search scope filters on and looks through. The specification gives no scope name
// for payment links; 'link' is our decision.

export type FilterType = 'string' | 'integer' | 'boolean' | 'datetime'

export interface ScopeSpec {
  scope: string
  nameOpen?: true
  filters: Readonly<Record<string, FilterType>>
  values?: Readonly<Record<string, readonly string[]>>
  queries: readonly string[]
  spec: string
}

export const scopes = [
  {
    scope: 'charge',
    filters: {
      amount: 'integer',
      authorized: 'boolean',
      capture: 'boolean',
      captured: 'boolean',
      captured_at: 'datetime',
      created: 'datetime',
      credit_card_brand: 'string',
      card_last_digits: 'string',
      currency: 'string',
      failure_code: 'string',
      source_of_fund: 'string',
      source_type: 'string',
      status: 'string',
      disputed: 'boolean',
      fraud: 'boolean',
      is_installment: 'boolean',
      refunded: 'boolean',
      scheduled: 'boolean',
      voided: 'boolean',
      refund_amount: 'integer',
      installment_terms: 'integer',
    },
    queries: ['id', 'card_bank', 'card_name', 'description', 'failure_message', 'metadata'],
    spec: '4.10',
  },
  {
    scope: 'customer',
    filters: { created: 'datetime' },
    queries: ['id', 'description', 'email', 'metadata'],
    spec: '4.10',
  },
  {
    scope: 'dispute',
    filters: {
      amount: 'integer',
      card_first_digits: 'string',
      card_last_digits: 'string',
      charge_id: 'string',
      currency: 'string',
      status: 'string',
      closed_at: 'datetime',
      created: 'datetime',
      fraud: 'boolean',
    },
    queries: [
      'id',
      'card_brand',
      'card_id',
      'card_name',
      'metadata',
      'message',
      'reason_code',
      'reason_message',
    ],
    spec: '4.10',
  },
  {
    scope: 'link',
    nameOpen: true,
    filters: {
      amount: 'integer',
      created: 'datetime',
      used_at: 'datetime',
      currency: 'string',
      multiple: 'boolean',
      used: 'boolean',
    },
    queries: ['id', 'description', 'link_reference', 'title'],
    spec: '4.10',
  },
  {
    scope: 'receipt',
    filters: { created: 'datetime' },
    queries: ['id'],
    spec: '4.10',
  },
  {
    scope: 'recipient',
    filters: {
      active: 'boolean',
      deleted: 'boolean',
      verified: 'boolean',
      activated_at: 'datetime',
      created: 'datetime',
      verified_at: 'datetime',
      bank_last_digits: 'string',
      failure_code: 'string',
      type: 'string',
    },
    values: { type: ['individual', 'corporation'] },
    queries: ['id', 'bank_name', 'bank_brand', 'description', 'email', 'metadata', 'name', 'tax_id'],
    spec: '4.10',
  },
  {
    scope: 'refund',
    filters: {
      amount: 'integer',
      card_first_digits: 'string',
      card_last_digits: 'string',
      charge_id: 'string',
      status: 'string',
      created: 'datetime',
      voided: 'boolean',
    },
    queries: [
      'id',
      'card_bank',
      'card_brand',
      'card_id',
      'card_name',
      'charge_description',
      'currency',
      'metadata',
    ],
    spec: '4.10',
  },
  {
    scope: 'transfer',
    filters: {
      amount: 'integer',
      fee: 'integer',
      created: 'datetime',
      paid_at: 'datetime',
      sent_at: 'datetime',
      currency: 'string',
      paid: 'boolean',
      sent: 'boolean',
    },
    queries: [
      'id',
      'bank_name',
      'bank_brand',
      'failure_code',
      'failure_message',
      'metadata',
      'recipient_email',
      'recipient_id',
      'recipient_name',
      'transaction_id',
    ],
    spec: '4.10',
  },
  {
    scope: 'transaction',
    filters: {
      amount: 'integer',
      created: 'datetime',
      hold_until: 'datetime',
      currency: 'string',
      kind: 'string',
    },
    queries: ['id', 'record_id'],
    spec: '4.10',
  },
  {
    scope: 'charge_schedule',
    filters: {
      status: 'string',
      card_last_digits: 'string',
      active: 'boolean',
      amount: 'integer',
      created: 'datetime',
    },
    queries: [
      'recurrence_id',
      'currency',
      'description',
      'customer_email',
      'card_brand',
      'card_bank',
      'card_name',
    ],
    spec: '4.10',
  },
  {
    scope: 'transfer_schedule',
    filters: { status: 'string', active: 'boolean', created: 'datetime' },
    queries: ['recurrence_id', 'recipient_name'],
    spec: '4.10',
  },
] as const satisfies readonly ScopeSpec[]

// The parameters of GET /search. `default` null: none is given. Leaving out the scope searches everything.
export interface SearchParamSpec {
  param: string
  type: FilterType
  default: number | null
  values?: readonly string[]
  spec: string
}

export const searchParams = [
  { param: 'scope', type: 'string', default: null, spec: '4.10' },
  { param: 'query', type: 'string', default: null, spec: '4.10' },
  { param: 'filters[<attribute>]', type: 'string', default: null, spec: '4.10' },
  { param: 'expand', type: 'boolean', default: null, spec: '4.10' },
  { param: 'export', type: 'boolean', default: null, spec: '4.10' },
  {
    param: 'filter_type',
    type: 'string',
    default: null,
    values: ['monthly_captured', 'monthly_created', 'monthly_date'],
    spec: '4.10',
  },
  { param: 'limit', type: 'integer', default: 30, spec: '4.10' },
  { param: 'page', type: 'integer', default: null, spec: '4.10' },
  { param: 'from', type: 'datetime', default: null, spec: '4.10' },
  { param: 'to', type: 'datetime', default: null, spec: '4.10' },
] as const satisfies readonly SearchParamSpec[]

// Words that a filter accepts in place of a boolean or a date.
export interface FilterWordSpec {
  word: string
  type: 'boolean' | 'datetime'
  means: boolean | null
  spec: string
}

export const filterWords = [
  { word: 'yes', type: 'boolean', means: true, spec: '4.10' },
  { word: 'no', type: 'boolean', means: false, spec: '4.10' },
  { word: 'on', type: 'boolean', means: true, spec: '4.10' },
  { word: 'off', type: 'boolean', means: false, spec: '4.10' },
  { word: 'true', type: 'boolean', means: true, spec: '4.10' },
  { word: 'false', type: 'boolean', means: false, spec: '4.10' },
  { word: 'today', type: 'datetime', means: null, spec: '4.10' },
  { word: 'yesterday', type: 'datetime', means: null, spec: '4.10' },
  { word: 'this_week', type: 'datetime', means: null, spec: '4.10' },
  { word: 'last_week', type: 'datetime', means: null, spec: '4.10' },
  { word: 'this_month', type: 'datetime', means: null, spec: '4.10' },
  { word: 'last_month', type: 'datetime', means: null, spec: '4.10' },
] as const satisfies readonly FilterWordSpec[]
