/** The cases that a receiver of webhooks has to handle (spec 5.1, 6 rule 3), as a table: each row is sent and judged. */
import type { ReceiverAnswer, Send, TestDelivery } from './webhook-sender'

/** An event as the service sends it. */
export interface SentEvent {
  readonly id: string
  readonly key: string
  readonly [field: string]: unknown
}

/** What a case needs to run. */
export interface WebhookCaseContext {
  readonly send: Send
  /** New events of one sale, in the order in which they happened. */
  readonly sale: () => Promise<readonly [created: SentEvent, completed: SentEvent]>
  readonly secret: string
  readonly oldSecret: string | null
  /** How many events the receiver has acted on so far, where it reports that. */
  readonly handled: (() => Promise<number>) | null
}

interface Played {
  readonly answers: readonly ReceiverAnswer[]
  /** Checks what the answers alone do not show. */
  readonly problem?: string | null
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
  readonly play: (scene: WebhookCaseContext) => Promise<Played>
}

const text = (event: SentEvent): string => JSON.stringify(event)

/** One delivery of a new event. */
const single =
  (deliver: (event: SentEvent, scene: WebhookCaseContext) => Partial<TestDelivery>): Case['play'] =>
  async (scene) => {
    const [event] = await scene.sale()
    const delivery = { body: text(event), secrets: [scene.secret], ...deliver(event, scene) }
    return { answers: [await scene.send(delivery)] }
  }

const stranger = 'a secret that only a stranger has'

const paidMore = (event: SentEvent): string => text(event).replace(/"amount":\d+/, '"amount":1')

const ofTheFuture = (event: SentEvent): SentEvent => ({
  ...event,
  key: 'order.teleported',
  a_field_of_the_future: { nested: [1, 2] },
})

const inThai = (event: SentEvent): SentEvent => {
  const note = 'ร้านกาแฟ ☕ — “crème brûlée” 🍮 '
  const data = { ...(event.data as object), description: note, metadata: { note: note.repeat(400) } }
  return { ...event, data }
}

const atOnce = 20

/** A receiver that works from a queue counts with a delay. */
const settleMs = 300

const settled = async (count: () => Promise<number>): Promise<number> => {
  let before = await count()
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const now = await count()
    if (now === before) return now
    before = now
  }
}

const countProblem = (first: number, second: number): string | null => {
  if (second > 0) return 'it was acted on again'
  return first > 0 ? null : 'the count of --handled did not grow with a new event'
}

export const cases: readonly Case[] = [
  {
    id: 'signed',
    title: 'a signed event',
    expects: 'accepted',
    advice: 'is the secret the same on both sides, and the body taken raw, before anything parses it?',
    play: single(() => ({})),
  },
  {
    id: 'text',
    title: 'a long event in Thai, with emoji',
    expects: 'accepted',
    advice: 'sign the bytes as they came, or the text read as UTF-8, and take bodies of 100 kB or more',
    play: single((event) => ({ body: text(inThai(event)) })),
  },
  {
    id: 'tampered',
    title: 'a body that was changed on its way',
    expects: 'refused',
    advice: 'compute the HMAC over timestamp, period and raw body, and answer 400 when it differs',
    play: single((event) => ({ body: paidMore(event), signedBody: text(event) })),
  },
  {
    id: 'bad-signature',
    title: "a stranger's signature",
    expects: 'refused',
    advice: 'compare with a signature made with your own secret, in constant time',
    play: single(() => ({ secrets: [stranger] })),
  },
  {
    id: 'malformed-signature',
    title: 'a signature that is cut short',
    expects: 'refused',
    advice: 'compare lengths first: timingSafeEqual throws where they differ; refuse with 400',
    play: single(() => ({ headers: (signed) => ({ ...signed, signature: signed.signature.slice(0, 10) }) })),
  },
  {
    id: 'missing-signature',
    title: 'no signature',
    expects: 'refused',
    advice: 'refuse with 400 when the header is missing; never skip the check',
    play: single(() => ({ headers: ({ timestamp }) => ({ timestamp }) })),
  },
  {
    id: 'missing-timestamp',
    title: 'no timestamp',
    expects: 'refused',
    advice: 'refuse with 400 when the header is missing: it is a part of what was signed',
    play: single(() => ({ headers: ({ signature }) => ({ signature }) })),
  },
  {
    id: 'changed-timestamp',
    title: 'an old signature under a new timestamp',
    expects: 'refused',
    advice: 'sign the timestamp as well: timestamp, period, body',
    play: single(() => ({
      ageSeconds: 3600,
      headers: ({ signature, timestamp }) => ({ signature, timestamp: String(Number(timestamp) + 3600) }),
    })),
  },
  {
    id: 'old',
    title: 'signed 301 seconds ago',
    expects: 'refused',
    advice: 'refuse what differs from now by more than 300 seconds: it may be a replay',
    play: single(() => ({ ageSeconds: 301 })),
  },
  {
    id: 'early',
    title: 'signed 310 seconds in the future',
    expects: 'refused',
    advice: 'compare the distance from now, not only the age: abs(now - timestamp) > 300',
    play: single(() => ({ ageSeconds: -310 })),
  },
  {
    id: 'delayed',
    title: 'signed 240 seconds ago',
    expects: 'accepted',
    advice: 'accept up to 300 seconds: clocks differ and networks are slow (seconds, not milliseconds?)',
    play: single(() => ({ ageSeconds: 240 })),
  },
  {
    id: 'rotation',
    title: 'two signatures, the second with its secret',
    expects: 'accepted',
    advice: 'split the header at commas and accept when any of them matches',
    play: single((_, { secret }) => ({ secrets: [stranger, secret] })),
  },
  {
    id: 'rotation-first',
    title: 'two signatures, the first with its secret',
    expects: 'accepted',
    advice: 'split the header at commas and accept when any of them matches',
    play: single((_, { secret }) => ({ secrets: [secret, stranger] })),
  },
  {
    id: 'old-secret',
    title: 'signed with the old secret alone',
    expects: 'accepted',
    advice: 'try every secret that is current, until the old one is deleted',
    unless: ({ oldSecret }) => (oldSecret === null ? 'give it with --old-secret' : null),
    play: single((_, { oldSecret }) => ({ secrets: [oldSecret ?? ''] })),
  },
  {
    id: 'duplicate',
    title: 'the same event again',
    expects: 'accepted',
    advice: 'remember the ids of events: answer 2xx again, and do nothing',
    play: async ({ send, sale, secret }) => {
      const [event] = await sale()
      const delivery = { body: text(event), secrets: [secret] }
      return { answers: [await send(delivery), await send({ ...delivery, ageSeconds: -1 })] }
    },
  },
  {
    id: 'duplicate-acted-on',
    title: 'the same event again is acted on once',
    expects: 'accepted',
    advice: 'remember the ids of events in the same step as what they change, and check them first',
    unless: ({ handled }) => (handled === null ? 'give the address of its counter with --handled' : null),
    play: async ({ send, sale, secret, handled }) => {
      const count = handled ?? (async () => 0)
      const [event] = await sale()
      const delivery = { body: text(event), secrets: [secret] }
      const before = await settled(count)
      const first = await send(delivery)
      const once = await settled(count)
      const answers = [first, await send(delivery)]
      const twice = await settled(count)
      return { answers, problem: countProblem(once - before, twice - once) }
    },
  },
  {
    id: 'duplicate-at-once',
    title: 'the same event five times at once',
    expects: 'accepted',
    advice: 'let a unique key decide who was first, and answer 2xx to the others as well',
    play: async ({ send, sale, secret }) => {
      const [event] = await sale()
      const delivery = { body: text(event), secrets: [secret] }
      return { answers: await Promise.all(Array.from({ length: 5 }, () => send(delivery))) }
    },
  },
  {
    id: 'order',
    title: 'charge.complete before charge.create',
    expects: 'accepted',
    advice: 'events may arrive in any order: create what you do not know yet, ignore what is older',
    play: async ({ send, sale, secret }) => {
      const [created, completed] = await sale()
      const late = await send({ body: text(completed), secrets: [secret] })
      return { answers: [late, await send({ body: text(created), secrets: [secret] })] }
    },
  },
  {
    id: 'unknown-key',
    title: 'an event of an unknown kind, with a new field',
    expects: 'accepted',
    advice: 'answer 2xx to kinds that you do not know: otherwise they are sent again for days',
    play: single((event) => ({ body: text(ofTheFuture(event)) })),
  },
  {
    id: 'slow',
    title: 'a body that arrives in pieces, over a second',
    expects: 'accepted',
    advice: 'read the body to its end before checking it, and allow that a few seconds',
    play: single(() => ({ pieces: 8 })),
  },
  {
    id: 'load',
    title: `${atOnce} events at once`,
    expects: 'accepted',
    advice: 'answer first and work later: store the event, answer 2xx, and handle it from a queue',
    play: async ({ send, sale, secret }) => {
      const events = await Promise.all(Array.from({ length: atOnce }, sale))
      const deliveries = events.map(([event]) => ({ body: text(event), secrets: [secret] }))
      return { answers: await Promise.all(deliveries.map(send)) }
    },
  },
]
