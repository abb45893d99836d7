import type * as z from 'zod/mini'
import { type FaultProblem, readFault } from './option'
import { requestFault, type requestFaultSchema } from './request-fault'
import { webhookFault, type webhookFaultSchema } from './webhook-fault'

/**
 * A fault of requests: which ones it applies to, and what happens to them. It needs a delay (`delayMs`, `holdMs`), or one of
 * `respond`, `rateLimit` and `drop`, or both.
 */
export type RequestFaultOptions = z.input<ReturnType<typeof requestFaultSchema>>

/** A fault of deliveries: which attempts it applies to, and what happens to them. It needs at least one effect. */
export type WebhookFaultOptions = z.input<ReturnType<typeof webhookFaultSchema>>

/** A fault of either kind: with an `event` it is a fault of deliveries. */
export type FaultOptions =
  | RequestFaultOptions
  | (WebhookFaultOptions & Required<Pick<WebhookFaultOptions, 'event'>>)

/** What is wrong with a fault, of the kind that it means; empty when it is valid. */
export const problemsOfFault = (given: object, form: 'library' | 'wire'): readonly FaultProblem[] => {
  const isWebhook = (form === 'library' ? 'event' : 'webhook') in given
  const result = readFault<object>((isWebhook ? webhookFault : requestFault)[form], given)
  return 'value' in result ? [] : result
}
