import type { JournalEntry } from '../../http/journal'
import { latest } from '../../kernel/collection'
import { showRequest } from '../../library/records/requests'
import { type EventRow, isAboutDelivery } from '../../resources/event/model'
import type { View } from '../frame/view'
import type { Story } from '../overview/stories'

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
const requestsAbout = ({ journal, world }: View, id: string): readonly PlacedStory[] => {
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

/** The charge that a record belongs to: events about it are among those of the charge. */
const chargeOf = ({ world }: View, id: string): string | null => {
  if (world.charges.get(id) !== undefined) return id
  return (world.refunds.get(id) ?? world.disputes.get(id) ?? world.sources.get(id))?.charge ?? null
}

/** The latest events about a record; those of a charge include its refunds and disputes. */
const eventsAbout = (view: View, id: string): readonly PlacedStory[] => {
  const { world, mode } = view
  const charge = chargeOf(view, id)
  const isOwn = ({ key, subject }: EventRow): boolean =>
    !isAboutDelivery(key) && (charge === id || subject.row.id === id)
  const itself = world.events.get(id)
  const rows = [
    world.events.by('subject', id),
    ...(charge === null ? [] : [world.events.by('charge', charge)]),
  ]
  const found = rows.flatMap((some) => latest(some, storiesMax, (row) => (isOwn(row) ? row : null)))
  return [...found, ...(itself === undefined ? [] : [itself])].flatMap((row) => {
    const event = mode.events.get(row.id)
    const place = world.events.positionOf(row.id)
    return event === undefined ? [] : [{ at: row.createdAt, place, story: { kind: 'event' as const, event } }]
  })
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
