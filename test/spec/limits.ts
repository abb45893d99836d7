// Section 8: the numbers. A row has a value, or a range, or a formula where the limit depends on the record.
// Rows that cite another section are numbers which section 8 leaves out.

export interface LimitSpec {
  name: string
  value?: number
  min?: number
  max?: number
  formula?: string
  spec: string
}

export const limits: readonly LimitSpec[] = [
  { name: 'list_page_size_min', value: 1, spec: '8' },
  { name: 'list_page_size_max', value: 100, spec: '8' },
  { name: 'list_page_size_default', value: 20, spec: '8' },
  { name: 'search_page_size_default', value: 30, spec: '8' },
  { name: 'offset_min', value: 0, spec: '8' },
  { name: 'offset_default', value: 0, spec: '8' },
  { name: 'idempotency_key_length_max', value: 255, spec: '8' },
  { name: 'idempotency_key_lifetime', value: 24, spec: '8' },
  { name: 'event_retention', value: 90, spec: '8' },
  { name: 'webhook_timestamp_tolerance', value: 300, spec: '8' },
  { name: 'charge_amount_min_thb', value: 2000, spec: '8' },
  { name: 'refund_amount_min', value: 1, spec: '8' },
  { name: 'refund_amount_max', formula: 'charge.amount - sum(refunds.amount)', spec: '8' },
  { name: 'dispute_response_window', min: 14, max: 21, spec: '8' },
  { name: 'card_token_uses_max', value: 1, spec: '8' },

  { name: 'charge_amount_min_jpy', value: 50, spec: '7' },
  { name: 'charge_amount_min_sgd', value: 100, spec: '7' },
  { name: 'search_index_delay', min: 1, max: 2, spec: '4.10' },
]
