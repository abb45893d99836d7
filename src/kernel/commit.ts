/** What commits write: a collection of rows, or the jobs of the timeline. All or nothing: it can take a write back. */
export interface Revertible {
  /** Of the collection. */
  readonly name: string
  /** Its rows go through the states of a machine, in their field `state`. */
  readonly hasStates?: boolean
  /** Puts back what was there before one write: a row, or nothing. */
  revert(id: string, previous: unknown): void
}

/** One row, or one job, that was written. */
export interface Write {
  readonly target: Revertible
  readonly id: string
  /** As it was before; `undefined` where it was inserted. */
  readonly previous: unknown
  /** As this write left it; `undefined` where it was removed. */
  readonly next: unknown
}

/** A row that went from one state to another; an inserted row comes from `new`. */
export interface Move {
  readonly collection: string
  readonly id: string
  readonly from: string
  readonly to: string
}

/** The writes of one commit, and what they did. */
export class Commit {
  readonly writes: readonly Write[]
  /** The writes that inserted something, in their order. */
  readonly inserted: readonly Write[]
  /** The states that it led through, in their order. */
  readonly moves: readonly Move[]

  constructor(writes: readonly Write[]) {
    const inserted: Write[] = []
    const moves: Move[] = []
    for (const write of writes) {
      const { target, id, previous, next } = write
      if (previous === undefined) inserted.push(write)
      if (target.hasStates !== true || next === undefined) continue
      const [from, to] = [previous === undefined ? 'new' : stateOf(previous), stateOf(next)]
      if (from !== to) moves.push({ collection: target.name, id, from, to })
    }
    this.writes = writes
    this.inserted = inserted
    this.moves = moves
  }

  /** The rows that it inserted in this collection, in their order. */
  insertedIn<R>(rows: Revertible & { get(id: string): R | undefined }): readonly R[] {
    const found: R[] = []
    for (const { target, next } of this.inserted) if (target === rows) found.push(next as R)
    return found
  }
}

const stateOf = (row: unknown): string => String((row as { readonly state: unknown }).state)

/** A counter that is part of the state, such as the number of ids in use. */
export interface Counter {
  count: number
}

/** Saves the writes outside of the process. When it throws, the commits are undone. */
export type Keep = (writes: readonly Write[]) => void

/** All or nothing: when a unit of work throws, its writes are undone in reverse order. */
export class UndoLog {
  #writes: Write[] = []
  /** The last commit. */
  latest = new Commit([])
  #depth = 0
  readonly #counters: Counter[] = []
  #keep: Keep | null = null
  readonly #listeners = new Set<(commit: Commit) => void>()
  /** Changes outside of a commit, to be saved with the next one. */
  #unsaved: Write[] = []

  /** Counters are undone with the rows, so that a refused request leaves no trace. */
  watch(counter: Counter): void {
    this.#counters.push(counter)
  }

  /** Whether a commit is running. */
  get active(): boolean {
    return this.#depth > 0
  }

  /** From now on `keep` saves every commit before its client gets an answer. */
  saveWith(keep: Keep | null): void {
    this.#keep = keep
    this.#unsaved = []
  }

  /** The running commit, with its writes so far. */
  get pending(): Commit {
    return new Commit([...this.#writes])
  }

  /**
   * Calls `listener` after each commit, where a state file saves it after it is saved. A listener must not write.
   * @returns a function that ends the subscription
   */
  subscribe(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** A change that is never undone. It is saved with the next commit; without one it may be lost. */
  saveLater(target: Revertible, id: string): void {
    if (this.#keep !== null) this.#unsaved.push({ target, id, previous: undefined, next: undefined })
  }

  /** A change that is not a row, such as one of the clock: saved at once, or with the running commit. */
  touch(): void {
    if (this.#depth === 0) this.#save([])
  }

  /**
   * @param previous `undefined` for an insert
   * @param next `undefined` for a removal
   */
  record(target: Revertible, id: string, previous: unknown, next: unknown): void {
    if (this.#depth === 0) throw new Error('state can only be written inside a commit')
    this.#writes.push({ target, id, previous, next })
  }

  /** Runs `work` as one step. It must not return a promise, since nothing may happen in between. */
  run<T>(work: () => T extends Promise<unknown> ? never : T): T {
    const mark = this.#writes.length
    const counts = this.#counters.map(({ count }) => count)
    let result: T
    this.#depth += 1
    try {
      result = work()
      if (this.#depth === 1) this.#save(this.#writes)
    } catch (error) {
      this.#rollBackTo(mark, counts)
      throw error
    } finally {
      this.#depth -= 1
    }
    if (this.#depth === 0) this.#publish()
    return result
  }

  /** What is saved stays, also where a listener throws. */
  #publish(): void {
    this.latest = new Commit(this.#writes)
    this.#writes = []
    for (const listener of this.#listeners) listener(this.latest)
  }

  #save(writes: readonly Write[]): void {
    if (this.#keep === null) return
    this.#keep(this.#unsaved.length === 0 ? writes : [...this.#unsaved, ...writes])
    this.#unsaved = []
  }

  #rollBackTo(mark: number, counts: readonly number[]): void {
    for (let i = this.#writes.length - 1; i >= mark; i -= 1) {
      const write = this.#writes[i]
      write?.target.revert(write.id, write.previous)
    }
    this.#writes.length = Math.min(mark, this.#writes.length)
    this.#counters.forEach((counter, i) => {
      counter.count = counts[i] ?? counter.count
    })
  }
}
