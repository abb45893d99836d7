import type { Row } from '../../kernel/collection'
import type { World } from '../world'

/**
 * The rows of one collection that changed since the index read them. With a search delay, searches see a change only
 * after the delay (assumption `search-delay`).
 */
export class Changes {
  readonly #world: World
  /** Ids of rows to read again. */
  readonly #known = new Set<string>()
  /** Delayed changes, oldest first, each with the row before the change. */
  #waiting: { readonly at: number; readonly before: Row }[] = []

  constructor(world: World) {
    this.#world = world
  }

  get isEmpty(): boolean {
    return this.#known.size === 0 && this.#waiting.length === 0
  }

  add(before: Row): void {
    this.#waiting.push({ at: this.#world.now(), before })
    this.#endWaiting(this.#world.now() - this.#world.searchDelayMs)
  }

  /** After a restore, searches see all changes at once. */
  endDelay(): void {
    this.#endWaiting(Number.POSITIVE_INFINITY)
  }

  /** Returns the ids of the rows to read again, without duplicates, and clears them. */
  take(): readonly string[] {
    this.#endWaiting(this.#world.now() - this.#world.searchDelayMs)
    const ids = [...this.#known]
    this.#known.clear()
    return ids
  }

  /** Rows with delayed changes by id, each as it was before the first of these changes. */
  before(): ReadonlyMap<string, Row> {
    return new Map(this.#waiting.toReversed().map(({ before }) => [before.id, before]))
  }

  #endWaiting(latest: number): void {
    const end = this.#waiting.findIndex(({ at }) => at > latest)
    for (const { before } of this.#waiting.splice(0, end === -1 ? this.#waiting.length : end))
      this.#known.add(before.id)
  }
}
