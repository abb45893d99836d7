/** Every number that the service or the sandbox holds a request to (spec 8), once. */
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
  /** Assumption `authorization-window`. */
  authorizationWindowMs: 7 * 86_400_000,
  authorizationWindowJapanMs: 30 * 86_400_000,
  /** Assumption `dispute-deadline`. */
  disputeResponseMs: 14 * 86_400_000,
  metadataLengthMax: 15_000,
  descriptionLengthMax: 255,
  nextOccurrencesShown: 30,
  /** In base units of the currency. Assumption `link-amounts`. */
  linkUnitsMax: 1_000_000,
  bodyBytesMax: 1024 * 1024,
  /** One file of evidence; its request may carry a little more around it. */
  uploadBytesMax: 10 * 1024 * 1024,
  uploadEnvelopeBytesMax: 64 * 1024,
  /** Recorded for a test account. */
  transferAmountMax: 100_000_000_000,
  webhookSecretsMax: 2,
  /** Addresses of one charge (assumption `charge-webhooks`). */
  chargeWebhooksMax: 2,
  /** How long a receiver may take. */
  webhookTimeoutMs: 10_000,
  /** The longest a scripted fault holds a delivery back. */
  webhookDelayMsMax: 7 * 86_400_000,
  /** The longest a scripted fault lets a client wait, in real time. */
  requestDelayMsMax: 10 * 60_000,
  webhookSecretBytes: 32,
  /** A whole state, or a fixture, as the control plane takes it. */
  controlBodyBytesMax: 256 * 1024 * 1024,
  /** A state holds records, and those their metadata. */
  controlNestingMax: 32,
  /** A form or JSON body of more parameters, or nested deeper, is no payment request. */
  parametersMax: 1_000,
  nestingMax: 10,
} as const
