// Section 8: the numbers. A row has a value, or a range, or a formula where the limit depends on the record.
// Rows that cite another section are numbers which section 8 leaves out.

export interface LimitSpec {
  name: string
  value?: number
  min?: number
  max?: number
  formula?: string
  unit: string
  spec: string
}

export const limits = [
  { name: 'list_page_size_min', value: 1, unit: 'items', spec: '8' },
  { name: 'list_page_size_max', value: 100, unit: 'items', spec: '8' },
  { name: 'list_page_size_default', value: 20, unit: 'items', spec: '8' },
  { name: 'search_page_size_default', value: 30, unit: 'items', spec: '8' },
  { name: 'offset_min', value: 0, unit: 'items', spec: '8' },
  { name: 'offset_default', value: 0, unit: 'items', spec: '8' },
  { name: 'idempotency_key_length_max', value: 255, unit: 'characters', spec: '8' },
  { name: 'idempotency_key_lifetime', value: 24, unit: 'hours', spec: '8' },
  { name: 'event_retention', value: 90, unit: 'days', spec: '8' },
  { name: 'webhook_timestamp_tolerance', value: 300, unit: 'seconds', spec: '8' },
  { name: 'charge_amount_min_thb', value: 2000, unit: 'subunits', spec: '8' },
  { name: 'refund_amount_min', value: 1, unit: 'subunits', spec: '8' },
  { name: 'refund_amount_max', formula: 'charge.amount - sum(refunds.amount)', unit: 'subunits', spec: '8' },
  { name: 'dispute_response_window', min: 14, max: 21, unit: 'days', spec: '8' },
  { name: 'card_token_uses_max', value: 1, unit: 'uses', spec: '8' },

  { name: 'charge_amount_min_jpy', value: 50, unit: 'subunits', spec: '7' },
  { name: 'charge_amount_min_sgd', value: 100, unit: 'subunits', spec: '7' },
  { name: 'search_index_delay', min: 1, max: 2, unit: 'seconds', spec: '4.10' },
] as const satisfies readonly LimitSpec[]
