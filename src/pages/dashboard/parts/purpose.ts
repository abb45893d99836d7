import { isObject } from '../../../kernel/json'
import type { View } from '../frame/view'

/** Metadata on one line, such as `order A-1001, channel web`; empty where there is none. */
export const metadataText = (metadata: unknown): string =>
  !isObject(metadata)
    ? ''
    : Object.entries(metadata)
        .slice(0, 3)
        .map(([name, value]) => `${name} ${isObject(value) || Array.isArray(value) ? '…' : String(value)}`)
        .join(', ')

/** The id of the record that an event is about; `null` once the event is gone. */
export const subjectOfEvent = ({ world }: View, event: string): string | null =>
  world.events.get(event)?.subject.row.id ?? null

/** What that record is for, in the words of the shop, as the event carries it: `order A-1001`. */
export const purposeOfEvent = ({ world }: View, event: string): string => {
  const row: object | undefined = world.events.get(event)?.subject.row
  return row !== undefined && 'metadata' in row ? metadataText(row.metadata).slice(0, 60) : ''
}
