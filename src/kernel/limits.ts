/** All limits of the service and the sandbox (spec 8). */
export const limits = {
  listPageSizeMin: 1,
  listPageSizeMax: 100,
  listPageSizeDefault: 20,
  searchPageSizeDefault: 30,
  queryLengthMax: 1_000,
  offsetDefault: 0,
  idempotencyKeyLengthMax: 255,
  idempotencyLifetimeMs: 24 * 3_600_000,
  eventRetentionMs: 90 * 86_400_000,
  refundMin: 1,
  /** How long a charge waits for its payer, its cardholder or its capture. Assumption `authorization-window`. */
  chargeLifetimeDays: 7,
  chargeLifetimeJapanDays: 30,
  /** Numbers to pay with at a counter or a machine. Assumption `payer-deadline`. */
  payerNumbersHours: 24,
  /** Assumption `dispute-deadline`. */
  disputeResponseMs: 14 * 86_400_000,
  metadataLengthMax: 15_000,
  descriptionLengthMax: 255,
  nextOccurrencesShown: 30,
  /** In base units of the currency. Assumption `link-amounts`. */
  linkUnitsMax: 1_000_000,
  bodyBytesMax: 1024 * 1024,
  /** One file of evidence. Its request may be slightly larger. */
  uploadBytesMax: 10 * 1024 * 1024,
  uploadEnvelopeBytesMax: 64 * 1024,
  /** Recorded for a test account. */
  transferAmountMax: 100_000_000_000,
  webhookSecretsMax: 2,
  /** Addresses of one charge (assumption `charge-webhooks`). */
  chargeWebhooksMax: 2,
  /** How long a receiver may take to answer. */
  webhookTimeoutMs: 10_000,
  /** The longest delay of a delivery by a fault. */
  webhookDelayMsMax: 7 * 86_400_000,
  /** The longest delay of a request by a fault, in real time. */
  requestDelayMsMax: 10 * 60_000,
  webhookSecretBytes: 32,
  /** Body or answer of the control plane: a whole state, or a fixture. Node has no text of 512 MiB. */
  controlBodyBytesMax: 500 * 1024 * 1024,
  /** Depth of a state: records with their metadata. */
  controlNestingMax: 32,
  /** A form or JSON body with more parameters or deeper nesting is refused. */
  parametersMax: 1_000,
  nestingMax: 10,
} as const
