import type { Row, Sequence } from '../../../kernel/collection'
import { type EventRow, isAboutDelivery } from '../../../service/resources/event/model'

type ListedEvent = Row & Pick<EventRow, 'key'>

/** The part of a world that has events. */
interface WithEvents {
  readonly events: Sequence<ListedEvent>
  /** Attempts to deliver them. */
  readonly webhookDeliveries: { readonly length: number }
}

/** Events about deliveries that follow each other, without one about a record in between. */
interface EventRun {
  readonly newest: ListedEvent
  readonly oldest: ListedEvent
  /** The place of the oldest. */
  readonly first: number
}

/** Shorter runs are walked over again. */
const runMin = 500

/**
 * Long runs by the place of their newest event: a shop that made 100,000 charges at once has one of as many. Events are
 * removed from the front only, so a run is still the same while both of its ends are at their places.
 */
const runs = new WeakMap<Sequence<ListedEvent>, Map<number, EventRun>>()

const runsOf = (events: Sequence<ListedEvent>): Map<number, EventRun> => {
  const known = runs.get(events) ?? new Map<number, EventRun>()
  runs.set(events, known)
  return known
}

/** The place of the next event about a record that is older than the event at this place. */
const ownBefore = (events: Sequence<ListedEvent>, place: number): number => {
  const known = runsOf(events)
  const newest = place - 1
  for (let at = newest; at >= 0; at -= 1) {
    const row = events.at(at)
    const run = known.get(at)
    if (run?.newest === row && events.at(run.first) === run.oldest) {
      if (at !== newest) known.delete(at)
      at = run.first
    } else if (!isAboutDelivery(row.key)) {
      if (newest - at >= runMin)
        known.set(newest, { newest: events.at(newest), oldest: events.at(at + 1), first: at + 1 })
      return at
    }
  }
  return -1
}

const ownAfter = (events: Sequence<ListedEvent>, place: number): number => {
  let at = place + 1
  while (isAboutDelivery(events.at(at).key)) at += 1
  return at
}

/**
 * The events about records, without those about deliveries: with a receiver that fails, these are most of all. Each
 * attempt makes exactly one of them, so the number of the others is known. For reading from the newest on, and near the
 * oldest.
 */
export const ownEvents = ({ world }: { readonly world: WithEvents }): Sequence<ListedEvent> => {
  const { events, webhookDeliveries } = world
  const length = events.length - webhookDeliveries.length
  let [reached, place] = [length, events.length]
  return {
    length,
    at: (position) => {
      if (position > reached) [reached, place] = [length, events.length]
      if (position < reached - position) [reached, place] = [-1, -1]
      for (; reached > position; reached -= 1) place = ownBefore(events, place)
      for (; reached < position; reached += 1) place = ownAfter(events, place)
      return events.at(place)
    },
  }
}
