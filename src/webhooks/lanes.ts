import type { Follower } from '../kernel/collection'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { World } from '../world'

/**
 * Who may be sent something next (assumption `webhook-order`). Each address has a lane of its own, so that a slow one
 * delays nobody else.
 */

const limits = {
  /** Connections at once to one address, however much waits there. */
  each: 16,
  /** Each so many that wait allow one connection more; up to as many they go strictly one after the other. */
  waitingPerConnection: 32,
  /** In all; from `wide` on a further connection is only for an address that has none. */
  wide: 32,
  all: 64,
} as const

class Lane {
  /** Ids of dispatches in the order in which they became due. */
  readonly waiting = new Set<string>()
  /** How many are being sent. */
  busy = 0

  constructor(
    readonly world: World,
    readonly uri: string,
  ) {}

  /** First attempts begin in order; a long queue is worth more than one connection. */
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

  /** Before all others: it was begun and not finished. */
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

  /** Forgets all that waits in a world. */
  clear(world: World): void {
    for (const lane of [...this.#lanes.values()])
      if (lane.world === world) {
        lane.waiting.clear()
        this.#tidy(lane)
      }
  }

  /** Takes the next that may be sent now; `null` when none may. */
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

  /** Lets the next of its lane go before what was taken; `false` when there is none. */
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

  /** Something of this world waits or is being sent. */
  hasAny(world: World): boolean {
    for (const lane of this.#lanes.values()) if (lane.world === world) return true
    return false
  }

  /** How many wait. */
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

  /** Addresses of single charges are many: a lane without anything to do goes. */
  #tidy(lane: Lane): void {
    if (lane.waiting.size === 0 && lane.busy === 0) this.#lanes.delete(keyOf(lane.world, lane.uri))
  }
}

const keyOf = (world: World, uri: string): string => `${world.key} ${uri}`

/** Keeps the rows of a world that are due in their lanes, through every write and taking back. */
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
