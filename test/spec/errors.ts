// Sections 7.1, 4.2 and 4.6: the error catalogue. `message` is null where the specification quotes none.
// `decided` marks codes for which the specification shows no status, so that the status is our decision.

export interface ErrorSpec {
  status: number
  code: string
  message: string | null
  adds?: readonly string[]
  decided?: true
  spec: string
}

export const errors = [
  { status: 400, code: 'backend_error', message: 'backend error', spec: '7.1' },
  { status: 400, code: 'bad_request', message: 'bad request', spec: '7.1' },
  { status: 400, code: 'brand_not_supported', message: 'brand not supported', spec: '7.1' },
  { status: 400, code: 'documents_locked', message: 'documents list cannot be modified', spec: '7.1' },
  { status: 400, code: 'expired_charge', message: 'charge expired', spec: '7.1' },
  { status: 400, code: 'failed_capture', message: 'capture failed', spec: '7.1' },
  { status: 400, code: 'failed_expire', message: 'expire failed', spec: '7.1' },
  { status: 400, code: 'failed_fraud_check', message: 'fraud check failed', spec: '7.1' },
  {
    status: 400,
    code: 'failed_multi_currency',
    message: 'the currency conversion could not be completed',
    spec: '7.1',
  },
  { status: 400, code: 'failed_refund', message: 'refund failed', spec: '7.1' },
  { status: 400, code: 'failed_reverse', message: 'reverse failed', spec: '7.1' },
  { status: 400, code: 'failed_void', message: 'void failed', spec: '7.1' },
  { status: 400, code: 'feature_not_supported', message: 'feature not supported', spec: '7.1' },
  { status: 400, code: 'invalid_amount', message: 'invalid amount', spec: '7.1' },
  { status: 400, code: 'invalid_bank_account', message: 'invalid bank account', spec: '7.1' },
  { status: 400, code: 'invalid_card', message: 'invalid card', spec: '7.1' },
  { status: 400, code: 'invalid_card_token', message: 'invalid card token', spec: '7.1' },
  { status: 400, code: 'invalid_charge', message: 'invalid charge', spec: '7.1' },
  { status: 400, code: 'invalid_dispute', message: 'invalid dispute', spec: '7.1' },
  { status: 400, code: 'invalid_domain', message: 'request must be made with the vault domain', spec: '7.1' },
  { status: 400, code: 'invalid_file_type', message: 'invalid content-type', spec: '7.1' },
  { status: 400, code: 'invalid_link', message: 'invalid link', spec: '7.1' },
  { status: 400, code: 'invalid_recipient', message: 'invalid recipient', spec: '7.1' },
  { status: 400, code: 'invalid_transfer', message: 'invalid transfer', spec: '7.1' },
  { status: 400, code: 'missing_card', message: 'request contains no card parameters', spec: '7.1' },
  { status: 400, code: 'missing_file', message: 'missing file or filename', spec: '7.1' },
  { status: 400, code: 'used_token', message: 'token was already used', spec: '7.1' },

  { status: 401, code: 'authentication_failure', message: 'authentication failed', spec: '7.1' },

  {
    status: 402,
    code: 'payment_declined',
    message: 'Your card was declined',
    adds: ['charge_id'],
    spec: '7.1',
  },
  { status: 402, code: 'insufficient_fund', message: 'insufficient funds', spec: '7.1' },
  { status: 402, code: 'invalid_card', message: 'invalid card', spec: '7.1' },
  { status: 402, code: 'stolen_or_lost_card', message: 'stolen or lost card', spec: '7.1' },
  { status: 402, code: 'failed_processing', message: 'processing failed', spec: '7.1' },
  { status: 402, code: 'payment_cancelled', message: 'payment cancelled', spec: '7.1' },
  { status: 402, code: 'payment_expired', message: 'payment expired', spec: '7.1' },
  { status: 402, code: 'payment_rejected', message: 'payment rejected', spec: '7.1' },

  { status: 403, code: 'key_expired_error', message: 'expired key', spec: '7.1' },
  { status: 403, code: 'locked_account_error', message: 'account locked', spec: '7.1' },
  { status: 403, code: 'not_authorized', message: 'not authorized', spec: '7.1' },

  { status: 404, code: 'not_found', message: 'the requested object was not found', spec: '7.1' },
  { status: 404, code: 'serializer_not_found', message: null, spec: '7.1' },
  { status: 404, code: 'service_not_found', message: null, spec: '7.1' },

  { status: 422, code: 'failed_deletion', message: 'this object could not be deleted', spec: '7.1' },
  { status: 422, code: 'invalid_filter', message: null, spec: '7.1' },
  { status: 422, code: 'invalid_page', message: null, spec: '7.1' },
  { status: 422, code: 'invalid_per_page', message: null, spec: '7.1' },
  { status: 422, code: 'invalid_scope', message: null, spec: '7.1' },
  { status: 422, code: 'invalid_charge', message: null, spec: '7.1' },
  { status: 422, code: 'invalid_customer', message: null, spec: '7.1' },

  {
    status: 429,
    code: 'too_many_requests',
    message: 'you have sent too many requests in too little time',
    spec: '7.1',
  },

  {
    status: 500,
    code: 'internal_error',
    message: 'request could not be completed due to an internal error',
    spec: '7.1',
  },

  { status: 503, code: 'search_unavailable', message: 'search is temporarily unavailable', spec: '7.1' },

  // Refunds; invalid_amount is above
  { status: 422, code: 'not_refundable', message: null, decided: true, spec: '4.2' },
  { status: 422, code: 'insufficient_refundable_amount', message: null, decided: true, spec: '4.2' },

  // Disputes; invalid_dispute, documents_locked, invalid_file_type and missing_file are above
  { status: 422, code: 'dispute_closed', message: 'dispute is closed', decided: true, spec: '4.6' },
  { status: 404, code: 'dispute_not_found', message: 'dispute not found', decided: true, spec: '4.6' },
  {
    status: 422,
    code: 'deadline_passed',
    message: 'response deadline has passed',
    decided: true,
    spec: '4.6',
  },
] as const satisfies readonly ErrorSpec[]

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
  decided?: true
  spec: string
}

export const sampleMessages = [
  { status: 404, code: 'not_found', message: 'charge <id> was not found', spec: '7.1' },
  {
    status: 400,
    code: 'invalid_charge',
    message: 'amount must be at least 2000 (in subunits)',
    decided: true,
    spec: '7',
  },
] as const satisfies readonly SampleMessageSpec[]
