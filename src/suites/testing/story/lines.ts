import type { Delivery, Event, RequestFault, RequestRecord, WebhookFault } from 'payment-sandbox'
import { isObject } from '../../../kernel/json'
import { gather } from '../../../kernel/rows'
import { counted } from '../../../kernel/text'
import { fieldsIn, joined, quoted, receivedText, recordText } from '../../wording'

/** The lines of a story: calls, events, deliveries, faults. */

/** One line. What a call or an event caused stands below it, further in. */
export interface StoryLine {
  readonly kind: 'call' | 'event' | 'delivery' | 'fault' | 'clock' | 'note'
  readonly text: string
  readonly failed: boolean
  /** Whether the line before it is the cause. */
  readonly inner: boolean
}

interface Run {
  readonly text: string
  times: number
}

/** What repeats, once. */
export const runsOf = (texts: readonly string[]): readonly Run[] => {
  const runs: Run[] = []
  for (const text of texts) {
    const run = runs.at(-1)
    if (run?.text === text) run.times += 1
    else runs.push({ text, times: 1 })
  }
  return runs
}

export const timesText = ({ text, times }: Run): string => (times === 1 ? text : `${text} (${times} times)`)

export type PlannedFault = RequestFault | WebhookFault

/** Fields of a fault that say what it meets, not what it does. */
const conditions = ['id', 'kind', 'method', 'path', 'body', 'card', 'event', 'url', 'times', 'after', 'hits']

/** `drop: response`, `respond: 503` */
const effectText = (fault: PlannedFault): string =>
  Object.entries(fault)
    .filter(([name, value]) => !conditions.includes(name) && value !== null && value !== 0 && value !== false)
    .map(([name, value]) => `${name}: ${isObject(value) ? String(value.status) : String(value)}`)
    .join(', ')

const targetText = (fault: PlannedFault): string => {
  if (fault.kind === 'webhook') return joined('webhook', fault.event, fault.url && `to ${fault.url}`)
  const { method, path, card, body } = fault
  const who = joined(card && `of card ${card}`, body !== null && `with ${JSON.stringify(body)}`)
  return joined(joined(method, path) || 'every request', who)
}

/** Faults say how often they struck: one that met nothing is a cause by itself. */
export const faultLine = (fault: PlannedFault): StoryLine => {
  const hits = fault.hits === 0 ? 'met nothing' : `struck ${counted(fault.hits, 'time')}`
  const text = `fault ${targetText(fault)} (${effectText(fault)}): ${hits}`
  return { kind: 'fault', text, failed: fault.hits === 0, inner: false }
}

/** `402 insufficient_fund: insufficient funds` */
const answerText = ({ status, error, answer, details }: RequestRecord): string => {
  if (status === 0) return 'cut'
  if (error === null) return joined(String(status), answer === null ? null : recordText(answer))
  const { message } = answer ?? {}
  const { charge_id: charge } = details ?? {}
  const said = typeof message === 'string' ? `: ${quoted(message, 90)}` : ''
  return joined(`${status} ${error}${said}`, typeof charge === 'string' && `(${charge})`)
}

export const callLine = (request: RequestRecord, faults: readonly PlannedFault[]): StoryLine => {
  const { method, path, livemode, status, error, replayed, ignored, warnings, fault } = request
  const struck = faults.find(({ id }) => id === fault)
  const remarks = [
    livemode === true && 'live mode',
    replayed && 'the stored answer of its idempotency key',
    fault !== null && `fault ${struck === undefined ? fault : effectText(struck)}`,
    ignored.length > 0 && `not a parameter: ${ignored.join(', ')}`,
    ...warnings,
  ].filter((remark) => typeof remark === 'string')
  const text = joined(`${method} ${path} ->`, answerText(request), ...remarks.map((remark) => `[${remark}]`))
  const failed = error !== null || status === 0 || fault !== null || request.answer?.status === 'failed'
  return { kind: 'call', text, failed, inner: false }
}

const outcomeText = (delivery: Delivery): string =>
  joined(`-> ${receivedText(delivery, 100)}`, delivery.hint && `[${delivery.hint}]`)

/** The attempts for one event at one address: `-> connection refused (2 times), then -> 204`. */
const attemptsText = (attempts: readonly Delivery[]): string => {
  const retryAt = attempts.at(-1)?.retry_at ?? null
  const again = retryAt === null ? '' : ` [again at ${retryAt.slice(0, 16)}Z]`
  return runsOf(attempts.map(outcomeText)).map(timesText).join(', then ') + again
}

/** Functions have addresses that say nothing. */
const receiverText = (uri: string): string => (uri.includes('.payment-sandbox.test/') ? '' : `to ${uri}`)

const isDeliverable = ({ key }: Pick<Event, 'key'>): boolean => !key.startsWith('webhook.')

export interface KnownEvents {
  readonly events: readonly Event[]
  /** By the id of their event. */
  readonly deliveries: ReadonlyMap<string, readonly Delivery[]>
  readonly hasEndpoint: boolean
}

/** The events of one cause that are about one record, and then their deliveries: those that ended alike in one line. */
export const eventLines = (
  events: readonly Event[],
  known: KnownEvents,
  inner: boolean,
): readonly StoryLine[] => {
  const ofRecords = gather(events, ({ data }) => String(fieldsIn(data).id ?? ''))
  const lines = [...ofRecords].map(([id, group]): StoryLine => {
    const about = inner ? id : recordText(fieldsIn(group.at(-1)?.data))
    const text = joined('event', group.map(({ key }) => key).join(', '), about)
    return { kind: 'event', text, failed: false, inner }
  })
  const outcomes = events.flatMap(({ id, key }) => {
    const attempts = known.deliveries.get(id) ?? []
    const sent = [...gather(attempts, ({ uri }) => uri)].map(([uri, to]) => ({
      key,
      outcome: joined(receiverText(uri), attemptsText(to)),
    }))
    const isOwed = attempts.length === 0 && known.hasEndpoint && isDeliverable({ key })
    return isOwed ? [{ key, outcome: '-> not sent yet: await sandbox.webhooks.settle()' }] : sent
  })
  for (const [outcome, alike] of gather(outcomes, (one) => one.outcome)) {
    const failed = !/-> 2\d\d$/.test(outcome)
    const text = `delivery ${alike.map(({ key }) => key).join(', ')} ${outcome}`
    lines.push({ kind: 'delivery', text, failed, inner: true })
  }
  return lines
}
