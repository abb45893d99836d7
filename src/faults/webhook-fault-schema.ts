import * as z from 'zod/mini'
import { once } from '../kernel/json'
import { limits } from '../kernel/limits'
import { type EventKey, eventKeys, isAboutDelivery } from '../resources/event/model'
import { signatureFaults } from '../resources/webhook-delivery/model'
import type { WebhookFaultInput } from './webhook-fault'

const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}
const onOff = () => z.boolean('must be true or false')

const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[^a-z.]/g, '\\$&'))
      .join('.*')}$`,
  )

const deliverable: readonly EventKey[] = eventKeys.filter((key) => !isAboutDelivery(key))

const eventPattern = () =>
  z.string('must be an event key such as charge.complete, or a pattern such as charge.*').check(
    z.refine((text) => deliverable.some((key) => patternOf(text).test(key)), {
      error: 'fits no event that is delivered; write a key such as charge.complete, charge.* or *',
    }),
  )

/** A fault of deliveries as JSON (contract of the control plane), with at least one effect. */
export const webhookFaultCreate = once(() =>
  z
    .strictObject({
      webhook: eventPattern(),
      url: z.optional(z.string('must be an address, or a pattern such as http://localhost:3000/*')),
      times: z.optional(count(1, 1_000_000)),
      after: z.optional(count(0, 1_000_000)),
      delay_ms: z.optional(count(0, limits.webhookDelayMsMax)),
      drop: z.optional(onOff()),
      respond: z.optional(
        z.strictObject(
          { status: count(200, 599), body: z.optional(z.string('must be a text')) },
          'must be an answer such as { "status": 503 }',
        ),
      ),
      duplicate: z.optional(count(1, 100)),
      reorder: z.optional(onOff()),
      signature: z.optional(z.enum(signatureFaults, `must be one of ${signatureFaults.join(', ')}`)),
    })
    .check(
      z.refine(
        ({ delay_ms, drop, respond, duplicate, reorder, signature }) =>
          [delay_ms, drop, respond, duplicate, reorder, signature].some(Boolean),
        { error: 'does nothing: give delay_ms, drop, respond, duplicate, reorder or signature' },
      ),
      z.refine(({ respond, drop }) => respond === undefined || drop !== true, {
        error: 'cannot be given with drop: a dropped delivery is not answered',
        path: ['respond'],
      }),
    ),
)
export type WebhookFaultCreate = z.output<ReturnType<typeof webhookFaultCreate>>

/** The fields of a row, with defaults. */
export const webhookFaultFields = (given: WebhookFaultCreate): WebhookFaultInput => ({
  event: given.webhook,
  url: given.url ?? null,
  times: given.times ?? 1,
  after: given.after ?? 0,
  delayMs: given.delay_ms ?? 0,
  drop: given.drop ?? false,
  respond:
    given.respond === undefined ? null : { status: given.respond.status, body: given.respond.body ?? null },
  duplicate: given.duplicate ?? 0,
  reorder: given.reorder ?? false,
  signature: given.signature ?? null,
})
