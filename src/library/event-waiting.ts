import type { Follower } from '../kernel/collection'
import { queueMicrotask } from '../kernel/timers'
import type { EventKey, EventRow } from '../resources/event/model'
import type { Event } from '../resources/event/serialize'
import { fits } from '../webhooks/faults'
import type { World } from '../world'
import { shownOf } from './delivery'
import type { Reader } from './reader'
import { type Surroundings, type WaitOptions, waitFor } from './waiting'

/** The events of an account in one mode. */
export interface EventReader extends Reader<Event> {
  /**
   * The newest event of this kind, or else the first that is still to come.
   * @param key `charge.complete`, `charge.*`
   * @throws SandboxError `timed_out`, saying what was recorded instead
   */
  waitFor(
    key: EventKey | (string & {}),
    predicate?: (event: Event) => boolean,
    options?: WaitOptions,
  ): Promise<Event>
}

/**
 * Gives each event, those that are there first, and calls back after each commit that may have made one. Costs
 * nothing while nobody waits.
 */
const watchEvents = (world: World, found: EventRow[], changed: () => void): (() => void) => {
  let isAsked = false
  const ask = (): void => {
    if (isAsked) return
    isAsked = true
    // The commit may still be taken back, and what it made with it.
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
    removed: () => {},
    replaced: () => {},
    cleared: () => {
      found.length = 0
      ask()
    },
  }
  world.events.follow(follower)
  return () => world.events.unfollow(follower)
}

export const eventWaiting =
  (world: World, events: Reader<Event>, surroundings: Surroundings): EventReader['waitFor'] =>
  (key, predicate = () => true, options = {}) => {
    /** Not looked at yet, oldest first. */
    const found: EventRow[] = []
    const find = (): Event | undefined => {
      for (let row = found.pop(); row !== undefined; row = found.pop()) {
        // What was taken back is not there any more.
        const event = fits(key, row.key) ? events.get(row.id) : undefined
        if (event === undefined || !predicate(event)) continue
        found.length = 0
        return event
      }
      return undefined
    }
    surroundings.catchUp()
    return waitFor(
      {
        find,
        watch: (changed) => watchEvents(world, found, changed),
        explain: (ms) => `no event ${key} that fits was recorded within ${ms} ms\n  ${shownOf(world)}`,
      },
      surroundings,
      options,
    )
  }
