import * as z from 'zod/mini'
import { isObject } from '../../kernel/json'
import { checkValue, flawsIn } from '../../kernel/schema'
import { requestFault, type requestFaultSchema } from './request-fault'
import { webhookFault, type webhookFaultSchema } from './webhook-fault'

/**
 * A fault of requests: which ones it applies to, and what it does to them. It needs a delay (`delayMs`, `holdMs`), or one of
 * `respond`, `rateLimit` and `drop`, or both.
 */
export type RequestFaultOptions = z.input<ReturnType<typeof requestFaultSchema>>

/** A fault of deliveries: which attempts it applies to, and what it does to them. It needs at least one effect. */
export type WebhookFaultOptions = z.input<ReturnType<typeof webhookFaultSchema>>

/** A fault of either kind: with an `event` it is a fault of deliveries. */
export type FaultOptions =
  | RequestFaultOptions
  | (WebhookFaultOptions & Required<Pick<WebhookFaultOptions, 'event'>>)

/** A fault of either kind as an object, which is checked as one of the kind that it means, for exact messages. */
export const anyFault = <T extends object>(form: 'library' | 'wire', error: string) =>
  z.custom<T>(isObject, error).check(
    z.superRefine((given, context) => {
      if (!isObject(given)) return
      const isWebhook = (form === 'library' ? 'event' : 'webhook') in given
      const schema: z.core.$ZodType = (isWebhook ? webhookFault : requestFault)[form]()
      const result = checkValue(schema, given)
      for (const { path, message } of result.success ? [] : flawsIn(result.error))
        context.addIssue({ code: 'custom', path: [...path], message })
    }),
  )
