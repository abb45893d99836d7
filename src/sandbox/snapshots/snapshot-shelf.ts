import type { Snapshot } from './snapshot'

/** A snapshot that was taken over HTTP, with the time of the virtual clock. */
export interface StoredSnapshot {
  readonly id: string
  readonly now: string
  /** Its name for people; `null` without one. */
  readonly name: string | null
  readonly snapshot: Snapshot
}

/** Where the snapshots that were taken over HTTP are. */
export interface SnapshotShelf {
  put(taken: Omit<StoredSnapshot, 'id'>): StoredSnapshot
  get(id: string): StoredSnapshot | undefined
  all(): readonly Omit<StoredSnapshot, 'snapshot'>[]
  readonly count: number
  /** The newest ones, newest first. */
  latest(count: number): readonly Omit<StoredSnapshot, 'snapshot'>[]
  /** Returns `false` if there is no snapshot with this id. */
  drop(id: string): boolean
}

/** More than a test suite needs. There is a limit because a snapshot keeps all its rows in memory. */
export const keptMax = 1000

/**
 * Snapshots by id. They are not part of the state: restoring one must not remove those that were taken later.
 */
export class SnapshotStore implements SnapshotShelf {
  readonly #kept = new Map<string, StoredSnapshot>()
  #count = 0

  put(taken: Omit<StoredSnapshot, 'id'>): StoredSnapshot {
    this.#count += 1
    const kept = { id: `snap_${this.#count}`, ...taken }
    this.#kept.set(kept.id, kept)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > keptMax && oldest !== undefined) this.#kept.delete(oldest)
    return kept
  }

  get(id: string): StoredSnapshot | undefined {
    return this.#kept.get(id)
  }

  all(): readonly StoredSnapshot[] {
    return [...this.#kept.values()]
  }

  get count(): number {
    return this.#kept.size
  }

  latest(count: number): readonly StoredSnapshot[] {
    return this.all().slice(-count).reverse()
  }

  drop(id: string): boolean {
    return this.#kept.delete(id)
  }
}
