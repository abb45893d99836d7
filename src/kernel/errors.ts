/**
 * The catalogue of all errors (spec 7.1). Rules name an error; this table has its status, code and text, and
 * http/render.ts prints them. A name differs from its code only where the spec uses one code with two statuses.
 */
export interface ErrorRule {
  readonly status: number
  readonly code: string
  readonly message: string
}

const e = (status: number, code: string, message: string): ErrorRule => ({ status, code, message })

export const catalogue = {
  backend_error: e(400, 'backend_error', 'backend error'),
  bad_request: e(400, 'bad_request', 'bad request'),
  brand_not_supported: e(400, 'brand_not_supported', 'brand not supported'),
  documents_locked: e(400, 'documents_locked', 'documents list cannot be modified'),
  expired_charge: e(400, 'expired_charge', 'charge expired'),
  failed_capture: e(400, 'failed_capture', 'capture failed'),
  failed_expire: e(400, 'failed_expire', 'expire failed'),
  failed_fraud_check: e(400, 'failed_fraud_check', 'fraud check failed'),
  failed_multi_currency: e(400, 'failed_multi_currency', 'the currency conversion could not be completed'),
  failed_refund: e(400, 'failed_refund', 'refund failed'),
  failed_reverse: e(400, 'failed_reverse', 'reverse failed'),
  failed_void: e(400, 'failed_void', 'void failed'),
  feature_not_supported: e(400, 'feature_not_supported', 'feature not supported'),
  invalid_amount: e(400, 'invalid_amount', 'invalid amount'),
  invalid_bank_account: e(400, 'invalid_bank_account', 'invalid bank account'),
  invalid_card: e(400, 'invalid_card', 'invalid card'),
  invalid_card_token: e(400, 'invalid_card_token', 'invalid card token'),
  invalid_charge: e(400, 'invalid_charge', 'invalid charge'),
  invalid_dispute: e(400, 'invalid_dispute', 'invalid dispute'),
  invalid_domain: e(400, 'invalid_domain', 'request must be made with the vault domain'),
  invalid_file_type: e(400, 'invalid_file_type', 'invalid content-type'),
  invalid_link: e(400, 'invalid_link', 'invalid link'),
  invalid_recipient: e(400, 'invalid_recipient', 'invalid recipient'),
  invalid_transfer: e(400, 'invalid_transfer', 'invalid transfer'),
  limit_reached: e(400, 'limit_reached', 'limit reached'),
  missing_card: e(400, 'missing_card', 'request contains no card parameters'),
  missing_file: e(400, 'missing_file', 'missing file or filename'),
  used_token: e(400, 'used_token', 'token was already used'),

  authentication_failure: e(401, 'authentication_failure', 'authentication failed'),

  payment_declined: e(402, 'payment_declined', 'Your card was declined'),
  insufficient_fund: e(402, 'insufficient_fund', 'insufficient funds'),
  declined_invalid_card: e(402, 'invalid_card', 'invalid card'),
  stolen_or_lost_card: e(402, 'stolen_or_lost_card', 'stolen or lost card'),
  failed_processing: e(402, 'failed_processing', 'processing failed'),
  payment_cancelled: e(402, 'payment_cancelled', 'payment cancelled'),
  payment_expired: e(402, 'payment_expired', 'payment expired'),
  payment_rejected: e(402, 'payment_rejected', 'payment rejected'),

  key_expired_error: e(403, 'key_expired_error', 'expired key'),
  locked_account_error: e(403, 'locked_account_error', 'account locked'),
  not_authorized: e(403, 'not_authorized', 'not authorized'),

  not_found: e(404, 'not_found', 'the requested object was not found'),
  dispute_not_found: e(404, 'dispute_not_found', 'dispute not found'),
  serializer_not_found: e(404, 'serializer_not_found', 'API version does not support this action'),
  service_not_found: e(404, 'service_not_found', 'API version does not support this operation'),

  body_too_large: e(413, 'bad_request', 'request body is too large'),

  deadline_passed: e(422, 'deadline_passed', 'response deadline has passed'),
  dispute_closed: e(422, 'dispute_closed', 'dispute is closed'),
  failed_deletion: e(422, 'failed_deletion', 'this object could not be deleted'),
  insufficient_refundable_amount: e(
    422,
    'insufficient_refundable_amount',
    'amount is above the refundable balance',
  ),
  invalid_charge_state: e(422, 'invalid_charge', 'the state of the charge does not allow this operation'),
  invalid_customer: e(422, 'invalid_customer', 'this operation is not allowed for the customer'),
  invalid_filter: e(422, 'invalid_filter', 'invalid filter'),
  invalid_page: e(422, 'invalid_page', 'invalid page'),
  invalid_per_page: e(422, 'invalid_per_page', 'invalid per page'),
  invalid_scope: e(422, 'invalid_scope', 'invalid scope'),
  not_refundable: e(422, 'not_refundable', 'charge cannot be refunded'),

  too_many_requests: e(429, 'too_many_requests', 'you have sent too many requests in too little time'),

  internal_error: e(500, 'internal_error', 'request could not be completed due to an internal error'),
  search_unavailable: e(503, 'search_unavailable', 'search is temporarily unavailable'),
} as const satisfies Record<string, ErrorRule>

export type ErrorName = keyof typeof catalogue

/** One problem with one parameter, as in `validation_errors`. */
export interface Problem {
  /** The parameter in the notation of forms: `amount`, `card[number]`. */
  readonly field: string
  /** `required`, `invalid`, `too_small`, `too_large`, `too_long` or `not_supported`. */
  readonly code: string
  /** The whole sentence: `amount is not a number`. */
  readonly message: string
}

export interface ErrorContext {
  readonly charge_id?: string
  readonly customer_id?: string
  readonly validation_errors?: readonly Problem[]
}

/** A refusal of the service. A request that throws it changes nothing. */
export class ApiError extends Error {
  readonly refusal: ErrorName
  readonly context: ErrorContext

  constructor(refusal: ErrorName, context: ErrorContext, message: string | undefined) {
    super(message ?? catalogue[refusal].message)
    this.name = 'ApiError'
    this.refusal = refusal
    this.context = context
  }
}

/** Makes a refusal: `throw fail(…)`. */
export const fail = (refusal: ErrorName, context: ErrorContext = {}, message?: string): ApiError =>
  new ApiError(refusal, context, message)

/** `a and b`; `a, b, and c`. */
export const sentence = (parts: readonly string[]): string =>
  parts.length < 3
    ? parts.join(' and ')
    : `${parts.slice(0, -1).join(', ')}, and ${parts[parts.length - 1] ?? ''}`

/** What is wrong with a parameter. The message begins with its own name: `number …` for `card[number]`. */
export const problemWith = (field: string, text: string, code = 'invalid'): Problem => ({
  field,
  code,
  message: `${/\[([a-z_]+)\]$/.exec(field)?.[1] ?? field} ${text}`,
})

/** Several wrong parameters: one message, and one entry for each. */
export const failInvalid = (refusal: ErrorName, problems: readonly Problem[]): ApiError =>
  fail(refusal, { validation_errors: problems }, sentence(problems.map((problem) => problem.message)))

/** `charge chrg_test_x was not found` (spec 7.1). */
export const failNotFound = (object: string, id: string): ApiError =>
  fail('not_found', {}, `${object} ${id} was not found`)
