import type { Row } from '../kernel/collection'
import type { World } from '../world'

/**
 * Which rows of one kind changed since the index read them. With a search delay, a change waits until searches may
 * know it (assumption `search-delay`).
 */
export class Changes {
  readonly #world: World
  /** Ids of rows to read again. */
  readonly #known = new Set<string>()
  /** Later changes in their order, each with the row as it was. */
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

  /** After a restore, searches know all changes. */
  endDelay(): void {
    this.#endWaiting(Number.POSITIVE_INFINITY)
  }

  /** Ids of the rows that changed, each once. */
  take(): readonly string[] {
    this.#endWaiting(this.#world.now() - this.#world.searchDelayMs)
    const ids = [...this.#known]
    this.#known.clear()
    return ids
  }

  /** Rows with changes that wait, by id: as they were before the first of those. */
  before(): ReadonlyMap<string, Row> {
    return new Map(this.#waiting.toReversed().map(({ before }) => [before.id, before]))
  }

  #endWaiting(latest: number): void {
    const end = this.#waiting.findIndex(({ at }) => at > latest)
    for (const { before } of this.#waiting.splice(0, end === -1 ? this.#waiting.length : end))
      this.#known.add(before.id)
  }
}
