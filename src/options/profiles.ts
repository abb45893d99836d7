/**
 * The points where the specification and the real service differ (contract of the sandbox, sections 5.1 and 16). `spec`
 * follows the specification; `omise` follows what is public of the real service: recordings, its documentation, and what
 * published clients and applications expect.
 */
interface ProfileChoice {
  readonly spec: string | readonly string[]
  readonly omise: string | readonly string[]
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
    text: 'a charge without an amount: 400 `invalid_charge`, or 400 `invalid_amount`',
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
  minimum: {
    spec: 'own',
    omise: 'converted',
    text: "smallest charge in another currency than the account's: that currency's own, or the account's after conversion",
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

/** The chosen value of each row. */
export type Profile = { readonly [row in ProfileWord]: (typeof profileRows)[row][ProfileName] } & {
  readonly headerPrefix: string
  readonly tokenizationMethods: readonly (typeof tokenizationMethods)[number][]
}

type ProfileOverrides = { readonly [row in ProfileRow]?: Profile[row] | undefined }

const chosen = (name: ProfileName, overrides: ProfileOverrides): Profile =>
  Object.freeze(
    Object.fromEntries(profileRowNames.map((row) => [row, overrides[row] ?? profileRows[row][name]])),
  ) as Profile

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
