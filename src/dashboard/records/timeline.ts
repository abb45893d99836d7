import type { JournalEntry } from '../../http/journal'
import type { Sequence } from '../../kernel/collection'
import { showRequest } from '../../library/records/requests'
import { type EventRow, isAboutDelivery } from '../../resources/event/model'
import type { View } from '../frame/view'
import type { Story } from '../overview/stories'

/** The most stories on the page of a record. */
const storiesMax = 15
/** How far back the journal is searched. By default it is no longer. */
const searchedMax = 1000
/** A story, with its place among the events: the clock may stand still. */
interface Placed {
  readonly at: number
  readonly place: number
  readonly story: Story
}

const touches = ({ path, made }: JournalEntry, id: string): boolean =>
  path.split('/').includes(id) ||
  made.moves.some((move) => move.id === id) ||
  made.events.some(({ subject, charge }) => subject.row.id === id || charge === id)

/** The latest requests that were about a record or changed it. */
const requestsAbout = ({ journal, world }: View, id: string): readonly Placed[] => {
  const entries = (journal?.entries() ?? []).slice(-searchedMax)
  const found: Placed[] = []
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

/** The latest events about a record; those of a charge include its refunds and disputes. */
const eventsAbout = ({ world, mode }: View, id: string): readonly Placed[] => {
  const own: Sequence<EventRow> = world.events.by('subject', id)
  const rows = world.charges.get(id) === undefined ? own : world.events.by('charge', id)
  const found: Placed[] = []
  for (let i = rows.length - 1; i >= 0 && found.length < storiesMax; i -= 1) {
    const row = rows.at(i)
    const event = isAboutDelivery(row.key) ? undefined : mode.events.get(row.id)
    if (event !== undefined)
      found.push({
        at: row.createdAt,
        place: world.events.positionOf(row.id),
        story: { kind: 'event', event },
      })
  }
  return found
}

/** What happened to a record, newest first. An event that a shown request caused is part of its story. */
export const storiesAbout = (view: View, id: string): readonly Story[] => {
  const requests = requestsAbout(view, id)
  const caused = new Set(
    requests.flatMap(({ story }) =>
      story.kind === 'request' ? story.request.events.map((event) => event.id) : [],
    ),
  )
  const events = eventsAbout(view, id).filter(
    ({ story }) => story.kind === 'event' && !caused.has(story.event.id),
  )
  return [...requests, ...events]
    .map((placed, i) => ({ ...placed, i }))
    .sort((a, b) => b.at - a.at || b.place - a.place || b.i - a.i)
    .slice(0, storiesMax)
    .map(({ story }) => story)
}
