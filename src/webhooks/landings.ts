import type { World } from '../world'
import type { Turn } from './lanes'
import type { AttemptFacts } from './outbox'

/** An attempt that is over, and what came of it. */
export interface Landed extends Turn {
  readonly facts: AttemptFacts
}

/**
 * What came of attempts at a moment of the virtual clock that is held: kept, to be recorded in the order of the events,
 * whichever receiver answers first. The same run then gives the same log.
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

  /** `false` while nothing is held: it is to be recorded at once. */
  keep(landed: Landed): boolean {
    this.#held?.push(landed)
    return this.#held !== null
  }

  /** All that are kept, in the order of their dispatches. */
  take(): readonly Landed[] {
    const taken = this.#held ?? []
    if (this.#held !== null) this.#held = []
    return taken.sort(before)
  }

  /** Takes out those of some worlds. */
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
