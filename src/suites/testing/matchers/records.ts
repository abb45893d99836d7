/** Matchers of the records of a sandbox: charges, refunds, events and deliveries. */

import type { Charge, Delivery, Event, EventKey, Reader, Refund } from 'payment-sandbox'
import { gather } from '../../../kernel/rows'
import { counted, fits, nearest } from '../../../kernel/text'
import { eventObjects, keySetOf } from '../../../service/resources/event/keys'
import { checkPattern } from '../../../service/resources/event/model'
import { isPaid, stateOf } from './charges'
import {
  lastRequests,
  type MatcherResult,
  type MatcherSubject,
  Misuse,
  money,
  outcome,
  print,
  subjectOf,
  unwanted,
} from './outcome'
import { checkNames, type Difference, differences } from './partial'

/** Looks for a record that matches. If there is none, lists the records, nearest first. */

interface CandidateSearch<T> {
  /** `a successful charge`, `a refund` */
  readonly wanted: string
  readonly partial: object | undefined
  /** `charge`: the word to count by. */
  readonly word: string
  /** Oldest first. */
  readonly records: readonly T[]
  /** What is compared with the partial. Default: the record. */
  readonly dataOf?: (record: T) => unknown
  /** Why it does not match, apart from its data. Default: nothing. */
  readonly flaws?: (record: T) => readonly Difference[]
  /** `chrg_test_1 (THB 1,000.00, failed)` */
  readonly textOf: (record: T) => string
  /** Without any record: refuses a filter by a field that none can have. */
  readonly checkFields: (filter: object) => unknown
  /** What to say without any record. */
  readonly whenNone: () => readonly string[]
}

/** The most records that a message describes. */
const shownMax = 5

const findFitting = <T>(search: CandidateSearch<T>): MatcherResult => {
  const { records, partial = {}, textOf, wanted, word } = search
  const { dataOf = (record) => record, flaws = () => [] } = search
  const judged = records.map((record) => ({
    record,
    found: [...flaws(record), ...differences(dataOf(record), partial)],
  }))
  const fitting = judged.findLast(({ found }) => found.length === 0)
  const what = `${wanted}${Object.keys(partial).length === 0 ? '' : ` with ${print(partial)}`}`
  if (fitting !== undefined)
    return outcome([], () => `${unwanted(what)}, but there is ${textOf(fitting.record)}`)
  checkNames(
    judged.map(({ found }) => found),
    word,
  )
  if (records.length === 0) {
    misusing(() => search.checkFields(partial))
    return outcome([`expected ${what}`, '', ...search.whenNone()], () => '')
  }
  const sorted = judged.reverse().sort((a, b) => costOf(a.found) - costOf(b.found))
  const lines = sorted
    .slice(0, shownMax)
    .map(({ record, found }) => `  ${textOf(record)}: ${found.map(({ text }) => text).join('; ')}`)
  const more = records.length > shownMax ? [`  and ${records.length - shownMax} more`] : []
  const count = records.length === 1 ? `there is 1 ${word}, which does not fit:` : undefined
  return outcome(
    [
      `expected ${what}`,
      '',
      count ?? `none of ${counted(records.length, word)} matches, nearest first:`,
      ...lines,
      ...more,
    ],
    () => '',
  )
}

const costOf = (found: readonly Difference[]): number => found.reduce((sum, { cost }) => sum + cost, 0)

/** A mistake in the call is one of the test, under `.not` too. */
const misusing = (check: () => unknown): void => {
  try {
    check()
  } catch (error) {
    throw new Misuse(error instanceof Error ? error.message : String(error))
  }
}

/** What is missing from its whole weighs more than a field. */
const flaw = (text: string): readonly Difference[] => [{ path: '', text, cost: 1 }]

export const toHaveCharged = (received: unknown, partial?: object): MatcherResult => {
  const subject = subjectOf(received)
  return findFitting<Charge>({
    wanted: 'a successful charge',
    word: 'charge',
    partial,
    records: subject.charges.list(),
    checkFields: (filter) => subject.charges.list(filter, { last: 0 }),
    flaws: (charge) => (isPaid(charge) ? [] : flaw(`it is ${stateOf(charge)}`)),
    textOf: ({ id, amount, currency, status }) => `${id} (${money(amount, currency)}, ${status})`,
    whenNone: () => ['there is no charge', ...lastRequests(subject)],
  })
}

export const toHaveRefunded = (received: unknown, partial?: object): MatcherResult => {
  const subject = subjectOf(received)
  return findFitting<Refund>({
    wanted: 'a refund',
    word: 'refund',
    partial,
    records: subject.refunds.list(),
    checkFields: (filter) => subject.refunds.list(filter, { last: 0 }),
    textOf: ({ id, amount, currency, charge }) => `${id} (${money(amount, currency)} of ${charge.id})`,
    whenNone: () => ['there is no refund', ...lastRequests(subject)],
  })
}

/** `charge.create 2 times, customer.create`, those with a similar key first. */
const keysIn = (events: readonly Event[], wanted: string): string => {
  const byKey = gather(events, ({ key }) => key)
  const near = nearest(wanted, [...byKey.keys()], byKey.size)
  return [...new Set([...near, ...byKey.keys()])]
    .map((key) => (byKey.get(key)?.length === 1 ? key : `${key} ${byKey.get(key)?.length} times`))
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

/** Refuses a field that no record has of which an event of this key tells. A pattern fits records of any kind. */
const checkData = (subject: MatcherSubject, key: string, filter: object): void => {
  const reader: Partial<Reader<object>> = Reflect.get(subject, `${eventObjects[key as EventKey]}s`) ?? {}
  reader.list?.(filter, { last: 0 })
}

export const toHaveEmitted = (received: unknown, key: string, partial?: object): MatcherResult => {
  const subject = subjectOf(received)
  misusing(() => checkPattern(key, keySetOf(subject.events.keys)))
  return findFitting<Event>({
    wanted: `an event ${key}`,
    word: 'event',
    partial,
    records: subject.events.list((event) => fits(key, event.key)),
    dataOf: (event) => event.data,
    checkFields: (filter) => checkData(subject, key, filter),
    textOf: eventName,
    whenNone: () => otherEvents(subject, key),
  })
}

const answerOf = ({ status, error, hint, retry_at, attempt }: Delivery): string => {
  const reasons = [error, hint].filter((text) => text !== null)
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`
  const result = status === null ? `got no answer${why}` : `was answered ${status}${why}`
  const next = retry_at === null ? '' : `; the next one is at ${retry_at}: sandbox.clock.set(…)`
  return `attempt ${attempt} ${result}${next}`
}

const undelivered = (subject: MatcherSubject, key: string): readonly string[] => {
  const emitted = subject.events.list((event) => fits(key, event.key))
  if (emitted.length === 0) return otherEvents(subject, key)
  const { endpoints } = subject.webhooks
  const why =
    endpoints.length === 0
      ? 'events have no endpoint: give the option `webhook`, call webhooks.deliverTo() or onDelivery(), or set webhook_uri'
      : `no attempt was made yet to ${endpoints.join(', ')}`
  return [`${counted(emitted.length, 'event')} ${key}, and none was delivered:`, `  ${why}`]
}

export const toHaveDelivered = async (
  received: unknown,
  key: string,
  partial?: object,
): Promise<MatcherResult> => {
  const subject = subjectOf(received)
  misusing(() => checkPattern(key, keySetOf(subject.events.keys)))
  await subject.webhooks.settle()
  return findFitting<Delivery>({
    wanted: `a delivered webhook ${key}`,
    word: 'delivery',
    partial,
    records: subject.webhooks.deliveries((delivery) => fits(key, delivery.key)),
    dataOf: ({ event }) => event.data,
    checkFields: (filter) => checkData(subject, key, filter),
    flaws: (delivery) => (delivery.delivered ? [] : flaw(answerOf(delivery))),
    textOf: (delivery) => `${eventName(delivery.event)} to ${delivery.uri}`,
    whenNone: () => undelivered(subject, key),
  })
}
