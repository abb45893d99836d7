import type { Follower } from '../kernel/collection'
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

/** Calls back after each commit that may have made an event. Costs nothing while nobody waits. */
const watchEvents = (world: World, changed: () => void): (() => void) => {
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
  const follower: Follower<EventRow> = { added: ask, removed: () => {}, replaced: () => {}, cleared: ask }
  world.events.follow(follower)
  return () => world.events.unfollow(follower)
}

export const eventWaiting =
  (world: World, events: Reader<Event>, surroundings: Surroundings): EventReader['waitFor'] =>
  (key, predicate = () => true, options = {}) => {
    let seen = 0
    const find = (): Event | undefined => {
      // Other state was put in the place of what was seen.
      const from = seen > world.events.length ? 0 : seen
      seen = world.events.length
      for (let i = seen - 1; i >= from; i -= 1) {
        const row = world.events.at(i)
        const event = fits(key, row.key) ? events.get(row.id) : undefined
        if (event !== undefined && predicate(event)) return event
      }
      return undefined
    }
    surroundings.catchUp()
    return waitFor(
      {
        find,
        watch: (changed) => watchEvents(world, changed),
        explain: (ms) => `no event ${key} that fits was recorded within ${ms} ms\n  ${shownOf(world)}`,
      },
      surroundings,
      options,
    )
  }
