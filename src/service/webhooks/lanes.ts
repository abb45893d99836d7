import type { Follower } from '../../kernel/collection'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'
import type { AttemptFacts } from './outbox'

/**
 * Chooses the next delivery (assumption `webhook-order`). Each address has its own lane, so that a slow receiver
 * does not delay others.
 */

const limits = {
  /** The most connections at once to one address. */
  each: 16,
  /** This number of waiting deliveries allows one more connection; fewer are sent one after the other. */
  waitingPerConnection: 32,
  /** The most connections in all. From `wide` on, a new connection is only for an address without one. */
  wide: 32,
  all: 64,
} as const

class Lane {
  /** Ids of dispatches in the order in which they became due. */
  readonly waiting = new Set<string>()
  /** Number of attempts in progress. */
  busy = 0

  constructor(
    readonly world: World,
    readonly uri: string,
  ) {}

  /** First attempts begin in order; a long queue gets more than one connection. */
  get width(): number {
    return Math.min(limits.each, 1 + Math.floor(this.waiting.size / limits.waitingPerConnection))
  }
}

export interface Turn {
  readonly lane: Lane
  readonly id: string
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>()
  #busy = 0

  put(world: World, uri: string, id: string): void {
    this.#lane(world, uri).waiting.add(id)
  }

  /** Before all others, since it was begun and not finished. */
  putFirst(world: World, uri: string, id: string): void {
    const { waiting } = this.#lane(world, uri)
    const others = [...waiting]
    waiting.clear()
    for (const next of [id, ...others]) waiting.add(next)
  }

  drop(world: World, uri: string, id: string): void {
    const lane = this.#lanes.get(keyOf(world, uri))
    if (lane === undefined) return
    lane.waiting.delete(id)
    this.#tidy(lane)
  }

  /** Removes all waiting deliveries of a world. */
  clear(world: World): void {
    for (const lane of [...this.#lanes.values()])
      if (lane.world === world) {
        lane.waiting.clear()
        this.#tidy(lane)
      }
  }

  /** Takes the next delivery that may be sent now; `null` when there is none. */
  take(): Turn | null {
    if (this.#busy >= limits.all) return null
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.size === 0 || lane.busy >= lane.width) continue
      if (lane.busy > 0 && this.#busy >= limits.wide) continue
      const [id = ''] = lane.waiting
      lane.waiting.delete(id)
      lane.busy += 1
      this.#busy += 1
      return { lane, id }
    }
    return null
  }

  /** Takes this delivery, however many are in progress; `null` when it does not wait. */
  takeThis({ uri, id }: DispatchRow, world: World): Turn | null {
    const lane = this.#lanes.get(keyOf(world, uri))
    if (lane === undefined || !lane.waiting.delete(id)) return null
    lane.busy += 1
    this.#busy += 1
    return { lane, id }
  }

  /** Lets the next delivery of the lane overtake the taken one; `false` when there is none. */
  swap({ lane, id }: Turn): boolean {
    const [next, ...others] = lane.waiting
    if (next === undefined) return false
    lane.waiting.clear()
    for (const waiting of [next, id, ...others]) lane.waiting.add(waiting)
    return true
  }

  done(lane: Lane): void {
    lane.busy -= 1
    this.#busy -= 1
    this.#tidy(lane)
  }

  get isEmpty(): boolean {
    return this.#lanes.size === 0
  }

  /** Whether a delivery of this world waits or is in progress. */
  hasAny(world: World): boolean {
    for (const lane of this.#lanes.values()) if (lane.world === world) return true
    return false
  }

  /** Number of waiting deliveries. */
  get length(): number {
    let length = 0
    for (const lane of this.#lanes.values()) length += lane.waiting.size
    return length
  }

  #lane(world: World, uri: string): Lane {
    const key = keyOf(world, uri)
    let lane = this.#lanes.get(key)
    if (lane === undefined) {
      lane = new Lane(world, uri)
      this.#lanes.set(key, lane)
    }
    return lane
  }

  /** Charges can name addresses, so empty lanes are removed. */
  #tidy(lane: Lane): void {
    if (lane.waiting.size === 0 && lane.busy === 0) this.#lanes.delete(keyOf(lane.world, lane.uri))
  }
}

const keyOf = (world: World, uri: string): string => `${world.key} ${uri}`

/** Keeps the due rows of a world in their lanes, through every write and undo. */
export const followDue = (world: World, lanes: Lanes, woken: () => void): void => {
  const follower: Follower<DispatchRow> = {
    added: (row) => {
      if (row.state !== 'due') return
      lanes.put(world, row.uri, row.id)
      woken()
    },
    removed: (row) => lanes.drop(world, row.uri, row.id),
    replaced: (before, after) => {
      if (before.state === after.state) return
      if (after.state === 'due') follower.added(after)
      else follower.removed(after)
    },
    cleared: () => lanes.clear(world),
  }
  world.dispatches.follow(follower)
}

/** A finished attempt and its result. */
export interface Landed extends Turn {
  readonly facts: AttemptFacts
}

/**
 * Results of attempts while the virtual clock is held. They are recorded in the order of the events, not of the answers,
 * so that the same run gives the same log.
 */
export class Landings {
  #held: Landed[] | null = null

  hold(): void {
    this.#held = []
  }

  release(): void {
    this.#held = null
  }

  get length(): number {
    return this.#held?.length ?? 0
  }

  has(world: World): boolean {
    return this.#held?.some(({ lane }) => lane.world === world) ?? false
  }

  /** `false` while the clock is not held: record the result at once. */
  keep(landed: Landed): boolean {
    this.#held?.push(landed)
    return this.#held !== null
  }

  /** All collected results, in the order of their dispatches. */
  take(): readonly Landed[] {
    const taken = this.#held ?? []
    if (this.#held !== null) this.#held = []
    return taken.sort(before)
  }

  /** Removes the results of some worlds. */
  drop(isMeant: (world: World) => boolean): readonly Landed[] {
    const held = this.#held ?? []
    if (this.#held !== null) this.#held = held.filter(({ lane }) => !isMeant(lane.world))
    return held.filter(({ lane }) => isMeant(lane.world))
  }
}

const place = ({ lane, id }: Landed): number => lane.world.dispatches.positionOf(id)

const before = (a: Landed, b: Landed): number => {
  if (a.lane.world === b.lane.world) return place(a) - place(b)
  return a.lane.world.key < b.lane.world.key ? -1 : 1
}
