import type { ErrorName } from '../kernel/errors'
import { limits } from '../kernel/limits'

/** When each error occurs, and what its client should do. The texts of docs/errors. */
interface ErrorHelp {
  readonly when: string
  readonly fix: string
}

const askAnother = 'Ask the payer for another card. The charge is stored as failed; `charge_id` names it.'
const sendAgain =
  'Nothing has changed: send the request again, or show the payer that the payment did not happen.'
const readMessage = 'Read `validation_errors`: each entry names the field, the problem and what is accepted.'

export const errorHelp: { readonly [name in ErrorName]: ErrorHelp } = {
  backend_error: {
    when: 'The bank or wallet behind the operation could not be reached. A sandbox answers it only on request.',
    fix: sendAgain,
  },
  bad_request: {
    when: 'A parameter is out of its range, the body cannot be read, or a header such as the version is malformed.',
    fix: readMessage,
  },
  brand_not_supported: {
    when: 'The account takes no cards of this brand. A sandbox answers it only on request.',
    fix: 'Ask the payer for a card of another brand; `GET /capability` lists those that are accepted.',
  },
  documents_locked: {
    when: 'Evidence is added to a dispute, or taken from it, after the dispute was decided.',
    fix: 'Check that the dispute is `open` or `pending` before you upload.',
  },
  expired_charge: {
    when: `An authorized charge is captured or reversed after its authorization has expired, ${limits.chargeLifetimeDays} days later.`,
    fix: 'Create a new charge, and capture sooner; `expires_at` says until when.',
  },
  failed_capture: {
    when: 'A charge is captured that was never authorized, or the bank refused the capture.',
    fix: 'Capture only while `capturable` is true.',
  },
  failed_expire: {
    when: 'A charge is expired that no longer waits for its payer.',
    fix: 'Read the charge: it has been paid, has failed, or has expired already.',
  },
  failed_fraud_check: {
    when: 'The fraud check of the service refused the charge before it was sent to the bank.',
    fix: 'Do not try the same card again; ask for another payment method.',
  },
  failed_multi_currency: {
    when: 'The currency of the charge could not be converted. A sandbox answers it only on request.',
    fix: sendAgain,
  },
  failed_refund: {
    when: 'The bank refused the refund. With the profile `recorded`, also a refund above the refundable amount.',
    fix: 'Send it again later, or pay the customer back in another way.',
  },
  failed_reverse: {
    when: 'A charge is reversed that is not authorized, or was captured before.',
    fix: 'Reverse only while `reversible` is true; refund a captured charge instead.',
  },
  failed_void: {
    when: 'A void was asked for, but only a refund is possible: for a part of the amount, or on a later day.',
    fix: 'Leave `void` out: the refund then happens without returning the fees.',
  },
  feature_not_supported: {
    when: 'A parameter belongs to a feature that the account does not have.',
    fix: 'Leave out the parameter that the message names.',
  },
  invalid_amount: {
    when: 'The amount is not a whole number of subunits, or is zero or negative.',
    fix: 'Send subunits: 100.50 baht is `10050`.',
  },
  invalid_bank_account: {
    when: 'The bank is unknown, or the account number or name is missing or malformed.',
    fix: readMessage,
  },
  invalid_card: {
    when: 'The card number fails its check digit, the card has expired, or a field is missing.',
    fix: 'Show the payer which field is wrong: `validation_errors` names it.',
  },
  invalid_card_token: {
    when: '`card` of a request is not the id of a token, or of a card of the customer.',
    fix: 'Send the id that begins with `tokn_`, as text.',
  },
  invalid_charge: {
    when: 'The charge has no amount or currency, is below the minimum, or its parameters exclude each other.',
    fix: readMessage,
  },
  invalid_dispute: {
    when: 'A dispute is opened for a charge that cannot be disputed, or answered a second time.',
    fix: 'Read the dispute: the answer that was sent first counts.',
  },
  invalid_domain: {
    when: 'A card was sent to the API instead of the vault.',
    fix: 'Create tokens at the address of the vault, with the public key.',
  },
  invalid_file_type: {
    when: 'The content of an uploaded file is no PNG, JPEG or PDF, whatever its name says.',
    fix: 'Upload evidence as PNG, JPEG or PDF.',
  },
  invalid_link: {
    when: 'A payment link has no title, description, amount or currency, or one that is not accepted.',
    fix: readMessage,
  },
  invalid_recipient: {
    when: 'The recipient has no name, an unknown type or no bank account.',
    fix: readMessage,
  },
  invalid_transfer: {
    when: 'The transfer is above the transferable balance, below the minimum, or to a recipient that is not verified.',
    fix: 'Compare the amount with `transferable` of `GET /balance`; charges become transferable after some days.',
  },
  limit_reached: {
    when: 'The account has all the webhook secrets that it can have: two.',
    fix: 'Delete the old secret before you create the next one.',
  },
  missing_card: {
    when: 'A charge names neither `card`, `customer` nor `source`.',
    fix: 'Send one of the three.',
  },
  missing_file: {
    when: 'An upload has no field `file`, or the file has no name.',
    fix: 'Send `multipart/form-data` with the file in the field `file`.',
  },
  used_token: {
    when: 'A token is used a second time. Each token pays once.',
    fix: 'Create a new token, or save the card with a customer and charge the customer.',
  },
  authentication_failure: {
    when: 'The request has no key, an unknown or revoked key, or the public key where the secret one is needed.',
    fix: 'Send the key as the user name of HTTP Basic, without a password. The header `Sandbox-Warning` says what is wrong with the key.',
  },
  payment_declined: {
    when: 'The payment failed for a reason that has no code of its own; `failure_code` of the charge has it.',
    fix: askAnother,
  },
  insufficient_fund: { when: 'The card has not enough money or credit.', fix: askAnother },
  declined_invalid_card: {
    when: 'The bank says that the card is not valid.',
    fix: askAnother,
  },
  stolen_or_lost_card: {
    when: 'The card was reported as stolen or lost.',
    fix: `${askAnother} Do not tell the payer the reason.`,
  },
  failed_processing: { when: 'The bank failed to process the payment.', fix: askAnother },
  payment_cancelled: { when: 'The payer cancelled the payment.', fix: 'Let the payer begin again.' },
  payment_expired: { when: 'The payer did not confirm in time.', fix: 'Let the payer begin again.' },
  payment_rejected: { when: 'The bank of the card rejected the payment.', fix: askAnother },
  key_expired_error: {
    when: 'The key has expired.',
    fix: 'Use the new key of the account.',
  },
  locked_account_error: {
    when: 'The account is locked: its keys work again when it is unlocked.',
    fix: 'Talk to the service. In a sandbox, unlock the account on its page or with `PATCH /_sandbox/accounts/:id`.',
  },
  not_authorized: {
    when: 'The key may read, but not write; or the request came to a host name that the sandbox does not answer for.',
    fix: 'Use a key that may write; or start the sandbox with `--allow-host <name>`.',
  },
  not_found: {
    when: 'No record of this account and mode has the id, or there is no such path.',
    fix: 'Check the id, and whether the key is of the same mode: test ids contain `_test_`.',
  },
  dispute_not_found: {
    when: 'No dispute of this account and mode has the id.',
    fix: 'Check the id; it begins with `dspt_`.',
  },
  serializer_not_found: {
    when: 'The version of the API has no form for these records.',
    fix: 'Send a newer version in the header `Service-Version`.',
  },
  service_not_found: {
    when: 'The operation is younger than the version of the request.',
    fix: 'Send a newer version in the header `Service-Version`.',
  },
  body_too_large: {
    when: 'The body is larger than 1 MiB, or an upload larger than 10 MiB.',
    fix: 'Send less.',
  },
  deadline_passed: {
    when: 'A dispute is answered after its deadline.',
    fix: 'Answer a dispute within 14 days of `created_at`: without an answer it is lost.',
  },
  dispute_closed: {
    when: 'A dispute is answered, accepted or closed after it was decided.',
    fix: 'Read the dispute: `status` is `won` or `lost`.',
  },
  failed_deletion: {
    when: 'The record cannot be deleted: a transfer that was sent, the default recipient, or what is deleted already.',
    fix: 'Read the record; make another recipient the default one first.',
  },
  insufficient_refundable_amount: {
    when: 'The refund is larger than what is left of the charge after earlier refunds.',
    fix: 'Refund at most `amount` minus `refunded_amount`.',
  },
  invalid_charge_state: {
    when: 'The charge is in a state that has no such operation, such as a second capture.',
    fix: 'Read the charge before you act on it: its flags say what is possible.',
  },
  invalid_customer: {
    when: 'The customer was deleted.',
    fix: 'Create a new customer.',
  },
  invalid_filter: {
    when: 'The scope has no such filter, or the value is of the wrong type.',
    fix: 'See the filters of each scope under `docs/search`.',
  },
  invalid_page: { when: '`page` is not 1 or more.', fix: 'Pages begin with 1.' },
  invalid_per_page: { when: '`per_page` is not between 1 and 100.', fix: 'Send a number from 1 to 100.' },
  invalid_scope: { when: 'There is no such scope to search in.', fix: 'See the scopes under `docs/search`.' },
  not_refundable: {
    when: 'The charge is not paid, is fully refunded, disputed, or of a payment method without refunds.',
    fix: 'Refund only while `refundable` is true.',
  },
  too_many_requests: {
    when: 'The key has sent more requests in a minute than `--rate-limit` allows, or a fault asks for it.',
    fix: 'Wait for the seconds in `Retry-After`, and send the request again.',
  },
  internal_error: {
    when: 'The service has failed. A sandbox answers it for a fault that asks for it; otherwise it is a bug of the sandbox.',
    fix: 'Send the request again with the same `Idempotency-Key`: it happens once.',
  },
  search_unavailable: {
    when: 'The search is down. A sandbox answers it only for a fault that asks for it.',
    fix: 'Search again later; lists work meanwhile.',
  },
}
