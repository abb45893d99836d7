import { firstSince } from '../../../kernel/collection'
import { rowsOfKind } from '../../../sandbox/records/records'
import { showRequest } from '../../../sandbox/records/requests'
import type { JournalEntry } from '../../../service/http/journal'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { EventRow } from '../../../service/resources/event/model'
import type { View } from '../frame/view'
import { eventsIn, type Story } from '../overview/stories'

/** The most stories on the page of a record. */
const storiesMax = 15
/** How far back the journal is searched. By default it is no longer. */
const searchedMax = 1000
/** A story, with its place among the events: the clock may stand still. */
interface PlacedStory {
  readonly at: number
  readonly place: number
  readonly story: Story
}

const touches = ({ path, made }: JournalEntry, id: string): boolean =>
  path.split('/').includes(id) ||
  made.moves.some((move) => move.id === id) ||
  made.events.some((event) => event.id === id || event.subject.row.id === id || event.charge === id)

/** The latest requests that were about a record or changed it. */
const requestsAbout = ({ parts: { journal }, world }: View, id: string): readonly PlacedStory[] => {
  const entries = (journal?.entries() ?? []).slice(-searchedMax)
  const found: PlacedStory[] = []
  let place = -1
  for (const entry of entries) {
    if (entry.world !== world) continue
    const last = entry.made.events.at(-1)
    if (last !== undefined) place = world.events.positionOf(last.id)
    if (touches(entry, id))
      found.push({ at: entry.at, place, story: { kind: 'request', request: showRequest(entry) } })
  }
  return found.slice(-storiesMax)
}

/** The most events that are looked at: half of them after the record was made, half of them the newest. */
const lookedAtMax = 10_000

interface EventsAbout {
  readonly placed: readonly PlacedStory[]
  /** Whether there are events that were not looked at. */
  readonly hasGap: boolean
}

/**
 * The latest events about a record, newest first; those of a charge include its refunds and disputes. No event is older
 * than its record. With 100,000 charges an index, or a look at all of them, takes 100 ms.
 */
const eventsAbout = ({ world, mode }: View, kind: string, id: string): EventsAbout => {
  const { events } = world
  const isAbout = (row: EventRow): boolean =>
    row.id === id || ((row.charge === id || row.subject.row.id === id) && !isAboutDelivery(row.key))
  const found: PlacedStory[] = []
  const first = firstSince(events, rowsOfKind(world, kind)?.get(id)?.createdAt ?? 0)
  const [early, late] = [first + lookedAtMax / 2, events.length - lookedAtMax / 2]
  let hasGap = false
  for (let place = events.length - 1; place >= first && found.length < storiesMax; place -= 1) {
    if (place < late && place > early) {
      hasGap = true
      place = early
    }
    const row = events.at(place)
    const event = isAbout(row) ? mode.events.get(row.id) : undefined
    if (event !== undefined) found.push({ at: row.createdAt, place, story: { kind: 'event', event } })
  }
  return { placed: found, hasGap }
}

export interface RecordHistory {
  readonly stories: readonly Story[]
  /** Whether there are events that were not looked at, which may be about the record too. */
  readonly hasGap: boolean
}

/** What happened to a record, newest first. An event that a shown request caused is part of its story. */
export const storiesAbout = (view: View, kind: string, id: string): RecordHistory => {
  const requests = requestsAbout(view, id)
  const caused = new Set(requests.flatMap(({ story }) => eventsIn(story)))
  const { placed, hasGap } = eventsAbout(view, kind, id)
  const events = placed.filter(({ story }) => story.kind === 'event' && !caused.has(story.event.id))
  const stories = [...requests, ...events]
    .map((placed, i) => ({ ...placed, i }))
    .sort((a, b) => b.at - a.at || b.place - a.place || b.i - a.i)
    .slice(0, storiesMax)
    .map(({ story }) => story)
  return { stories, hasGap }
}
