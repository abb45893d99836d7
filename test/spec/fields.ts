// Section 2: the fields that the specification shows, object by object. Objects whose fields it does not show
// (2.11 account, 2.12 the rest) have no rows. `nullable` follows the text "or null" only, and `optional`
// means that the field may be absent.

export interface FieldSpec {
  object: string
  field: string
  type: 'string' | 'integer' | 'boolean' | 'object' | 'array' | 'datetime'
  nullable: boolean
  optional: boolean
  constant?: string
  values?: readonly string[]
  prefix?: string
  spec: string
}

type Row = Pick<FieldSpec, 'field' | 'type'> & Partial<FieldSpec>

const shown = (spec: string, object: string, rows: readonly Row[]): readonly FieldSpec[] =>
  rows.map((row) => ({ object, nullable: false, optional: false, spec, ...row }))

/** What an object shows that names itself in `object`. */
const named = (spec: string, object: string, rows: readonly Row[]): readonly FieldSpec[] =>
  shown(spec, object, [{ field: 'object', type: 'string', constant: object }, ...rows])

export const fields: readonly FieldSpec[] = [
  ...named('2.2', 'charge', [
    { field: 'id', type: 'string', prefix: 'chrg_' },
    { field: 'livemode', type: 'boolean' },
    { field: 'amount', type: 'integer' },
    { field: 'currency', type: 'string' },
    { field: 'description', type: 'string', nullable: true },
    { field: 'metadata', type: 'object' },
    { field: 'status', type: 'string' },
    { field: 'authorized', type: 'boolean' },
    { field: 'paid', type: 'boolean' },
    { field: 'capture', type: 'boolean' },
    { field: 'captured', type: 'boolean' },
    { field: 'capturable', type: 'boolean' },
    { field: 'reversible', type: 'boolean' },
    { field: 'reversed', type: 'boolean' },
    { field: 'voided', type: 'boolean' },
    { field: 'expired', type: 'boolean' },
    { field: 'disputable', type: 'boolean' },
    { field: 'refunded', type: 'integer' },
    { field: 'refunded_amount', type: 'integer' },
    { field: 'transaction', type: 'string', prefix: 'trxn_' },
    { field: 'source_of_fund', type: 'string' },
    { field: 'failure_code', type: 'string', nullable: true },
    { field: 'failure_message', type: 'string', nullable: true },
    // There when a card paid; whether it is null or absent otherwise is not said, so both are allowed.
    { field: 'card', type: 'object', nullable: true, optional: true },
    { field: 'created_at', type: 'datetime' },
  ]),
  ...named('2.3', 'card', [
    { field: 'id', type: 'string', prefix: 'card_' },
    { field: 'livemode', type: 'boolean' },
    { field: 'brand', type: 'string' },
    { field: 'last_digits', type: 'string' },
    { field: 'name', type: 'string' },
    { field: 'expiration_month', type: 'integer' },
    { field: 'expiration_year', type: 'integer' },
    { field: 'fingerprint', type: 'string' },
    { field: 'security_code_check', type: 'boolean' },
  ]),
  ...named('2.4', 'refund', [
    { field: 'id', type: 'string' },
    { field: 'amount', type: 'integer' },
    { field: 'status', type: 'string' },
    { field: 'charge', type: 'object' },
    { field: 'metadata', type: 'object', optional: true },
  ]),
  ...shown('2.5', 'dispute', [
    { field: 'status', type: 'string', values: ['open', 'pending', 'won', 'lost'] },
    { field: 'charge_dispute_at', type: 'datetime' },
    { field: 'metadata', type: 'object' },
  ]),
  ...named('2.6', 'event', [
    { field: 'id', type: 'string', prefix: 'evnt_' },
    { field: 'livemode', type: 'boolean' },
    { field: 'location', type: 'string' },
    { field: 'key', type: 'string' },
    { field: 'data', type: 'object' },
    { field: 'webhook_deliveries', type: 'array' },
    { field: 'created_at', type: 'datetime' },
  ]),
  ...named('2.7', 'list', [
    { field: 'data', type: 'array' },
    { field: 'limit', type: 'integer' },
    { field: 'offset', type: 'integer' },
    { field: 'total', type: 'integer' },
    { field: 'from', type: 'datetime', optional: true },
    { field: 'to', type: 'datetime', optional: true },
    { field: 'order', type: 'string', values: ['chronological', 'reverse_chronological'] },
    { field: 'location', type: 'string' },
  ]),
  ...named('2.8', 'search', [
    { field: 'data', type: 'array' },
    { field: 'total', type: 'integer' },
    { field: 'from', type: 'datetime' },
    { field: 'to', type: 'datetime' },
    { field: 'limit', type: 'integer' },
    { field: 'page', type: 'integer' },
  ]),
  ...named('2.9', 'error', [
    { field: 'location', type: 'string' },
    { field: 'code', type: 'string' },
    { field: 'message', type: 'string' },
    // Context that some errors add. The specification does not show the shape of the third: an array is our
    // decision.
    { field: 'charge_id', type: 'string', optional: true },
    { field: 'customer_id', type: 'string', optional: true },
    { field: 'validation_errors', type: 'array', optional: true },
  ]),
  ...shown('2.10', 'webhook_secret', [
    { field: 'id', type: 'string', prefix: 'whsec_' },
    // Only in the answer that creates it. The meaning of this and of the next is given, but not their names.
    { field: 'secret', type: 'string', optional: true },
    { field: 'created_at', type: 'datetime' },
    { field: 'livemode', type: 'boolean' },
  ]),
]
