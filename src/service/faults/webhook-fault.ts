import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { fits, renamed, toSnakeCase } from '../../kernel/text'
import { about } from '../../kernel/wire'
import { deliveredKeysOf, type EventKey, type KeySet, meantKeys } from '../resources/event/keys'
import { signatureFaults } from '../resources/webhook-delivery/model'
import { count, inLibrary, type Naming, needsOneOf, refuse, turns, withDefault } from './checks'

const onOff = () => z.boolean('must be true or false')

/** Why a pattern fits no delivery of a sandbox with these keys; `null` when it fits one. */
export const whyNoDelivery = (pattern: string, set: KeySet): string | null => {
  const known = deliveredKeysOf(set)
  if (known.some((key) => fits(pattern, key))) return null
  return `fits no event that is delivered: ${meantKeys(pattern.slice(0, 80), set, known)}`
}

/** Which keys there are depends on the profile: `whyNoDelivery` checks it where that is known. */
const eventPattern = () =>
  z.string('must be an event key such as charge.complete, or a pattern such as charge.*') as z.ZodMiniType<
    EventKey | (string & {}),
    EventKey | (string & {})
  >

const eventText = 'Key of the event, such as `charge.complete`, or a pattern such as `charge.*` or `*`'

/** Which attempts it applies to. */
const conditions = () => ({
  event: withDefault(`${eventText}. Default: every event`, eventPattern(), '*'),
  url: withDefault(
    'Address of the receiver, or a pattern such as `http://localhost:3000/*`. Default: every receiver',
    z.string('must be an address, or a pattern such as http://localhost:3000/*'),
    null,
  ),
})

const answer = () =>
  z.strictObject(
    {
      status: about(
        'HTTP status of the answer, from 200 to 599; from 300 on the attempt is retried',
        count(200, 599),
      ),
      body: withDefault('Text of the answer. Default: none', z.string('must be a text'), null),
    },
    'must be an answer such as { "status": 503 }',
  )

/** What it does to them. */
export const webhookEffects = once(() => ({
  delayMs: withDefault(
    'Delays the delivery, in milliseconds of the virtual clock. Default: 0',
    count(0, limits.webhookDelayMsMax),
    0,
  ),
  drop: withDefault(
    'true: the attempt does not reach the receiver, and is retried. Default: false',
    onOff(),
    false,
  ),
  respond: withDefault('Answers the attempt; the receiver is not called', answer(), null),
  duplicate: withDefault('Number of extra copies. Default: none', count(1, 100), 0),
  reorder: withDefault(
    'true: the next delivery overtakes it, if one follows within a second of the virtual clock. Default: false',
    onOff(),
    false,
  ),
  early: withDefault(
    'true: it arrives, and is answered, before the call that caused it gets its answer; so do the deliveries before it. Events without a call, such as a payer who pays, are not affected. Default: false',
    onOff(),
    false,
  ),
  signature: withDefault(
    'How the signature is wrong: `invalid` signs another body, `stale` is 301 seconds old, `missing` is left out, `old-secret` uses only the older secret of a rotation, and a deleted secret after it',
    z.enum(signatureFaults, `must be one of ${signatureFaults.join(', ')}`),
    null,
  ),
}))

/** Made at its first use: at load it would cost a first charge 0.4 ms. */
export const webhookFaultSchema = once(() =>
  z.strictObject({ ...conditions(), ...webhookEffects(), ...turns('attempts') }),
)

/** A checked fault. */
export type WebhookFaultInput = z.output<ReturnType<typeof webhookFaultSchema>>

const rules = (name: Naming) =>
  [
    z.meta({ title: 'A fault of deliveries' }),
    needsOneOf(webhookEffects(), name),
    refuse<WebhookFaultInput>(
      'early',
      `cannot be given with ${name('delayMs')} or reorder: it is late then`,
      ({ early, delayMs, reorder }) => early && (delayMs > 0 || reorder),
    ),
    refuse<WebhookFaultInput>(
      'respond',
      'cannot be given with drop: a dropped delivery is not answered',
      ({ respond, drop }) => respond !== null && drop,
    ),
  ] as const

/** For the control plane the key of events tells that it is a fault of deliveries: it must be given, as `webhook`. */
const wireShape = (): z.core.$ZodShape => {
  const { event: _, ...others } = webhookFaultSchema().shape
  return { webhook: about(eventText, eventPattern()), ...renamed<z.core.$ZodType>(others, toSnakeCase) }
}

/** Checks a fault, named as the library names its options, or as the control plane does. */
export const webhookFault = {
  library: once(() => webhookFaultSchema().check(...rules(inLibrary))),
  wire: once(() => z.strictObject(wireShape()).check(...rules(toSnakeCase))),
}

/** What faults match of an attempt to deliver. */
interface MatchedAttempt {
  readonly key: string
  readonly uri: string
  /** Whether a call caused it that has no answer yet: only faults apply then that are `early`, and no others. */
  readonly isEarly: boolean
}

export const fitsAttempt = (
  { event, url, early }: Pick<WebhookFaultInput, 'event' | 'url' | 'early'>,
  { key, uri, isEarly }: MatchedAttempt,
): boolean => early === isEarly && fits(event, key) && (url === null || fits(url, uri))
