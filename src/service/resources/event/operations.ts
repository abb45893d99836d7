import { firstSince, type Rows, rowsOf, type Sequence } from '../../../kernel/collection'
import { existing } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import type { World } from '../../world'
import type { ChargeRow } from '../charge/model'
import type { EventRow } from './model'

/** Events are kept for 90 days on the virtual clock; older ones answer 404 (spec 4.7, 6). */
const oldest = (world: World): number => world.now() - limits.eventRetentionMs

export const peekEvent = (world: World, id: string): EventRow | undefined => {
  const event = world.events.get(id)
  return event === undefined || event.createdAt < oldest(world) ? undefined : event
}

export const findEvent = (world: World, id: string): EventRow => existing(peekEvent(world, id), 'event', id)

/** The events of a charge, its refunds, disputes and source (assumption `charge-events`). */
const eventsOfCharge = (world: World, { id, source }: ChargeRow): Sequence<EventRow> => {
  const rows = world.events.by('charge', id)
  const [made] = source === null ? [] : rowsOf(world.events.by('source', source))
  if (made === undefined) return rows
  return {
    length: rows.length + 1,
    at: (position) => (position === 0 ? made : rows.at(position - 1)),
  }
}

/** The events that are still kept: all, or those of one charge. */
export const keptEvents = (world: World, charge?: ChargeRow): Sequence<EventRow> => {
  const rows: Sequence<EventRow> = charge === undefined ? world.events : eventsOfCharge(world, charge)
  const skipped = firstSince(rows, oldest(world))
  return skipped === 0
    ? rows
    : { length: rows.length - skipped, at: (position) => rows.at(position + skipped) }
}

/** The events that the API still shows. */
export const keptEventRows = (world: World): Rows<EventRow> => ({
  get: (id) => peekEvent(world, id),
  get length() {
    return keptEvents(world).length
  },
  at: (position) => keptEvents(world).at(position),
})
