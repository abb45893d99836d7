import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { fits } from '../../kernel/text'
import { about, optional } from '../../kernel/wire'
import { deliveredKeysOf, type KeySet, meantKeys } from '../resources/event/keys'
import { signatureFaults } from '../resources/webhook-delivery/model'
import type { WebhookFaultInput } from './model'
import { count, turns } from './request-fault-schema'

const onOff = () => z.boolean('must be true or false')

/** Which keys there are depends on the profile: `whyNoDelivery` checks it where that is known. */
const eventPattern = () =>
  z.string('must be an event key such as charge.complete, or a pattern such as charge.*')

/** Why a pattern fits no delivery of a sandbox with these keys; `null` when it fits one. */
export const whyNoDelivery = (pattern: string, set: KeySet): string | null => {
  const known = deliveredKeysOf(set)
  if (known.some((key) => fits(pattern, key))) return null
  return `fits no event that is delivered: ${meantKeys(pattern.slice(0, 80), set, known)}`
}

/** Which attempts it applies to. */
const conditions = () => ({
  webhook: about(
    'Key of the event, such as `charge.complete`, or a pattern such as `charge.*` or `*`',
    eventPattern(),
  ),
  url: optional(
    'Address of the receiver, or a pattern such as `http://localhost:3000/*`. Default: every receiver',
    z.string('must be an address, or a pattern such as http://localhost:3000/*'),
  ),
  ...turns('attempts'),
})

/** What happens to them. */
const effects = () => ({
  delay_ms: optional(
    'Delays the delivery, in milliseconds of the virtual clock. Default: 0',
    count(0, limits.webhookDelayMsMax),
  ),
  drop: optional('true: the attempt does not reach the receiver, and is retried. Default: false', onOff()),
  respond: optional(
    'The answer to the attempt, in place of the receiver, which is not called',
    z.strictObject(
      {
        status: about('HTTP status of the answer; from 300 on the attempt is retried', count(200, 599)),
        body: optional('Text of the answer. Default: none', z.string('must be a text')),
      },
      'must be an answer such as { "status": 503 }',
    ),
  ),
  duplicate: optional('Number of extra copies. Default: none', count(1, 100)),
  reorder: optional(
    'true: the next delivery overtakes it, if one follows within a second of the virtual clock. Default: false',
    onOff(),
  ),
  early: optional(
    'true: it arrives, and is answered, before the answer of the call that caused it, and so do those before it. Default: false',
    onOff(),
  ),
  signature: optional(
    'How the signature is wrong: `invalid` signs another body, `stale` is 301 seconds old, `missing` is left out, `old-secret` uses only the older secret of a rotation, and a deleted secret after it',
    z.enum(signatureFaults, `must be one of ${signatureFaults.join(', ')}`),
  ),
})

/**
 * A fault of deliveries as JSON (contract of the control plane), with at least one effect. Made at its first use: at load
 * it would cost a first charge 0.4 ms.
 */
export const webhookFaultCreate = once(() =>
  z.strictObject({ ...conditions(), ...effects() }).check(
    z.meta({ title: 'A fault of deliveries' }),
    z.refine(
      ({ delay_ms, drop, respond, duplicate, reorder, early, signature }) =>
        [delay_ms, drop, respond, duplicate, reorder, early, signature].some(Boolean),
      { error: 'does nothing: give delay_ms, drop, respond, duplicate, reorder, early or signature' },
    ),
    z.refine(({ delay_ms, reorder, early }) => early !== true || !(delay_ms || reorder), {
      error: 'cannot be given with delay_ms or reorder: it is late then',
      path: ['early'],
    }),
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
  early: given.early ?? false,
  signature: given.signature ?? null,
})
