/** What the sandbox of a test did, for the person who reads why the test failed. */

import type { Event, RequestRecord, Sandbox } from 'payment-sandbox'
import { iso, minuteMs, parseTime } from '../../../kernel/calendar'
import { gather } from '../../../kernel/rows'
import type { Mode } from '../../../sandbox/account/account'
import { cut, fieldsIn, stateText } from '../../wording'
import {
  callLine,
  eventLines,
  faultLine,
  type KnownEvents,
  type PlannedFault,
  runsOf,
  type StoryLine,
  timesText,
} from './lines'

/** Where a story is read: a sandbox, or an account in one mode. */
export type StorySource = Pick<Mode, 'requests' | 'events' | 'webhooks' | 'faults'> & Pick<Sandbox, 'clock'>

/** The latest entries that a story reads. */
const readMax = 500
/** In characters: a line of a terminal holds most of it. */
const widthMax = 160
/** A jump of the clock by more has a line. */
const jumpMs = minuteMs

/** Times of one profile have no milliseconds: then those of one second are alike. */
const isEarlier = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.slice(0, 19) < other.slice(0, 19)

const beginOf = ({ at, duration }: RequestRecord): string => iso((parseTime(at) ?? 0) - Math.ceil(duration))

/** Whether an event that no request caused happened before this request, which caused none, was answered. */
const cameBefore = (event: Event, request: RequestRecord): boolean => {
  // A payer has sent a form: what happened while it was answered, the form has caused.
  if (request.key === null && request.method === 'POST') return isEarlier(event.created_at, beginOf(request))
  if (isEarlier(request.at, event.created_at)) return false
  if (isEarlier(event.created_at, request.at)) return true
  // At the same moment: an answer about its record shows that as it was before, or after.
  const [data, answer] = [fieldsIn(event.data), request.answer]
  return answer === null || answer.id !== data.id || stateText(answer) === stateText(data)
}

interface Cause {
  readonly at: string
  readonly lines: readonly StoryLine[]
}

/** Requests in their order, and between them the events that payers, banks and the clock caused. */
const causesIn = (
  requests: readonly RequestRecord[],
  known: KnownEvents,
  faults: readonly PlannedFault[],
): Cause[] => {
  const order = new Map(known.events.map(({ id }, index) => [id, index]))
  const placeOf = (id: string | undefined): number => order.get(id ?? '') ?? -1
  const byId = new Map(known.events.map((event) => [event.id, event]))
  const owned = new Set(requests.flatMap(({ events }) => events.map(({ id }) => id)))
  const others = known.events.filter(({ id }) => !owned.has(id))
  const causes: Cause[] = []
  const addOthers = (count: number): void => {
    const events = others.splice(0, count)
    // What fixtures and triggers made before the first request is no part of the story, unless it was delivered.
    const isPrelude = causes.length === 0 && requests.length > 0
    const shown = isPrelude ? events.filter(({ id }) => known.deliveries.has(id)) : events
    const [first] = shown
    if (first !== undefined) causes.push({ at: first.created_at, lines: eventLines(shown, known, false) })
  }
  // The first event of this request or of a later one: what comes after it in the list comes after it here.
  const firstOwn = requests.map(({ events }) =>
    events.length > 0 ? placeOf(events[0]?.id) : known.events.length,
  )
  const limits = firstOwn.map((_, i) => Math.min(...firstOwn.slice(i)))
  for (const [i, request] of requests.entries()) {
    const isNext = (event: Event): boolean =>
      placeOf(event.id) < (limits[i] ?? 0) && (request.events.length > 0 || cameBefore(event, request))
    const next = others.findIndex((event) => !isNext(event))
    addOthers(next < 0 ? others.length : next)
    const events = request.events.flatMap(({ id }) => byId.get(id) ?? [])
    causes.push({
      at: request.at,
      lines: [callLine(request, faults), ...eventLines(events, known, true)],
    })
  }
  addOthers(others.length)
  return causes
}

const clockLine = (at: string): StoryLine => ({
  kind: 'clock',
  text: `clock ${at.slice(0, 19)}Z`,
  failed: false,
  inner: false,
})

const note = (text: string): StoryLine => ({ kind: 'note', text, failed: true, inner: false })

const hasJumped = (from: string | undefined, to: string): boolean =>
  from !== undefined && (parseTime(to) ?? 0) - (parseTime(from) ?? 0) > jumpMs

/** Calls that repeat, as of a page that waits, are one line. */
const merged = (lines: readonly StoryLine[]): readonly StoryLine[] => {
  let at = 0
  return runsOf(lines.map(textOf)).flatMap(({ times }) => {
    const line = lines[at]
    at += times
    return line === undefined ? [] : [{ ...line, text: timesText({ text: line.text, times }) }]
  })
}

/**
 * The whole story, oldest first.
 * @param notes what the sandbox does not know, at its end
 */
export const storyOf = (
  { requests, events, webhooks, faults, clock }: StorySource,
  notes: readonly string[] = [],
): readonly StoryLine[] => {
  const last = { last: readMax }
  const [calls, planned] = [requests.list(undefined, last), faults.list()]
  const deliveries = gather(webhooks.deliveries(undefined, last), ({ event }) => event.id)
  const hasEndpoint = webhooks.endpoints.length > 0
  const known = { events: events.list(undefined, last), deliveries, hasEndpoint }
  const lines: StoryLine[] = calls.length === 0 ? [note('no request reached the sandbox')] : []
  let time: string | undefined
  for (const { at, lines: caused } of causesIn(calls, known, planned)) {
    if (hasJumped(time, at)) lines.push(clockLine(at))
    lines.push(...caused)
    time = at
  }
  const now = clock.now().toISOString()
  if (hasJumped(time, now)) lines.push(clockLine(now))
  lines.push(...planned.map(faultLine))
  if (!hasEndpoint && deliveries.size === 0 && known.events.length > 0)
    lines.push({ ...note('no webhook was sent: there is no address'), failed: false })
  return merged([...lines, ...notes.map(note)])
}

const textOf = ({ text, inner }: StoryLine): string => `${inner ? '    ' : '  '}${text}`

/** All of it, as text. */
export const storyText = (story: readonly StoryLine[]): string => story.map(textOf).join('\n')

/** With its head, the most lines below the error of a test. */
const linesMax = 20

/** The end of the story below its head, in at most 20 lines of a bounded length. */
export const shortStory = (source: StorySource, notes?: readonly string[]): string => {
  const lines = storyOf(source, notes).map((line) => cut(textOf(line), widthMax))
  const room = linesMax - 1
  const shown = lines.length <= room ? lines : lines.slice(1 - room)
  const left = lines.length - shown.length
  return ['what it did in this test', ...(left === 0 ? [] : [`  (${left} earlier lines)`]), ...shown].join(
    '\n',
  )
}
