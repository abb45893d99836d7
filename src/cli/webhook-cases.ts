/** The cases that a webhook receiver must handle (spec 5.1, 6 rule 3), as a table: each row is sent and judged. */
import { isBase64 } from '../kernel/base64'
import { encodingFor, signatureHeaderNames } from '../service/webhooks/scheme'
import {
  type HeadersAndKey,
  meetingOf,
  type ReceiverAnswer,
  type Send,
  type TestDelivery,
} from './webhook-sender'

/** An event as the service sends it. */
export interface SentEvent {
  readonly id: string
  readonly key: string
  readonly data: { readonly metadata?: unknown; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

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
  readonly unless?: (scene: WebhookCaseContext) => string | null
  /** How many events of a sale it needs, in their order. Default: 1. */
  readonly takes?: number
  readonly play: (scene: WebhookCaseContext) => Promise<Played>
}

/** An event as the service would send it. */
export const signed = (event: SentEvent, { secret }: WebhookCaseContext): TestDelivery => ({
  body: text(event),
  secrets: [secret],
})

export const isRefusal = ({ status }: ReceiverAnswer): boolean =>
  status !== null && status >= 400 && status < 500

const text = (event: SentEvent): string => JSON.stringify(event)

/** One delivery of a new event. */
const single =
  (deliver: (event: SentEvent, scene: WebhookCaseContext) => Partial<TestDelivery>): Case['play'] =>
  async (scene) => {
    const [event] = await scene.sale()
    return { answers: [await scene.send({ ...signed(event, scene), ...deliver(event, scene) })] }
  }

/** In base64, so that it is a key in either encoding. */
const stranger = 'YSBzZWNyZXQgb2YgYSBzdHJhbmdlcg=='

const paidMore = ({ data, ...event }: SentEvent): string =>
  text({ ...event, data: { ...data, amount: Number(data.amount ?? 0) + 1 } })

const ofTheFuture = (event: SentEvent): SentEvent => ({
  ...event,
  key: 'order.teleported',
  a_field_of_the_future: { nested: [1, 2] },
})

const inThai = ({ data, ...event }: SentEvent): SentEvent => {
  const note = 'ร้านกาแฟ ☕ — “crème brûlée” 🍮 '
  const metadata = { ...Object(data.metadata), note: note.repeat(400) }
  return { ...event, data: { ...data, description: note, metadata } }
}

const atOnce = 20

/** A receiver that answers a forged event in another way took the signature, and refused what the event is about. */
const playFirst: Case['play'] = async (scene) => {
  const [event] = (await scene.first()).sale
  const answer = await scene.send(signed(event, scene))
  const { status } = answer
  const advice = refusalAdvice[status ?? 0]
  const other = status === null || status < 400 || advice ? null : await otherAgreement(event, scene)
  if (other !== null) return { answers: [answer], ...other }
  if (!isRefusal(answer)) return { answers: [answer] }
  const forged = await scene.send({ ...signed(event, scene), secrets: [stranger] })
  if (!isRefusal(forged) || forged.status === status) return { answers: [answer], advice }
  return { answers: [answer], unjudged: `answered ${status}, and ${forged.status} to a forged event` }
}

const headersText = (prefix: string): string => Object.values(signatureHeaderNames(prefix)).join(' and ')

const keys = { utf8: 'the text of the secret', base64: 'the secret decoded from base64' } as const

/** The header names and the key of the other profile, where the receiver takes those. */
const otherAgreement = async (
  event: SentEvent,
  scene: WebhookCaseContext,
): Promise<Pick<Played, 'accepts' | 'advice'> | null> => {
  const { headerPrefix: own, secretEncoding: ownKey } = scene.agreement
  for (const headerPrefix of new Set([own, 'Service', 'Omise']))
    for (const secretEncoding of ['utf8', 'base64'] as const) {
      const isOwn = headerPrefix === own && secretEncoding === ownKey
      if (isOwn || (secretEncoding === 'base64' && !isBase64(scene.secret))) continue
      const agreement = { headerPrefix, secretEncoding }
      const { status } = await scene.send({ ...signed(event, scene), agreement })
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
const playActedOn: Case['play'] = async (scene) => {
  const count = scene.handled ?? (async () => 0)
  const { sale, handledBefore } = await scene.first()
  await scene.rest()
  const once = await count()
  const answers: ReceiverAnswer[] = []
  for (const event of sale) answers.push(await scene.send(signed(event, scene)))
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

export const race = async (events: readonly SentEvent[], scene: WebhookCaseContext): Promise<Race> => {
  const answers: ReceiverAnswer[] = []
  let most = 0
  let count = (await scene.handled?.()) ?? 0
  for (const event of events) {
    const delivery = { ...signed(event, scene), meeting: meetingOf(copies) }
    answers.push(...(await Promise.all(Array.from({ length: copies }, () => scene.send(delivery)))))
    const now = (await scene.handled?.()) ?? 0
    most = Math.max(most, now - count)
    count = now
  }
  return { answers, most }
}

/** With a counter each event of a sale is raced: many shops act on `charge.complete` alone. */
const playAtOnce: Case['play'] = async (scene) => {
  if (scene.handled === null) return race((await scene.sale()).slice(0, 1), scene)
  // A shop pays an order only once: of another sale for it nothing may be acted on.
  const races = [await scene.rest(), await race(await scene.sale(), scene)]
  const answers = races.flatMap((one) => one.answers)
  const most = Math.max(...races.map((one) => one.most))
  if (most > 1) return { answers, problem: `it was acted on ${most} times` }
  return most === 0 && !answers.some(isRefusal) ? { answers, unjudged: notCounted } : { answers }
}

const expecting =
  (expects: Case['expects']) =>
  (id: string, title: string, rest: Omit<Case, 'id' | 'title' | 'expects'>): Case => ({
    id,
    title,
    expects,
    ...rest,
  })

const accepts = expecting('accepted')
const refuses = expecting('refused')

export const cases: readonly Case[] = [
  accepts('signed', 'a signed event', {
    advice: 'is the secret the same on both sides, and the body taken raw, before anything parses it?',
    play: playFirst,
  }),
  accepts('duplicate-acted-on', 'the same event again is acted on once', {
    advice: 'remember the ids of events in the same step as what they change, and check them first',
    unless: ({ handled }) => (handled === null ? 'give the address of its counter with --handled' : null),
    play: playActedOn,
  }),
  accepts('text', 'a long event in Thai, with emoji', {
    advice: 'sign the bytes as they came, or the text read as UTF-8, and take bodies of 100 kB or more',
    play: single((event) => ({ body: text(inThai(event)) })),
  }),
  refuses('tampered', 'a body that was changed on its way', {
    advice: 'compute the HMAC over timestamp, period and raw body, and answer 400 when it differs',
    play: single((event) => ({ body: paidMore(event), signedBody: text(event) })),
  }),
  refuses('bad-signature', "a stranger's signature", {
    advice: 'compare with a signature made with your own secret, in constant time',
    play: single(() => ({ secrets: [stranger] })),
  }),
  refuses('malformed-signature', 'a signature that is cut short', {
    advice: 'compare lengths first: timingSafeEqual throws where they differ; refuse with 400',
    play: single(() => ({ headers: (own) => ({ ...own, signature: own.signature.slice(0, 10) }) })),
  }),
  refuses('missing-signature', 'no signature', {
    advice: 'refuse with 400 when the header is missing; never skip the check',
    play: single(() => ({ headers: ({ timestamp }) => ({ timestamp }) })),
  }),
  refuses('missing-timestamp', 'no timestamp', {
    advice: 'refuse with 400 when the header is missing: it is a part of what was signed',
    play: single(() => ({ headers: ({ signature }) => ({ signature }) })),
  }),
  refuses('changed-timestamp', 'an old signature under a new timestamp', {
    advice: 'sign the timestamp too: timestamp, period, body',
    play: single(() => ({
      ageSeconds: 3600,
      headers: ({ signature, timestamp }) => ({ signature, timestamp: String(Number(timestamp) + 3600) }),
    })),
  }),
  refuses('old', 'signed 301 seconds ago', {
    advice: 'refuse what differs from now by more than 300 seconds: it may be a replay',
    play: single(() => ({ ageSeconds: 301 })),
  }),
  refuses('early', 'signed 310 seconds in the future', {
    advice: 'compare the distance from now, not only the age: abs(now - timestamp) > 300',
    play: single(() => ({ ageSeconds: -310 })),
  }),
  accepts('delayed', 'signed 240 seconds ago', {
    advice: 'accept up to 300 seconds: clocks differ and networks are slow (seconds, not milliseconds?)',
    play: single(() => ({ ageSeconds: 240 })),
  }),
  accepts('rotation', 'two signatures, the second with its secret', {
    advice: 'split the header at commas and accept when any of them matches',
    play: single((_, { secret }) => ({ secrets: [stranger, secret] })),
  }),
  accepts('rotation-first', 'two signatures, the first with its secret', {
    advice: 'split the header at commas and accept when any of them matches',
    play: single((_, { secret }) => ({ secrets: [secret, stranger] })),
  }),
  accepts('old-secret', 'signed with the old secret alone', {
    advice: 'try every secret that is current, until the old one is deleted',
    unless: ({ oldSecret }) => (oldSecret === null ? 'give it with --old-secret' : null),
    play: single((_, { oldSecret }) => ({ secrets: [oldSecret ?? ''] })),
  }),
  accepts('duplicate', 'the same event again', {
    advice: 'remember the ids of events: answer 2xx again, and do nothing',
    play: async (scene) => {
      const delivery = signed((await scene.sale())[0], scene)
      return { answers: [await scene.send(delivery), await scene.send({ ...delivery, ageSeconds: -1 })] }
    },
  }),
  accepts('duplicate-at-once', 'the same event five times at once', {
    advice: 'let a unique key decide which was first, and answer 2xx to the others too',
    takes: 2,
    play: playAtOnce,
  }),
  accepts('order', 'charge.complete before charge.create', {
    advice: 'events may arrive in any order: create what you do not know yet, ignore what is older',
    takes: 2,
    unless: ({ order }) =>
      order === 'of --event' ? 'one event has no order: give --metadata instead' : null,
    play: async (scene) => {
      const [created, completed = created] = await scene.sale()
      const late = await scene.send(signed(completed, scene))
      return { answers: [late, await scene.send(signed(created, scene))] }
    },
  }),
  accepts('unknown-key', 'an event of an unknown kind, with a new field', {
    advice: 'answer 2xx to kinds that you do not know: otherwise they are sent again for days',
    play: single((event) => ({ body: text(ofTheFuture(event)) })),
  }),
  accepts('slow', 'a body that arrives in pieces, over a second', {
    advice: 'read the body to its end before checking it, and allow that a few seconds',
    play: single(() => ({ pieces: 8 })),
  }),
  accepts('load', `${atOnce} events at once`, {
    advice: 'answer first and work later: store the event, answer 2xx, and handle it from a queue',
    play: async (scene) => {
      const sales = await Promise.all(Array.from({ length: atOnce }, scene.sale))
      return { answers: await Promise.all(sales.map(([event]) => scene.send(signed(event, scene)))) }
    },
  }),
]
