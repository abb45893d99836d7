import type { Sequence } from '../../../kernel/collection'
import { isAboutDelivery } from '../../../service/resources/event/keys'
import type { EventRow } from '../../../service/resources/event/model'
import type { World } from '../../../service/world'

/** The place of the next event about a record that is older than the event at this place. */
const ownBefore = (events: Sequence<EventRow>, place: number): number => {
  let at = place - 1
  while (at >= 0 && isAboutDelivery(events.at(at).key)) at -= 1
  return at
}

const ownAfter = (events: Sequence<EventRow>, place: number): number => {
  let at = place + 1
  while (isAboutDelivery(events.at(at).key)) at += 1
  return at
}

/**
 * The events about records, without those about deliveries: with a receiver that fails, these are most of all. Each
 * attempt makes exactly one of them, so the number of the others is known. For reading from the newest on, and near the
 * oldest: it walks over the events in between, of which 100,000 take a few ms.
 */
export const ownEvents = ({ world }: { readonly world: World }): Sequence<EventRow> => {
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
