import type { Follower, Row } from '../kernel/collection'
import type { World } from '../world'
import type { Influence, Scope } from './scope'

interface Told {
  /** So many changes of one kind of rows are noted by now. */
  readonly changed: (notes: number) => void
  readonly cleared: () => void
}

/** Notes which of the rows have changed that a scope shows something of in its records. */
export class Influences {
  readonly #world: World
  readonly #all: readonly Noted[]

  constructor(scope: Scope, world: World, told: Told) {
    this.#world = world
    this.#all = scope.influences.map((influence) => ({ influence, changes: new Map() }))
    for (const noted of this.#all) noted.influence.rows(world).follow(this.#follower(noted, told))
  }

  get any(): boolean {
    for (const { changes } of this.#all) if (changes.size > 0) return true
    return false
  }

  /** Ids of the records that show something of what has changed, if that is old enough to be known. */
  takeIds(): readonly string[] {
    const ripe = this.#world.now() - this.#world.searchDelayMs
    return this.#all.flatMap(({ influence: { rows, touches }, changes }) => {
      const ids = [...changes].flatMap(([id, at]) => (at <= ripe ? [id] : []))
      for (const id of ids) changes.delete(id)
      return ids.flatMap((id) => {
        const row = rows(this.#world).get(id)
        return row === undefined ? [] : touches(this.#world, row)
      })
    })
  }

  clear(): void {
    for (const { changes } of this.#all) changes.clear()
  }

  #follower({ changes }: Noted, told: Told): Follower<Row> {
    return {
      added: () => {},
      removed: () => {},
      replaced: (_, { id }) => {
        if (changes.has(id)) return
        changes.set(id, this.#world.now())
        told.changed(changes.size)
      },
      cleared: told.cleared,
      // After a restore all changes are known (assumption `search-delay`).
      restored: () => {
        for (const id of changes.keys()) changes.set(id, Number.NEGATIVE_INFINITY)
      },
    }
  }
}

interface Noted {
  readonly influence: Influence
  /** Ids of rows, with the time of the first change of each. */
  readonly changes: Map<string, number>
}
