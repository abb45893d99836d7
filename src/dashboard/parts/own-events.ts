import type { Sequence } from '../../kernel/collection'
import { type EventRow, isAboutDelivery } from '../../resources/event/model'
import type { View } from '../frame/view'

/**
 * The events about records, without those about deliveries: with a receiver that fails, these are most of all. Each
 * attempt makes exactly one of them, so the number of the others is known. For reading from the newest on.
 */
export const ownEvents = ({ world }: Pick<View, 'world'>): Sequence<EventRow> => {
  const { events, webhookDeliveries } = world
  const length = events.length - webhookDeliveries.length
  let [reached, place] = [length, events.length]
  return {
    length,
    at: (position) => {
      if (position > reached) [reached, place] = [length, events.length]
      while (reached > position) {
        place -= 1
        if (!isAboutDelivery(events.at(place).key)) reached -= 1
      }
      return events.at(place)
    },
  }
}
