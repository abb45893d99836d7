import type { World } from '../world'
import type { Turn } from './lanes'
import type { AttemptFacts } from './outbox'

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
