import { hmacHex } from '../../kernel/digest'
import type { EventRow } from '../resources/event/model'
import { renderBody } from '../resources/event/record'
import type { ProfileForm } from '../resources/record'
import { renderSubject } from '../resources/registry'
import type { SignatureFault } from '../resources/webhook-delivery/model'
import { formerSecretOf, signingSecretsOf } from '../resources/webhook-secret/operations'
import type { World } from '../world'
import type { AttemptFacts } from './outbox'
import {
  type SecretEncoding,
  signatureHeaderNames,
  signatureHeaders,
  webhookToleranceSeconds,
} from './scheme'

/** The message of a delivery: the event as text, made once, so that the signed bytes are the sent ones (spec 5.1, 6). */
export interface Message {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The part that the row of the delivery keeps. */
  readonly facts: Pick<AttemptFacts, 'baseUrl' | 'timestamp' | 'signature'>
}

/** The present settings of messages. */
export interface MessageFormat {
  readonly baseUrl: string
  /** Whether the user gave it. Otherwise links are at the address of the call that caused the event. */
  readonly isBaseUrlGiven: boolean
  readonly headerPrefix: string
  /** Applies the profile to the event. */
  readonly profileForm: ProfileForm | null
  readonly secretEncoding: SecretEncoding
  /** Unix seconds. */
  readonly timestamp: number
}

/** The sender of webhooks, as receivers see it. */
const agent = 'payment-sandbox-webhooks'

const plainHeaders = { 'content-type': 'application/json', 'user-agent': agent } as const

/** Anyone with a key names endpoints. One that is an operation of the sandbox would call itself without end. */
export const isWebhook = (userAgent: string | null | undefined): boolean => userAgent === agent

export const noReceiver = {
  status: 421,
  code: 'bad_request',
  message:
    'the sandbox takes no webhooks, as an endpoint that is one of its own operations would call itself without end: ' +
    'give webhooks the address of a receiver of yours',
} as const

export const messageOf = (
  world: World,
  event: EventRow,
  spoilt: SignatureFault | null,
  format: MessageFormat,
): Message => {
  const { headerPrefix, profileForm } = format
  const baseUrl = (format.isBaseUrlGiven ? null : event.calledAt) ?? format.baseUrl
  const renderContext = { livemode: world.livemode, now: event.createdAt, baseUrl, profileForm }
  const body = renderBody(event, renderContext, renderSubject)
  const signed = spoilt === 'missing' ? {} : sign(world, body, spoilt, format)
  const names = signatureHeaderNames(headerPrefix)
  return {
    headers: { ...plainHeaders, ...signed },
    body,
    facts: {
      baseUrl,
      timestamp: signed[names.timestamp] ?? null,
      signature: signed[names.signature] ?? null,
    },
  }
}

/** What someone else could send: the event with another amount, or another id where it has none, signed by another secret. */
export const forgedMessageOf = (world: World, event: EventRow, format: MessageFormat): Message => {
  const genuine = messageOf(world, event, null, format)
  const { data, ...rest } = JSON.parse(genuine.body)
  const forged = typeof data.amount === 'number' ? { amount: data.amount + 100 } : { id: `${data.id}0` }
  const body = JSON.stringify({ ...rest, data: { ...data, ...forged } })
  const headers = signatureHeaders({ ...format, secrets: [foreignSecret], body }, hmacHex)
  return { ...genuine, body, headers: { ...plainHeaders, ...headers } }
}

/** In base64, which every encoding of secrets takes. */
const foreignSecret = 'bm90IHRoZSBzZWNyZXQgb2YgdGhpcyBhY2NvdW50'

/** The headers of a delivery, with lower-case names. */
export const headersOf = (
  { timestamp, signature }: Pick<AttemptFacts, 'timestamp' | 'signature'>,
  headerPrefix: string,
): Readonly<Record<string, string>> => {
  const names = signatureHeaderNames(headerPrefix.toLowerCase())
  return {
    ...plainHeaders,
    ...(signature === null ? {} : { [names.signature.toLowerCase()]: signature }),
    ...(timestamp === null ? {} : { [names.timestamp.toLowerCase()]: timestamp }),
  }
}

const sign = (
  world: World,
  body: string,
  spoilt: SignatureFault | null,
  { headerPrefix, secretEncoding, timestamp }: MessageFormat,
): Record<string, string> =>
  signatureHeaders(
    {
      headerPrefix,
      secretEncoding,
      secrets: spoilt === 'old-secret' ? [formerSecretOf(world)] : signingSecretsOf(world),
      // One second older than receivers accept (spec 5.1).
      timestamp: spoilt === 'stale' ? timestamp - webhookToleranceSeconds - 1 : timestamp,
      // Well formed, but the signature of another body.
      body: spoilt === 'invalid' ? `${body} ` : body,
    },
    hmacHex,
  )
