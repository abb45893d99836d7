/** How far an exploration is: which scenarios still may run, and how many have. */
import type { Scenario } from './plan'

export interface ExploreProgress {
  /** Scenarios that have run. */
  readonly done: number
  /** Scenarios in all, also those that may still come: more than `done` until all is over. */
  readonly of: number
  /** Findings so far. */
  readonly findings: number
}

export class ScenarioCount {
  /** Those that did not run, because there were too many. */
  leftOut = 0
  /** How many may come that are not planned yet. */
  toCome = 0
  readonly #most: number
  readonly #onProgress: ((progress: ExploreProgress) => void) | undefined
  #planned = 0
  #done = 0
  #findings = 0

  constructor(most: number, onProgress: ((progress: ExploreProgress) => void) | undefined) {
    this.#most = most
    this.#onProgress = onProgress
  }

  /** Those of them that may still run. */
  plan(scenarios: readonly Scenario[]): readonly Scenario[] {
    const some = scenarios.slice(0, this.#most - this.#planned)
    this.#planned += some.length
    this.leftOut += scenarios.length - some.length
    return some
  }

  /** One has run. What would stand at its end is said when all is over. */
  ran(findings: number): void {
    this.#done += 1
    this.#findings += findings
    const of = Math.min(this.#planned + this.toCome, this.#most)
    if (this.#done < of) this.#tell(of)
  }

  end(): void {
    this.#tell(this.#done)
  }

  #tell(of: number): void {
    this.#onProgress?.({ done: this.#done, of, findings: this.#findings })
  }
}
