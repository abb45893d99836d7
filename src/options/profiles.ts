/**
 * The points where the specification and recordings of the real service contradict each other (contract of the sandbox,
 * section 5.1). `spec` follows the specification; `recorded` follows the recordings, which published clients expect.
 */
interface ProfileChoice {
  readonly spec: string
  readonly recorded: string
  /** For the documentation. */
  readonly text: string
}

export const profileRows = {
  declines: {
    spec: 'error',
    recorded: 'charge',
    text: 'a declined card: the 402 error, or 200 with the failed charge',
  },
  refundCharge: { spec: 'object', recorded: 'id', text: '`charge` of a refund: the charge, or its id' },
  listOrder: {
    spec: 'reverse_chronological',
    recorded: 'chronological',
    text: 'default order of lists',
  },
  currencyCase: { spec: 'lower', recorded: 'upper', text: 'currencies in answers' },
  timestamps: { spec: 'milliseconds', recorded: 'seconds', text: 'times in answers' },
  secretEncoding: {
    spec: 'utf8',
    recorded: 'base64',
    text: 'signing key of webhooks: the text of the secret, or its decoded bytes',
  },
  sourceReadKey: {
    spec: 'secret',
    recorded: 'any',
    text: 'keys that read a source: secret only, or also public',
  },
  recaptureError: {
    spec: 'invalid_charge',
    recorded: 'failed_capture',
    text: 'capture of a charge that cannot be captured: 422 `invalid_charge`, or 400 `failed_capture`',
  },
  refunds: {
    spec: 'any',
    recorded: 'by-method',
    text: 'successful charges that can be refunded: all, or as the payment method allows',
  },
  receiptList: { spec: 'list', recorded: 'receipt_list', text: '`object` of the list of receipts' },
  refundError: {
    spec: 'not_refundable',
    recorded: 'failed_refund',
    text: 'a refused refund: 422 `not_refundable` or `insufficient_refundable_amount`, or 400 `failed_refund`',
  },
  amountError: {
    spec: 'invalid_charge',
    recorded: 'invalid_amount',
    text: 'a charge without an amount: 400 `invalid_charge`, or 400 `invalid_amount`',
  },
} as const satisfies Record<string, ProfileChoice>

export type ProfileRow = keyof typeof profileRows
export const profileRowNames = Object.keys(profileRows) as readonly ProfileRow[]

export const profileNames = ['spec', 'recorded'] as const
export type ProfileName = (typeof profileNames)[number]

/** The chosen value of each row. */
export type Profile = {
  readonly [row in ProfileRow]: (typeof profileRows)[row][ProfileName]
}

type ProfileOverrides = { readonly [row in ProfileRow]?: Profile[row] | undefined }

const chosen = (name: ProfileName, overrides: ProfileOverrides): Profile =>
  Object.freeze(
    Object.fromEntries(profileRowNames.map((row) => [row, overrides[row] ?? profileRows[row][name]])),
  ) as Profile

/** Shared by all sandboxes that choose nothing else. */
const whole = { spec: chosen('spec', {}), recorded: chosen('recorded', {}) }

/** A profile, or a profile with some rows of the other. */
export const profileOf = (name: ProfileName, overrides: ProfileOverrides = {}): Profile =>
  Object.values(overrides).every((row) => row === undefined) ? whole[name] : chosen(name, overrides)
