import type { Row } from '../kernel/collection'
import type { World } from '../world'

interface Change {
  readonly at: number
  /** The row as it was. */
  readonly before: Row
}

/** With a delay: changes that are not searchable yet, in their order (assumption `search-delay`). */
export class Waiting {
  readonly #world: World
  #changes: Change[] = []

  constructor(world: World) {
    this.#world = world
  }

  get length(): number {
    return this.#changes.length
  }

  add(before: Row): void {
    this.#changes.push({ at: this.#world.now(), before })
  }

  /** Ids of those that are old enough, which wait no longer. */
  takeRipe(): readonly string[] {
    const ripe = this.#world.now() - this.#world.searchDelayMs
    const end = this.#changes.findIndex(({ at }) => at > ripe)
    return this.#changes.splice(0, end === -1 ? this.#changes.length : end).map(idOf)
  }

  takeAll(): readonly string[] {
    return this.#changes.splice(0).map(idOf)
  }

  /** Rows as searches may know them, by id: as they were before the first change that waits. */
  before(): ReadonlyMap<string, Row> {
    return new Map([...this.#changes].reverse().map(({ before }) => [before.id, before]))
  }
}

const idOf = ({ before }: Change): string => before.id
