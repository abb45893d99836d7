import { SandboxError } from '../../kernel/sandbox-error'
import type { World } from '../world'
import type { Turn } from './lanes'

/** An attempt in progress. */
export interface Flight extends Turn {
  readonly ended: AbortController
}

/** The attempts in progress, each with its end. */
export class Flights {
  #ends = new Map<Flight, Promise<void> | null>()

  get size(): number {
    return this.#ends.size
  }

  begin(turn: Turn, fly: (flight: Flight) => Promise<void> | null): void {
    const flight = { ...turn, ended: new AbortController() }
    this.#ends.set(flight, null)
    const end = fly(flight)
    if (this.#ends.has(flight)) this.#ends.set(flight, end)
  }

  /** `false` for an attempt that was cut. */
  land(flight: Flight): boolean {
    return this.#ends.delete(flight)
  }

  /** Resolves when no attempt of this delivery is in progress. */
  async over(id: string): Promise<void> {
    for (const [flight, end] of this.#ends) if (flight.id === id) await end
  }

  /** Ends those of some worlds. */
  cut(isMeant: (world: World) => boolean): readonly Flight[] {
    const cut = [...this.#ends.keys()].filter(({ lane }) => isMeant(lane.world))
    for (const flight of cut) {
      this.#ends.delete(flight)
      flight.ended.abort()
    }
    return cut
  }
}

/**
 * A receiver that answers each event with a request that creates another event would never end. This is the
 * number of deliveries that may follow from those that were due at the start.
 */
export const followingMax = (due: number): number => 1000 + 20 * due

export const endless = (max: number): SandboxError =>
  new SandboxError(
    'endless_events',
    `more than ${max} deliveries at one moment of the clock: does a receiver answer each event with a request that makes another?`,
  )
