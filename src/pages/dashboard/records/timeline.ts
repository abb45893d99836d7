import { rowsOf } from '../../../kernel/collection'
import { showRequest } from '../../../sandbox/records/requests'
import type { JournalEntry } from '../../../service/http/journal'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { EventRow } from '../../../service/resources/event/model'
import type { View } from '../frame/view'
import { eventsIn, type Story } from '../overview/stories'

/** The most stories on the page of a record. */
const storiesMax = 15
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

/** The requests that were about a record or changed it. */
const requestsAbout = ({ parts: { journal }, world }: View, id: string): readonly PlacedStory[] => {
  let place = -1
  return (journal?.entries() ?? []).flatMap((entry) => {
    if (entry.world !== world) return []
    const last = entry.made.events.at(-1)
    if (last !== undefined) place = world.events.positionOf(last.id)
    if (!touches(entry, id)) return []
    return [{ at: entry.at, place, story: { kind: 'request', request: showRequest(entry) } }]
  })
}

/** The latest events about a record; those of a charge include its refunds and disputes. */
const eventsAbout = ({ world, mode }: View, id: string): readonly PlacedStory[] => {
  const isAbout = (row: EventRow): boolean =>
    row.id === id || ((row.charge === id || row.subject.row.id === id) && !isAboutDelivery(row.key))
  return rowsOf(world.events)
    .filter(isAbout)
    .slice(-storiesMax)
    .toReversed()
    .flatMap((row) => {
      const event = mode.events.get(row.id)
      const place = world.events.positionOf(row.id)
      return event === undefined ? [] : [{ at: row.createdAt, place, story: { kind: 'event', event } }]
    })
}

/** What happened to a record, newest first. An event that a shown request caused is part of its story. */
export const storiesAbout = (view: View, id: string): readonly Story[] => {
  const requests = requestsAbout(view, id).slice(-storiesMax)
  const caused = new Set(requests.flatMap(({ story }) => eventsIn(story)))
  const events = eventsAbout(view, id).filter(
    ({ story }) => story.kind === 'event' && !caused.has(story.event.id),
  )
  return [...requests, ...events]
    .map((placed, i) => ({ ...placed, i }))
    .sort((a, b) => b.at - a.at || b.place - a.place || b.i - a.i)
    .slice(0, storiesMax)
    .map(({ story }) => story)
}
