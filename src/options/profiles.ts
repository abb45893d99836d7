/**
 * The points where the specification and the real service differ (contract of the sandbox, sections 5.1 and 16). `spec`
 * follows the specification; `omise` follows what is public of the real service: recordings, its documentation, and what
 * published clients and applications expect.
 */
interface ProfileChoice {
  readonly spec: string | readonly string[]
  readonly omise: string | readonly string[]
  /** A value of neither profile, which `overrides` can set. */
  readonly also?: string
  /** For the documentation. */
  readonly text: string
}

/** Wallets that turn a card of a phone into a token. */
export const tokenizationMethods = ['googlepay', 'applepay'] as const

export const profileRows = {
  headerPrefix: {
    spec: 'Service',
    omise: 'Omise',
    text: 'first word of the headers for version and signatures; any word can be set',
  },
  eventKeys: {
    spec: 'spec',
    omise: 'omise',
    text: 'keys of events: those of the specification, or those of the real service',
  },
  declines: {
    spec: 'error',
    omise: 'charge',
    text: 'a declined card: the 402 error, or 200 with the failed charge',
  },
  refundCharge: { spec: 'object', omise: 'id', text: '`charge` of a refund: the charge, or its id' },
  listOrder: {
    spec: 'reverse_chronological',
    omise: 'chronological',
    text: 'default order of lists',
  },
  currencyCase: { spec: 'lower', omise: 'upper', text: 'currencies in answers' },
  timestamps: { spec: 'milliseconds', omise: 'seconds', text: 'times in answers' },
  secretEncoding: {
    spec: 'utf8',
    omise: 'base64',
    text: 'signing key of webhooks: the text of the secret, or its decoded bytes',
  },
  sourceReadKey: {
    spec: 'secret',
    omise: 'any',
    text: 'keys that read a source: secret only, or also public',
  },
  recaptureError: {
    spec: 'invalid_charge',
    omise: 'failed_capture',
    text: 'capture of a charge that cannot be captured: 422 `invalid_charge`, or 400 `failed_capture`',
  },
  refunds: {
    spec: 'any',
    omise: 'by-method',
    text: 'successful charges that can be refunded: all, or as the payment method allows',
  },
  receiptList: { spec: 'list', omise: 'receipt_list', text: '`object` of the list of receipts' },
  refundError: {
    spec: 'not_refundable',
    omise: 'failed_refund',
    text: 'a refused refund: 422 `not_refundable` or `insufficient_refundable_amount`, or 400 `failed_refund`',
  },
  amountError: {
    spec: 'invalid_charge',
    omise: 'invalid_amount',
    text: 'a charge without an amount: 400 `invalid_charge`, or 400 `invalid_amount`; of one with a fraction of a subunit the other way round',
  },
  failureMessages: {
    spec: 'spec',
    omise: 'omise',
    text: '`failure_message` of a charge: as in the specification, or as the real service words it',
  },
  expiry: {
    spec: 'seven-days',
    omise: 'by-method',
    text: 'when a charge expires by default: after seven days, or as its payment method allows',
  },
  promptpay: {
    spec: 'code',
    omise: 'page',
    text: 'a PromptPay charge with `return_uri`: its code alone, or also a page at `authorize_uri`; then `raw_data` is null, and `payment_channel` takes the place of `buyer_name`',
  },
  buyerCodes: {
    spec: 'shown',
    omise: 'hidden',
    text: 'a code that the shop scans from the phone of an `alipayplus_upm` or `barcode_wechat` buyer: shown with numbers in the source, or not',
  },
  methodFees: {
    spec: 'usual',
    omise: 'recorded',
    text: 'fee of `alipayplus_mpm`, `alipayplus_upm` and `wechat_pay`: that of a card, or the recorded 1.65 % and 0 %',
  },
  wechatPay: { spec: 'redirect', omise: 'app_redirect', text: '`flow` of a `wechat_pay` source' },
  passkeys: {
    spec: 'at-once',
    omise: 'page',
    text: 'a charge with `authentication=PASSKEY`: authenticated already, or waits at its page',
  },
  authenticatedBy: {
    spec: 'afterwards',
    omise: 'at-creation',
    text: '`authenticated_by` of a charge that waits for its cardholder: null until they confirm, or set from the start',
  },
  missing3dsFields: {
    spec: 'none',
    omise: 'named',
    text: '`missing_3ds_fields` of a card charge that waits for its cardholder: empty, or `email` and `phone_number` where the card was not given them',
  },
  unfinished: {
    spec: 'expires',
    omise: 'fails',
    text: "a bank's page that the payer never finishes (internet banking, mobile banking): the charge expires, or fails with `timeout`",
  },
  refundAmount: {
    spec: 'optional',
    omise: 'required',
    text: 'a refund without `amount`: of all that is left, or refused with 400 `failed_refund`',
  },
  refundBalance: {
    spec: 'any',
    omise: 'any',
    also: 'needed',
    text: 'a refund that the balance does not cover: made, or refused with 400 `failed_refund` (`needed`)',
  },
  idempotencyKeys: {
    spec: 'kept',
    omise: 'kept',
    also: 'ignored',
    text: 'a call with the `Idempotency-Key` of an earlier one: answered as that was, or run again (`ignored`)',
  },
  occurrences: {
    spec: 'all',
    omise: 'ran',
    text: 'occurrences that a schedule lists: also the one that waits for its day, or only those that ran',
  },
  deletedTransfers: {
    spec: 'unsendable',
    omise: 'unchanged',
    text: '`sendable` of a deleted transfer: false, or as it was',
  },
  defaultRecipient: {
    spec: 'corporation',
    omise: 'individual',
    text: 'type of the default recipient; an individual has an empty `tax_id`, a corporation has null',
  },
  minimum: {
    spec: 'own',
    omise: 'converted',
    text: "smallest charge in another currency than the account's: that currency's own, or the account's after conversion",
  },
  fields: {
    spec: 'all',
    omise: 'recorded',
    text: 'fields that only the specification has: shown, or left out as the real service does',
  },
  tokenizationMethods: {
    spec: [],
    omise: tokenizationMethods,
    text: '`tokenization_methods` of the capability',
  },
} as const satisfies Record<string, ProfileChoice>

export type ProfileRow = keyof typeof profileRows
export const profileRowNames = Object.keys(profileRows) as readonly ProfileRow[]

export const profileNames = ['spec', 'omise'] as const
export type ProfileName = (typeof profileNames)[number]

/** The rows with one of two words. */
export type ProfileWord = Exclude<ProfileRow, 'headerPrefix' | 'tokenizationMethods'>
export const profileWords = profileRowNames.filter(
  (row) => row !== 'headerPrefix' && row !== 'tokenizationMethods',
)

type ValueOf<R> = R extends { readonly spec: infer S; readonly omise: infer O }
  ? S | O | (R extends { readonly also: infer A } ? A : never)
  : never

/** The chosen value of each row. */
export type Profile = { readonly [row in ProfileWord]: ValueOf<(typeof profileRows)[row]> } & {
  /** The one that the rows differ from: it says how refusals are worded. */
  readonly name: ProfileName
  readonly headerPrefix: string
  readonly tokenizationMethods: readonly (typeof tokenizationMethods)[number][]
}

type ProfileOverrides = { readonly [row in ProfileRow]?: Profile[row] | undefined }

/** The values that a row can have, those of the profiles first. */
export const valuesOfRow = (row: ProfileRow): readonly (string | readonly string[])[] => {
  const { spec, omise, also }: ProfileChoice = profileRows[row]
  return [...new Set([spec, omise, ...(also === undefined ? [] : [also])])]
}

const chosen = (name: ProfileName, overrides: ProfileOverrides): Profile =>
  Object.freeze({
    ...Object.fromEntries(profileRowNames.map((row) => [row, overrides[row] ?? profileRows[row][name]])),
    name,
  }) as Profile

/** Shared by all sandboxes that choose nothing else. */
const whole = { spec: chosen('spec', {}), omise: chosen('omise', {}) }

/** A profile, or a profile with some rows of the other. */
export const profileOf = (name: ProfileName, overrides: ProfileOverrides = {}): Profile =>
  Object.values(overrides).every((row) => row === undefined) ? whole[name] : chosen(name, overrides)

/** The value of a row as text. */
export const rowText = (row: ProfileRow, name: ProfileName): string => {
  const value: string | readonly string[] = profileRows[row][name]
  if (typeof value === 'string') return value
  return value.length === 0 ? '[]' : value.join(', ')
}
