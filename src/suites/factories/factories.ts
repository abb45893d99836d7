/**
 * payment-sandbox/factories: valid records for unit tests, without a server. The operations of the service make them, so
 * they cannot drift from it.
 */
import { parseTime } from '../../kernel/calendar'
import { SandboxError } from '../../kernel/sandbox-error'
import { eventFactory, webhookFactory } from './events'
import type { Factories } from './kinds'
import { recordFactories } from './records'
import { FactoryStage } from './stage'

export type * from './kinds'

export interface FactoryOptions {
  /** The same seed gives the same records, call by call. Default: `factories`. */
  readonly seed?: string
  /** When everything happens: ISO 8601, or epoch milliseconds. Default: `2026-01-15T09:00:00Z`. */
  readonly now?: string | number | Date
}

const usualNow = '2026-01-15T09:00:00Z'

const timeOf = (now: string | number | Date): number => {
  const time = typeof now === 'string' ? parseTime(now) : Number(now)
  if (time !== null && Number.isSafeInteger(time)) return time
  throw new SandboxError('invalid_option', 'now: must be a time in ISO 8601, epoch milliseconds or a Date')
}

/**
 * Factories of their own: the same options give the same records, in the order of the calls.
 *
 * @example
 * const { charge } = factories({ seed: 'shop', now: '2026-01-15T09:00:00Z' })
 * charge.refunded(500).refunded_amount // 500
 *
 * @throws SandboxError `invalid_option` for a time that is none
 */
export const factories = ({ seed = 'factories', now = usualNow }: FactoryOptions = {}): Factories => {
  const stage = new FactoryStage(seed, timeOf(now))
  return { ...recordFactories(stage), event: eventFactory(stage), webhook: webhookFactory(stage) }
}

export const {
  charge,
  refund,
  customer,
  card,
  token,
  source,
  recipient,
  transfer,
  dispute,
  schedule,
  occurrence,
  link,
  transaction,
  event,
  webhook,
}: Factories = /* @__PURE__ */ factories()
