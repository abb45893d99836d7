/** The cases that a webhook receiver must handle (spec 5.1, 6 rule 3), as a table: each row is sent and judged. */
import {
  type Case,
  foreignSecret,
  playActedOn,
  playAtOnce,
  playFirst,
  type SentEvent,
  signed,
  text,
  type WebhookCaseContext,
} from './plays'
import type { TestDelivery } from './sender'

/** One delivery of a new event. */
const single =
  (deliver: (event: SentEvent, context: WebhookCaseContext) => Partial<TestDelivery>): Case['play'] =>
  async (context) => {
    const [event] = await context.sale()
    return { answers: [await context.send({ ...signed(event, context), ...deliver(event, context) })] }
  }

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
    advice:
      'is the secret the same on both sides (--secret), and the body read raw, before anything parses it?',
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
    play: single(() => ({ secrets: [foreignSecret] })),
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
    play: single((_, { secret }) => ({ secrets: [foreignSecret, secret] })),
  }),
  accepts('rotation-first', 'two signatures, the first with its secret', {
    advice: 'split the header at commas and accept when any of them matches',
    play: single((_, { secret }) => ({ secrets: [secret, foreignSecret] })),
  }),
  accepts('old-secret', 'signed with the old secret alone', {
    advice: 'try every secret that is current, until the old one is deleted',
    unless: ({ oldSecret }) => (oldSecret === null ? 'give it with --old-secret' : null),
    play: single((_, { oldSecret }) => ({ secrets: [oldSecret ?? ''] })),
  }),
  accepts('duplicate', 'the same event again', {
    advice: 'remember the ids of events: answer 2xx again, and do nothing',
    play: async (context) => {
      const delivery = signed((await context.sale())[0], context)
      return { answers: [await context.send(delivery), await context.send({ ...delivery, ageSeconds: -1 })] }
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
    play: async (context) => {
      const [created, completed = created] = await context.sale()
      const late = await context.send(signed(completed, context))
      return { answers: [late, await context.send(signed(created, context))] }
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
    play: async (context) => {
      const sales = await Promise.all(Array.from({ length: atOnce }, context.sale))
      return { answers: await Promise.all(sales.map(([event]) => context.send(signed(event, context)))) }
    },
  }),
]
