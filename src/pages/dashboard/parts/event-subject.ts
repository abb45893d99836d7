import type { View } from '../frame/view'
import { metadataText } from './metadata'

/** The id of the record that an event is about; `null` once the event is gone. */
export const subjectOfEvent = ({ world }: View, event: string): string | null =>
  world.events.get(event)?.subject.row.id ?? null

/** What that record is for, in the words of the shop, as the event carries it: `order A-1001`. */
export const purposeOfEvent = ({ world }: View, event: string): string => {
  const row: object | undefined = world.events.get(event)?.subject.row
  return row !== undefined && 'metadata' in row ? metadataText(row.metadata).slice(0, 60) : ''
}
