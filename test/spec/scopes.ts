// Section 4.10: what each search scope filters on and looks through. The specification gives no scope name
// for payment links; 'link' is our decision.

export type FilterType = 'string' | 'integer' | 'boolean' | 'datetime'

export interface ScopeSpec {
  scope: string
  filters: Readonly<Record<string, FilterType>>
  queries: readonly string[]
  spec: string
}

type Attributes = { readonly [type in FilterType]?: string }

/** The attributes to filter by, by their type, and those that a query looks through. */
const scope = (name: string, attributes: Attributes, queries: string): ScopeSpec => {
  const filters: Record<string, FilterType> = {}
  for (const type of ['string', 'integer', 'boolean', 'datetime'] as const)
    for (const attribute of attributes[type]?.split(' ') ?? []) filters[attribute] = type
  return { scope: name, filters, queries: queries.split(' '), spec: '4.10' }
}

export const scopes: readonly ScopeSpec[] = [
  scope(
    'charge',
    {
      integer: 'amount refund_amount installment_terms',
      boolean: 'authorized capture captured disputed fraud is_installment refunded scheduled voided',
      datetime: 'captured_at created',
      string: 'credit_card_brand card_last_digits currency failure_code source_of_fund source_type status',
    },
    'id card_bank card_name description failure_message metadata',
  ),
  scope('customer', { datetime: 'created' }, 'id description email metadata'),
  scope(
    'dispute',
    {
      integer: 'amount',
      string: 'card_first_digits card_last_digits charge_id currency status',
      datetime: 'closed_at created',
      boolean: 'fraud',
    },
    'id card_brand card_id card_name metadata message reason_code reason_message',
  ),
  scope(
    'link',
    { integer: 'amount', datetime: 'created used_at', string: 'currency', boolean: 'multiple used' },
    'id description link_reference title',
  ),
  scope('receipt', { datetime: 'created' }, 'id'),
  // Of `type` the specification gives the values: individual and corporation.
  scope(
    'recipient',
    {
      boolean: 'active deleted verified',
      datetime: 'activated_at created verified_at',
      string: 'bank_last_digits failure_code type',
    },
    'id bank_name bank_brand description email metadata name tax_id',
  ),
  scope(
    'refund',
    {
      integer: 'amount',
      string: 'card_first_digits card_last_digits charge_id status',
      datetime: 'created',
      boolean: 'voided',
    },
    'id card_bank card_brand card_id card_name charge_description currency metadata',
  ),
  scope(
    'transfer',
    {
      integer: 'amount fee',
      datetime: 'created paid_at sent_at',
      string: 'currency',
      boolean: 'paid sent',
    },
    'id bank_name bank_brand failure_code failure_message metadata ' +
      'recipient_email recipient_id recipient_name transaction_id',
  ),
  scope(
    'transaction',
    { integer: 'amount', datetime: 'created hold_until', string: 'currency kind' },
    'id record_id',
  ),
  scope(
    'charge_schedule',
    { string: 'status card_last_digits', boolean: 'active', integer: 'amount', datetime: 'created' },
    'recurrence_id currency description customer_email card_brand card_bank card_name',
  ),
  scope(
    'transfer_schedule',
    { string: 'status', boolean: 'active', datetime: 'created' },
    'recurrence_id recipient_name',
  ),
]

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
