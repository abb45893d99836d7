import type { Snapshot } from '../library/snapshots/snapshot'

/** A snapshot that was taken over HTTP, and what the virtual clock showed then. */
export interface StoredSnapshot {
  readonly id: string
  readonly now: string
  readonly snapshot: Snapshot
}

/** More than a suite takes on purpose; a snapshot holds on to every row of its time. */
const keptMax = 1000

/**
 * Snapshots by id. They are no state of the service: going back to one must not lose those that were taken since.
 */
export class SnapshotStore {
  readonly #kept = new Map<string, StoredSnapshot>()
  #count = 0

  put(snapshot: Snapshot, now: string): StoredSnapshot {
    this.#count += 1
    const kept = { id: `snap_${this.#count}`, now, snapshot }
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

  /** `false` when there was none. */
  drop(id: string): boolean {
    return this.#kept.delete(id)
  }
}
