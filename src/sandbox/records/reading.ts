import { iso } from '../../kernel/calendar'
import { type Follower, gather, latest, type Row, type Rows, rowsOf } from '../../kernel/collection'
import { deepFreeze, isObject } from '../../kernel/json'
import { checkOptionNames } from '../../kernel/option-names'
import { SandboxError } from '../../kernel/sandbox-error'
import { fits, meant } from '../../kernel/text'
import { queueMicrotask } from '../../kernel/timers'
import { type EventKey, isAboutDelivery } from '../../service/resources/event/keys'
import { checkPattern, type EventRow } from '../../service/resources/event/model'
import type { Event, EventFor, EventPattern } from '../../service/resources/event/record'
import type { World } from '../../service/world'
import type { DueJobs } from '../clock/due-jobs'
import { type WaitOptions, waitFor } from '../clock/waiting'

/** Fields that must be equal, or a predicate. For a union such as `Event`: the fields that all members have. */
export type Filter<T> = Partial<Pick<T, keyof T>> | ((record: T) => boolean)

export const matches = <T extends object>(record: T, filter: Filter<T> | undefined): boolean => {
  if (filter === undefined) return true
  if (typeof filter === 'function') return filter(record)
  return Object.entries(filter).every(([field, value]) => record[field as keyof T] === value)
}

/** @throws SandboxError `invalid_option` for a field that no record has: it would match nothing */
export const checkFilter = (filter: unknown, fields: readonly string[]): void => {
  if (filter === undefined || typeof filter === 'function') return
  if (!isObject(filter))
    throw new SandboxError('invalid_option', 'filter: must be an object of fields, or a function')
  const wrong = Object.keys(filter).find((field) => !fields.includes(field))
  if (wrong !== undefined)
    throw new SandboxError('invalid_option', `filter: no record has ${wrong}${meant(wrong, fields)}`)
}

/** @throws SandboxError `invalid_option` for options in its place */
export const checkPredicate = (predicate: unknown, call: string): void => {
  if (typeof predicate !== 'function')
    throw new SandboxError(
      'invalid_option',
      `predicate: must be a function; options come after it: ${call}(key, undefined, { timeoutMs })`,
    )
}

export interface ListOptions {
  /** Only the latest matching ones, up to this number. Default: all. */
  readonly last?: number
}

/** Read access to the records of one kind, in the form of the API. Records are immutable. */
export interface Reader<T> {
  /** `undefined` when there is none. */
  get(id: string): T | undefined
  /** In the order of their creation. */
  list(filter?: Filter<T>, options?: ListOptions): readonly T[]
  /** The newest one. */
  last(): T | undefined
  count(filter?: Filter<T>): number
}

/**
 * @param rowsNow its rows; throws a SandboxError when the account no longer exists
 * @param fields those that its records can have
 */
export const reader = <R extends Row, T extends object>(
  rowsNow: () => Rows<R>,
  render: (row: R) => T,
  fields: readonly string[],
): Reader<T> => {
  const show = (row: R): T => deepFreeze(render(row))
  const list: Reader<T>['list'] = (filter, options = {}) => {
    checkFilter(filter, fields)
    checkOptionNames(options, ['last'])
    const { last = Number.POSITIVE_INFINITY } = options
    return latest(rowsNow(), last, (row) => {
      const record = show(row)
      return matches(record, filter) ? record : null
    })
  }
  return {
    get: (id) => {
      const row = rowsNow().get(id)
      return row === undefined ? undefined : show(row)
    },
    list,
    last: () => {
      const rows = rowsNow()
      return rows.length === 0 ? undefined : show(rows.at(rows.length - 1))
    },
    count: (filter) => (filter === undefined ? rowsNow().length : list(filter).length),
  }
}

/** The events of an account in one mode. */
export interface EventReader extends Reader<Event> {
  /** The keys that events have here: those of the profile. */
  readonly keys: readonly EventKey[]
  /**
   * The newest event of this kind, or the next one.
   * @param key `charge.complete`, `charge.*`
   * @throws SandboxError `not_found` for a key or pattern that fits no event, with the nearest; `timed_out` with the
   *   events that were recorded instead; `closed`
   */
  waitFor<P extends EventPattern>(
    key: P,
    predicate?: (event: EventFor<P>) => boolean,
    options?: WaitOptions,
  ): Promise<EventFor<P>>
  list<K extends EventKey>(filter: { readonly key: K }, options?: ListOptions): readonly Event<K>[]
  list(filter?: Filter<Event>, options?: ListOptions): readonly Event[]
}

/**
 * Gives each event, existing ones first, and calls back after each commit that may have caused one. Costs nothing
 * without a waiting call.
 * @param found takes the events that are not yet looked at
 */
const watchEvents = (world: World, clock: DueJobs, found: EventRow[], changed: () => void): (() => void) => {
  let isAsked = false
  const ask = (): void => {
    if (isAsked) return
    isAsked = true
    // The commit may still be undone, with its events.
    queueMicrotask(() => {
      isAsked = false
      changed()
    })
  }
  const follower: Follower<EventRow> = {
    added: (event) => {
      found.push(event)
      ask()
    },
    cleared: () => {
      found.length = 0
      ask()
    },
  }
  world.events.follow(follower)
  // A restore of an empty world into an empty world changes no rows.
  const unwatch = clock.watch(ask)
  return () => {
    unwatch()
    world.events.unfollow(follower)
  }
}

/** @param context its `world` throws when the account no longer exists */
export const eventWaiting =
  (context: { readonly world: World }, events: Reader<Event>, clock: DueJobs): EventReader['waitFor'] =>
  async <P extends EventPattern>(
    key: P,
    predicate: (event: EventFor<P>) => boolean = () => true,
    options: WaitOptions = {},
  ) => {
    const { world } = context
    clock.catchUp()
    checkPattern(key, world.profile.eventKeys)
    checkPredicate(predicate, 'events.waitFor')
    /** Not looked at yet, oldest first. */
    const found: EventRow[] = []
    const find = (): EventFor<P> | undefined => {
      void context.world
      for (let row = found.pop(); row !== undefined; row = found.pop()) {
        // An undone event no longer exists.
        const event = fits(key, row.key) ? (events.get(row.id) as EventFor<P> | undefined) : undefined
        if (event === undefined || !predicate(event)) continue
        found.length = 0
        return event
      }
      return undefined
    }
    return waitFor(
      {
        find,
        watch: (changed) => watchEvents(world, clock, found, changed),
        explain: (ms) =>
          `no event ${key} that fits was recorded within ${ms} ms\n  ${describeHistory(world)}`,
      },
      clock,
      options,
    )
  }

/** The most kinds of each that a message names. */
const namedMax = 10

/** Recorded events, deliveries and waiting attempts, for the message of a wait that timed out. */
export const describeHistory = (world: World): string => {
  const events = rowsOf(world.events).filter(({ key }) => !isAboutDelivery(key))
  const deliveries = rowsOf(world.webhookDeliveries)
  const queued = rowsOf(world.dispatches)
  const due = queued.filter(({ state }) => state === 'due')
  const waiting = queued.filter(({ state }) => state === 'waiting')
  const ways = (rows: typeof queued): string[] =>
    rows.map(({ event, uri }) => `${world.events.get(event)?.key ?? event} to ${uri}`)
  const keys = events.map(({ key }) => key)
  const attempts = deliveries.map(({ key, uri, status, error }) => `${key} to ${uri} (${status ?? error})`)
  return [
    named('events', keys),
    named('deliveries', attempts),
    ...(due.length === 0 ? [] : [named('unanswered', ways(due))]),
    ...(waiting.length === 0 ? [] : [named('waiting for the clock', ways(waiting))]),
    `the clock shows ${iso(world.now())}`,
  ].join('\n  ')
}

const named = (what: string, all: readonly string[]): string => {
  if (all.length === 0) return `${what}: none`
  const texts = [...gather(all, String)].map(([text, { length }]) =>
    length === 1 ? text : `${text}, ${length} times`,
  )
  const more = texts.length > namedMax ? `${texts.length - namedMax} others; ` : ''
  return `${what}: ${more}${texts.slice(-namedMax).join('; ')}`
}
