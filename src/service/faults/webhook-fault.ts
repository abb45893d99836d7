import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { fits } from '../../kernel/text'
import { about } from '../../kernel/wire'
import { deliveredKeysOf, type EventKey, type KeySet, meantKeys } from '../resources/event/keys'
import { signatureFaults } from '../resources/webhook-delivery/model'
import { count, faultKind, option, turns } from './option'

const onOff = () => z.boolean('must be true or false')

/** Why a pattern fits no delivery of a sandbox with these keys; `null` when it fits one. */
export const whyNoDelivery = (pattern: string, set: KeySet): string | null => {
  const known = deliveredKeysOf(set)
  if (known.some((key) => fits(pattern, key))) return null
  return `fits no event that is delivered: ${meantKeys(pattern.slice(0, 80), set, known)}`
}

/** Which attempts it applies to. */
const conditions = () => ({
  // Which keys there are depends on the profile: `whyNoDelivery` checks it where that is known.
  event: option(
    'Key of the event, such as `charge.complete`, or a pattern such as `charge.*` or `*`. Default: every event',
    z.string('must be an event key such as charge.complete, or a pattern such as charge.*') as z.ZodMiniType<
      EventKey | (string & {}),
      EventKey | (string & {})
    >,
    '*',
  ),
  url: option(
    'Address of the receiver, or a pattern such as `http://localhost:3000/*`. Default: every receiver',
    z.string('must be an address, or a pattern such as http://localhost:3000/*'),
    null,
    {
      field: { label: 'Receiver', placeholder: 'http://localhost:3000/*', hint: 'Empty for every receiver' },
    },
  ),
})

const signatures = {
  invalid: ['Wrong', 'has a wrong signature'],
  stale: ['Too old', 'has an old timestamp'],
  missing: ['Missing', 'has no signature'],
  'old-secret': ['With the old secret', 'is signed with the old secret'],
} as const

const answer = () =>
  z.strictObject(
    {
      status: about(
        'HTTP status of the answer, from 200 to 599; from 300 on the attempt is retried',
        count(200, 599),
      ),
      body: option('Text of the answer. Default: none', z.string('must be a text'), null),
    },
    'must be an answer such as { "status": 503 }',
  )

const signature = () =>
  option(
    'How the signature is wrong: `invalid` signs another body, `stale` is 301 seconds old, `missing` is left out, `old-secret` uses only the older secret of a rotation, and a deleted secret after it',
    z.enum(signatureFaults, `must be one of ${signatureFaults.join(', ')}`),
    null,
    {
      field: {
        label: 'Signature',
        options: [['', 'As usual'], ...signatureFaults.map((one) => [one, signatures[one][0]] as const)],
      },
      says: (how) => signatures[how][1],
    },
  )

/** What happens to them. */
const effects = once(() => ({
  delayMs: option(
    'Delays the delivery, in milliseconds of the virtual clock. Default: 0',
    count(0, limits.webhookDelayMsMax),
    0,
    {
      field: { label: 'Delay in ms', hint: 'Of the virtual clock' },
      says: (ms) => `comes ${ms.toLocaleString('en')} ms later`,
    },
  ),
  drop: option(
    'true: the attempt does not reach the receiver, and is retried. Default: false',
    onOff(),
    false,
    { field: { label: 'Arrives', yes: 'Never: the attempt fails' }, says: () => 'does not arrive' },
  ),
  respond: option('Answers the attempt; the receiver is not called', answer(), null, {
    field: {
      label: 'Answer',
      part: 'status',
      placeholder: 'of the receiver',
      hint: 'A status instead of a call of the receiver',
      options: ['200', '302', '400', '401', '404', '410', '429', '500', '503'],
      free: true,
    },
    says: ({ status }) => `is answered ${status} before it arrives`,
  }),
  duplicate: option('Number of extra copies. Default: none', count(1, 100), 0, {
    shown: z.int(),
    field: { label: 'Copies' },
    says: (copies) => `comes ${(copies + 1).toLocaleString('en')} times`,
  }),
  reorder: option(
    'true: the next delivery overtakes it, if one follows within a second of the virtual clock. Default: false',
    onOff(),
    false,
    { says: () => 'is overtaken by the next' },
  ),
  early: option(
    'true: it arrives, and is answered, before the call that caused it gets its answer; so do the deliveries before it. Events without a call, such as a payer who pays, are not affected. Default: false',
    onOff(),
    false,
    {
      field: { label: 'Early', yes: 'Before its call returns' },
      says: () => 'comes before the answer of its request',
    },
  ),
  signature: signature(),
}))

/** Made at its first use: at load it would cost a first charge 0.4 ms. */
export const webhookFaultSchema = once(() =>
  z.strictObject({ ...conditions(), ...effects(), ...turns('attempts') }),
)

/** A checked fault. */
export type WebhookFaultInput = z.output<ReturnType<typeof webhookFaultSchema>>

export const webhookFault = faultKind({
  title: 'A fault of deliveries',
  schema: webhookFaultSchema,
  effects,
  rules: [
    {
      of: 'early',
      why: 'cannot be given with delayMs or reorder: it is late then',
      isBroken: ({ early, delayMs, reorder }) => early && (delayMs > 0 || reorder),
    },
    {
      of: 'respond',
      why: 'cannot be given with drop: a dropped delivery is not answered',
      isBroken: ({ respond, drop }) => respond !== null && drop,
    },
  ],
  row: (fault: WebhookFaultInput) => fault,
})

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
