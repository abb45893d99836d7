import { dayMs, hourMs, minuteMs } from '../../kernel/calendar'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow, Script, WebhookDeliveryRow } from '../resources/webhook-delivery/model'
import { attemptIdOf } from '../resources/webhook-delivery/operations'
import type { World } from '../world'

/** Deliveries as rows: due attempts and their results. Sends nothing itself. */

/** What begins without a fault. */
const unplayed = { script: null, isCopy: false } as const

const insertDispatch = (
  world: World,
  event: EventRow,
  dispatch: Pick<DispatchRow, 'id' | 'uri' | 'script' | 'isCopy'>,
): DispatchRow =>
  world.dispatches.insert({
    createdAt: world.now(),
    event: event.id,
    state: 'due',
    attempts: 0,
    firstTriedAt: null,
    ...dispatch,
  })

/** Plans the deliveries of a new event. */
export const dispatchEvent = (
  world: World,
  event: EventRow,
  uris: readonly string[],
): readonly DispatchRow[] =>
  uris.map((uri, i) => insertDispatch(world, event, { id: `${event.id}/${i + 1}`, uri, ...unplayed }))

/** Plans the deliveries of an event again, from the first attempt on. */
export const dispatchAgain = (
  world: World,
  event: EventRow,
  uri: string,
  by: Pick<DispatchRow, 'script' | 'isCopy'> = unplayed,
): DispatchRow => {
  const id = `${event.id}/${world.dispatches.by('event', event.id).length + 1}`
  return insertDispatch(world, event, { id, uri, ...by })
}

/** Delays an attempt until `runAt`, and keeps the decision of the faults for it. */
export const postpone = (world: World, dispatch: DispatchRow, runAt: number, script: Script | null): void => {
  world.dispatches.update(dispatch, { state: 'waiting', script })
  world.plan(runAt, 'webhook.attempt', dispatch.id)
}

export const giveUp = (world: World, dispatch: DispatchRow): DispatchRow =>
  world.dispatches.update(dispatch, { state: 'failed', script: null })

/** The request and the answer of one attempt. */
export type AttemptFacts = Pick<
  WebhookDeliveryRow,
  'status' | 'error' | 'answer' | 'baseUrl' | 'timestamp' | 'signature'
>

/** The statuses of a successful delivery (spec 6 rule 2; assumption `webhook-success`). */
export const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Records the result of an attempt, plans the next one, and records the event about it. */
export const recordAttempt = (
  world: World,
  dispatch: DispatchRow,
  facts: AttemptFacts,
  schedule: RetrySchedule,
): WebhookDeliveryRow => {
  const now = world.now()
  const attempt = dispatch.attempts + 1
  const firstTriedAt = dispatch.firstTriedAt ?? now
  const isThere = isSuccess(facts.status)
  const retryAt = isThere ? null : nextAttemptAt(schedule, { attempt, firstTriedAt, now })
  const cause = `${dispatch.id} ${attempt}`
  const event = world.events.get(dispatch.event)
  if (event === undefined) throw new Error(`${dispatch.event} was forgotten while it was delivered`)
  const delivery = world.webhookDeliveries.insert({
    id: attemptIdOf(world, dispatch.id, attempt),
    createdAt: now,
    event: event.id,
    key: event.key,
    uri: dispatch.uri,
    attempt,
    retryAt,
    ...facts,
  })
  const state = isThere ? 'delivered' : retryAt === null ? 'failed' : 'waiting'
  world.dispatches.update(dispatch, { state, attempts: attempt, firstTriedAt, script: null })
  if (retryAt !== null) world.plan(retryAt, 'webhook.attempt', dispatch.id)
  // Assumption `webhook-events`: an event about the attempt, which is never delivered.
  const key = attempt === 1 ? 'webhooks.deliver' : 'webhooks.retry'
  world.recordDeliveryEvent(key, cause, delivery)
  return delivery
}

/** When a failed delivery is tried again (assumption `webhook-retries`). */
export interface RetrySchedule {
  /** From each failed attempt to the next, in ms. */
  readonly delaysMs: readonly number[]
  /** After the last delay: repeat it, or stop. */
  readonly repeatsLast: boolean
  /** The latest time of an attempt after the first one. */
  readonly untilMs: number
}

/** Published by the real service: eleven attempts at most. */
export const publishedRetries: RetrySchedule = {
  delaysMs: [
    minuteMs,
    5 * minuteMs,
    15 * minuteMs,
    hourMs,
    3 * hourMs,
    6 * hourMs,
    12 * hourMs,
    24 * hourMs,
    48 * hourMs,
  ],
  repeatsLast: true,
  untilMs: 7 * dayMs,
}

/** The delays of the option `retry`, and no further attempts. */
export const chosenRetries = (delaysMs: readonly number[]): RetrySchedule => ({
  delaysMs,
  repeatsLast: false,
  untilMs: Number.POSITIVE_INFINITY,
})

/** A failed attempt. Times are epoch milliseconds. */
interface FailedAttempt {
  /** The first attempt is 1. */
  readonly attempt: number
  readonly firstTriedAt: number
  readonly now: number
}

/** Time of the next attempt; `null` when there is none. */
export const nextAttemptAt = (
  { delaysMs, repeatsLast, untilMs }: RetrySchedule,
  { attempt, firstTriedAt, now }: FailedAttempt,
): number | null => {
  const delay = delaysMs[attempt - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delay === undefined) return null
  const at = now + delay
  return at - firstTriedAt > untilMs ? null : at
}
