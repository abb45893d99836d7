import { collection, type Row } from '../../../kernel/collection'
import { SandboxError } from '../../../kernel/sandbox-error'
import { fits } from '../../../kernel/text'
import type { Version } from '../../versions/history'
import { type EventKey, eventKeysOf, type KeySet, meantKeys } from './keys'

export const unknownEvent = (given: unknown, set: KeySet): SandboxError => {
  const text = String(given).slice(0, 80)
  return new SandboxError('not_found', `there is no event ${text}: ${meantKeys(text, set)}`)
}

/** @throws SandboxError `not_found` for a key or pattern that fits no event, with the nearest */
export const checkPattern = (pattern: unknown, set: KeySet): void => {
  if (typeof pattern !== 'string' || !eventKeysOf(set).some((key) => fits(pattern, key)))
    throw unknownEvent(pattern, set)
}

/**
 * A record as it is at one moment: its frozen row and the frozen rows that its JSON also shows. An event keeps
 * these pointers instead of a rendering, so `data` stays as it was and costs next to nothing.
 */
export interface EventSubject {
  readonly object: string
  readonly row: Row
  readonly related: unknown
}

export interface EventRow extends Row {
  readonly key: EventKey
  readonly subject: EventSubject
  /** The account's default version when it was made: `data` keeps that form. */
  readonly apiVersion: Version
  /** The charge it is about, for GET /charges/:id/events (assumption `charge-events`). */
  readonly charge: string | null
  /** The address of the API for the client of the last call before it; `null` for the server's own. */
  readonly calledAt: string | null
}

export const events = collection<EventRow, 'charge' | 'source'>({
  name: 'events',
  by: {
    charge: (event) => event.charge,
    /** The one that says that a source was made: no charge is known then. */
    source: ({ key, subject }) => (key === 'source.create' ? subject.row.id : null),
  },
})
