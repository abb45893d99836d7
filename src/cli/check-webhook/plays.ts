/** What the cases of check-webhook get, and those that look at more than one answer. */
import { isBase64 } from '../../kernel/base64'
import { isObject } from '../../kernel/json'
import { encodingFor, signatureHeaderNames } from '../../service/webhooks/scheme'
import { type HeadersAndKey, meetingOf, type ReceiverAnswer, type Send, type TestDelivery } from './sender'

/** An event as the service sends it. */
export interface SentEvent {
  readonly id: string
  readonly key: string
  readonly data: { readonly metadata?: unknown; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

export const isEvent = (value: unknown): value is SentEvent =>
  isObject(value) && typeof value.id === 'string' && typeof value.key === 'string' && isObject(value.data)

export type Sale = readonly [SentEvent, ...SentEvent[]]

/** What a case needs to run. */
export interface WebhookCaseContext {
  readonly send: Send
  /** New events of one sale, in the order in which they happened: charge.create, charge.complete; or of --event. */
  readonly sale: () => Promise<Sale>
  /** The sale whose first event the first case sends, and how many events were acted on before. */
  readonly first: () => Promise<{ readonly sale: Sale; readonly handledBefore: number }>
  /** The events of that sale that the first case left over, each several times at once: they can be acted on only once. */
  readonly rest: () => Promise<Race>
  /** What its events are about. */
  readonly order: 'made up' | 'of --metadata' | 'of --event'
  readonly secret: string
  readonly agreement: HeadersAndKey
  readonly oldSecret: string | null
  /** How many events the receiver has acted on once it rests, where it reports that. */
  readonly handled: (() => Promise<number>) | null
}

interface Played {
  readonly answers: readonly ReceiverAnswer[]
  /** Checks what answers do not show. */
  readonly problem?: string | null
  /** What the receiver accepts where it refuses this. */
  readonly accepts?: string | undefined
  /** Why the answers show neither that it handled the case nor that it did not. */
  readonly unjudged?: string | null
  /** Replaces the advice of the case, if the cause was observed. */
  readonly advice?: string | undefined
}

export interface Case {
  readonly id: string
  readonly title: string
  /** Accepted is an answer of 200 to 299, refused one of 400 to 499. */
  readonly expects: 'accepted' | 'refused'
  /** What to change in a receiver that does not handle the case. */
  readonly advice: string
  /** Why the case cannot be tried; `null` when it can. */
  readonly unless?: (context: WebhookCaseContext) => string | null
  /** How many events of a sale it needs, in their order. Default: 1. */
  readonly takes?: number
  readonly play: (context: WebhookCaseContext) => Promise<Played>
}

/** An event as the service would send it. */
export const signed = (event: SentEvent, { secret }: WebhookCaseContext): TestDelivery => ({
  body: text(event),
  secrets: [secret],
})

export const isRefusal = ({ status }: ReceiverAnswer): boolean =>
  status !== null && status >= 400 && status < 500

export const text = (event: SentEvent): string => JSON.stringify(event)

/** In base64, so that it is a key in either encoding. */
export const foreignSecret = 'YSBzZWNyZXQgb2YgYSBzdHJhbmdlcg=='

/** A receiver that answers a forged event in another way took the signature, and refused what the event is about. */
export const playFirst: Case['play'] = async (context) => {
  const [event] = (await context.first()).sale
  const answer = await context.send(signed(event, context))
  const { status } = answer
  const advice = refusalAdvice[status ?? 0]
  const other = status === null || status < 400 || advice ? null : await otherAgreement(event, context)
  if (other !== null) return { answers: [answer], ...other }
  if (!isRefusal(answer)) return { answers: [answer] }
  const forged = await context.send({ ...signed(event, context), secrets: [foreignSecret] })
  if (!isRefusal(forged) || forged.status === status) return { answers: [answer], advice }
  return { answers: [answer], unjudged: `answered ${status}, and ${forged.status} to a forged event` }
}

const headersText = (prefix: string): string => Object.values(signatureHeaderNames(prefix)).join(' and ')

const keys = { utf8: 'the text of the secret', base64: 'the secret decoded from base64' } as const

/** The header names and the key of the other profile, where the receiver takes those. */
const otherAgreement = async (
  event: SentEvent,
  context: WebhookCaseContext,
): Promise<Pick<Played, 'accepts' | 'advice'> | null> => {
  const { headerPrefix: own, secretEncoding: ownKey } = context.agreement
  for (const headerPrefix of new Set([own, 'Service', 'Omise']))
    for (const secretEncoding of ['utf8', 'base64'] as const) {
      const isOwn = headerPrefix === own && secretEncoding === ownKey
      if (isOwn || (secretEncoding === 'base64' && !isBase64(context.secret))) continue
      const agreement = { headerPrefix, secretEncoding }
      const { status } = await context.send({ ...signed(event, context), agreement })
      if (status === null || status < 200 || status > 299) continue
      const parts = [
        ...(headerPrefix === own ? [] : [[headersText(headerPrefix), headersText(own)] as const]),
        ...(secretEncoding === ownKey ? [] : [[`${keys[secretEncoding]} as key`, keys[ownKey]] as const]),
      ]
      const option =
        headerPrefix === own
          ? `--secret-encoding ${secretEncoding}`
          : headerPrefix === 'Omise' && secretEncoding === encodingFor(headerPrefix)
            ? '--profile omise'
            : `--header-prefix ${headerPrefix} --secret-encoding ${secretEncoding}`
      return {
        accepts: parts.map(([accepted]) => accepted).join(', and '),
        advice: `this sent ${parts.map(([, sent]) => sent).join(', and ')}: give ${option} where that is right, or change the receiver`,
      }
    }
  return null
}

const refusalAdvice: Readonly<Record<number, string>> = {
  404: 'is this the path that takes POST?',
  405: 'is this the path that takes POST?',
  415: 'take application/json on this path',
}

/** The first case began the sale: the order of a shop can be paid by any of its events, and only once. */
export const playActedOn: Case['play'] = async (context) => {
  const count = context.handled ?? (async () => 0)
  const { sale, handledBefore } = await context.first()
  await context.rest()
  const once = await count()
  const answers: ReceiverAnswer[] = []
  for (const event of sale) answers.push(await context.send(signed(event, context)))
  if ((await count()) > once) return { answers, problem: 'it was acted on again' }
  if (once > handledBefore) return { answers }
  return { answers, unjudged: notCounted }
}

const notCounted = 'the count of --handled did not grow with a new event'

const copies = 5

/** Each event several times at once; and the most that one of them was acted on. */
export interface Race {
  readonly answers: readonly ReceiverAnswer[]
  readonly most: number
}

export const race = async (events: readonly SentEvent[], context: WebhookCaseContext): Promise<Race> => {
  const answers: ReceiverAnswer[] = []
  let most = 0
  let count = (await context.handled?.()) ?? 0
  for (const event of events) {
    const delivery = { ...signed(event, context), meeting: meetingOf(copies) }
    answers.push(...(await Promise.all(Array.from({ length: copies }, () => context.send(delivery)))))
    const now = (await context.handled?.()) ?? 0
    most = Math.max(most, now - count)
    count = now
  }
  return { answers, most }
}

/** With a counter each event of a sale is raced: many shops act on `charge.complete` alone. */
export const playAtOnce: Case['play'] = async (context) => {
  if (context.handled === null) return race((await context.sale()).slice(0, 1), context)
  // A shop pays an order only once: of another sale for it nothing may be acted on.
  const races = [await context.rest(), await race(await context.sale(), context)]
  const answers = races.flatMap((one) => one.answers)
  const most = Math.max(...races.map((one) => one.most))
  if (most > 1) return { answers, problem: `it was acted on ${most} times` }
  return most === 0 && !answers.some(isRefusal) ? { answers, unjudged: notCounted } : { answers }
}
