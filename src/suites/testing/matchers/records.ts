/** Matchers of the records of a sandbox: charges, refunds, events and deliveries. */
import type { Charge, Delivery, Event, Refund } from 'payment-sandbox'
import { nearest } from '../../../kernel/nearest'
import { fits } from '../../../kernel/pattern'
import { findFitting } from './candidates'
import { isPaid, stateOf } from './charges'
import {
  counted,
  guarded,
  guardedLater,
  lastRequests,
  type MatcherContext,
  type MatcherResult,
  type MatcherSubject,
  money,
  subjectOf,
} from './outcome'
import type { Difference } from './partial'

/** What is missing from its whole weighs more than a field. */
const flaw = (text: string): readonly Difference[] => [{ path: '', text, cost: 1 }]

export function toHaveCharged(this: MatcherContext, received: unknown, partial?: object): MatcherResult {
  return guarded(this, () => {
    const subject = subjectOf(received)
    return findFitting<Charge>({
      ...{ wanted: 'a successful charge', word: 'charge', partial, records: subject.charges.list() },
      flaws: (charge) => (isPaid(charge) ? [] : flaw(`it is ${stateOf(charge)}`)),
      nameOf: ({ id, amount, currency, status }) => `${id} (${money(amount, currency)}, ${status})`,
      whenNone: () => ['there is no charge', ...lastRequests(subject)],
    })
  })
}

export function toHaveRefunded(this: MatcherContext, received: unknown, partial?: object): MatcherResult {
  return guarded(this, () => {
    const subject = subjectOf(received)
    return findFitting<Refund>({
      ...{ wanted: 'a refund', word: 'refund', partial, records: subject.refunds.list() },
      nameOf: ({ id, amount, currency, charge }) => `${id} (${money(amount, currency)} of ${charge.id})`,
      whenNone: () => ['there is no refund', ...lastRequests(subject)],
    })
  })
}

/** `charge.create 2 times, customer.create`, those with a similar key first. */
const keysIn = (events: readonly Event[], wanted: string): string => {
  const counts = new Map<string, number>()
  for (const { key } of events) counts.set(key, (counts.get(key) ?? 0) + 1)
  const near = nearest(wanted, [...counts.keys()], counts.size)
  return [...new Set([...near, ...counts.keys()])]
    .map((key) => (counts.get(key) === 1 ? key : `${key} ${counts.get(key)} times`))
    .join(', ')
}

const otherEvents = (subject: MatcherSubject, key: string): readonly string[] => {
  const events = subject.events.list()
  return events.length === 0
    ? [`no event was recorded`, ...lastRequests(subject)]
    : [
        `${key} is not among ${counted(events.length, 'event')}, nearest first:`,
        `  ${keysIn(events, key)}`,
        ...lastRequests(subject),
      ]
}

/** `charge.complete of chrg_test_1` */
const eventName = ({ key, data }: Pick<Event, 'key'> & { readonly data: object }): string =>
  'id' in data ? `${key} of ${String(data.id)}` : key

export function toHaveEmitted(
  this: MatcherContext,
  received: unknown,
  key: string,
  partial?: object,
): MatcherResult {
  return guarded(this, () => {
    const subject = subjectOf(received)
    return findFitting<Event>({
      ...{ wanted: `an event ${key}`, word: 'event', partial },
      records: subject.events.list((event) => fits(key, event.key)),
      dataOf: (event) => event.data,
      nameOf: eventName,
      whenNone: () => otherEvents(subject, key),
    })
  })
}

const answerOf = ({ status, error, retry_at, attempt }: Delivery): string => {
  const result = status === null ? `got no answer (${error})` : `was answered ${status}`
  const next = retry_at === null ? '' : `; the next one is at ${retry_at}: sandbox.clock.set(…)`
  return `attempt ${attempt} ${result}${next}`
}

const undelivered = (subject: MatcherSubject, key: string): readonly string[] => {
  const emitted = subject.events.list((event) => fits(key, event.key))
  if (emitted.length === 0) return otherEvents(subject, key)
  const { endpoints } = subject.webhooks
  const why =
    endpoints.length === 0
      ? 'events have no endpoint: give the option `webhook`, call webhooks.onDelivery(), or set webhook_uri'
      : `no attempt was made yet to ${endpoints.join(', ')}`
  return [`${counted(emitted.length, 'event')} ${key}, and none was delivered:`, `  ${why}`]
}

export function toHaveDelivered(
  this: MatcherContext,
  received: unknown,
  key: string,
  partial?: object,
): Promise<MatcherResult> {
  return guardedLater(this, async () => {
    const subject = subjectOf(received)
    await subject.webhooks.settle()
    return findFitting<Delivery>({
      ...{ wanted: `a delivered webhook ${key}`, word: 'delivery', partial },
      records: subject.webhooks.deliveries((delivery) => fits(key, delivery.key)),
      dataOf: ({ event }) => event.data,
      flaws: (delivery) => (delivery.delivered ? [] : flaw(answerOf(delivery))),
      nameOf: (delivery) => `${eventName(delivery.event)} to ${delivery.uri}`,
      whenNone: () => undelivered(subject, key),
    })
  })
}
