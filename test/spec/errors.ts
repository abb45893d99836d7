// Sections 7.1, 4.2 and 4.6: the error catalogue. `message` is null where the specification quotes none.

export interface ErrorSpec {
  status: number
  code: string
  message: string | null
  spec: string
}

const answered = (
  status: number,
  rows: readonly Pick<ErrorSpec, 'code' | 'message'>[],
): readonly ErrorSpec[] => rows.map((row) => ({ status, spec: '7.1', ...row }))

export const errors: readonly ErrorSpec[] = [
  ...answered(400, [
    { code: 'backend_error', message: 'backend error' },
    { code: 'bad_request', message: 'bad request' },
    { code: 'brand_not_supported', message: 'brand not supported' },
    { code: 'documents_locked', message: 'documents list cannot be modified' },
    { code: 'expired_charge', message: 'charge expired' },
    { code: 'failed_capture', message: 'capture failed' },
    { code: 'failed_expire', message: 'expire failed' },
    { code: 'failed_fraud_check', message: 'fraud check failed' },
    { code: 'failed_multi_currency', message: 'the currency conversion could not be completed' },
    { code: 'failed_refund', message: 'refund failed' },
    { code: 'failed_reverse', message: 'reverse failed' },
    { code: 'failed_void', message: 'void failed' },
    { code: 'feature_not_supported', message: 'feature not supported' },
    { code: 'invalid_amount', message: 'invalid amount' },
    { code: 'invalid_bank_account', message: 'invalid bank account' },
    { code: 'invalid_card', message: 'invalid card' },
    { code: 'invalid_card_token', message: 'invalid card token' },
    { code: 'invalid_charge', message: 'invalid charge' },
    { code: 'invalid_dispute', message: 'invalid dispute' },
    { code: 'invalid_domain', message: 'request must be made with the vault domain' },
    { code: 'invalid_file_type', message: 'invalid content-type' },
    { code: 'invalid_link', message: 'invalid link' },
    { code: 'invalid_recipient', message: 'invalid recipient' },
    { code: 'invalid_transfer', message: 'invalid transfer' },
    { code: 'missing_card', message: 'request contains no card parameters' },
    { code: 'missing_file', message: 'missing file or filename' },
    { code: 'used_token', message: 'token was already used' },
  ]),
  ...answered(401, [{ code: 'authentication_failure', message: 'authentication failed' }]),
  ...answered(402, [
    { code: 'payment_declined', message: 'Your card was declined' },
    { code: 'insufficient_fund', message: 'insufficient funds' },
    { code: 'invalid_card', message: 'invalid card' },
    { code: 'stolen_or_lost_card', message: 'stolen or lost card' },
    { code: 'failed_processing', message: 'processing failed' },
    { code: 'payment_cancelled', message: 'payment cancelled' },
    { code: 'payment_expired', message: 'payment expired' },
    { code: 'payment_rejected', message: 'payment rejected' },
  ]),
  ...answered(403, [
    { code: 'key_expired_error', message: 'expired key' },
    { code: 'locked_account_error', message: 'account locked' },
    { code: 'not_authorized', message: 'not authorized' },
  ]),
  ...answered(404, [
    { code: 'not_found', message: 'the requested object was not found' },
    { code: 'serializer_not_found', message: null },
    { code: 'service_not_found', message: null },
  ]),
  ...answered(422, [
    { code: 'failed_deletion', message: 'this object could not be deleted' },
    { code: 'invalid_filter', message: null },
    { code: 'invalid_page', message: null },
    { code: 'invalid_per_page', message: null },
    { code: 'invalid_scope', message: null },
    { code: 'invalid_charge', message: null },
    { code: 'invalid_customer', message: null },
  ]),
  ...answered(429, [
    { code: 'too_many_requests', message: 'you have sent too many requests in too little time' },
  ]),
  ...answered(500, [
    { code: 'internal_error', message: 'request could not be completed due to an internal error' },
  ]),
  ...answered(503, [{ code: 'search_unavailable', message: 'search is temporarily unavailable' }]),

  // Refunds; invalid_amount is above. The specification shows no status for these and those of disputes.
  { status: 422, code: 'not_refundable', message: null, spec: '4.2' },
  { status: 422, code: 'insufficient_refundable_amount', message: null, spec: '4.2' },

  // Disputes; invalid_dispute, documents_locked, invalid_file_type and missing_file are above
  { status: 422, code: 'dispute_closed', message: 'dispute is closed', spec: '4.6' },
  { status: 404, code: 'dispute_not_found', message: 'dispute not found', spec: '4.6' },
  { status: 422, code: 'deadline_passed', message: 'response deadline has passed', spec: '4.6' },
]

export interface AlternateCodeSpec {
  status: number
  code: string
  alternate: string
  spec: string
}

export const alternateCodes = [
  { status: 429, code: 'too_many_requests', alternate: 'rate_limit_exceeded', spec: '7.1' },
  { status: 500, code: 'internal_error', alternate: 'internal_server_error', spec: '7.1' },
  { status: 503, code: 'search_unavailable', alternate: 'service_unavailable', spec: '7.1' },
] as const satisfies readonly AlternateCodeSpec[]

// Messages that are quoted for one situation beside the catalogue's own. The code of the second one is our
// decision; the message of a list limit is in lists.ts.
export interface SampleMessageSpec {
  status: number
  code: string
  message: string
  spec: string
}

export const sampleMessages = [
  { status: 404, code: 'not_found', message: 'charge <id> was not found', spec: '7.1' },
  {
    status: 400,
    code: 'invalid_charge',
    message: 'amount must be at least 2000 (in subunits)',
    spec: '7',
  },
] as const satisfies readonly SampleMessageSpec[]
