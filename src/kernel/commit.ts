/** All or nothing: what a unit of work wrote is taken back, in reverse order, when it throws. */
export interface Revertible {
  /** Puts back the state before one write: the row that stood there, or nothing. */
  revert(id: string, previous: unknown): void
}

/** A counter whose value is part of the state, such as the number of ids that were given out. */
export interface Counter {
  count: number
}

/** One row, or one job, that was written. What it is now, its target tells. */
export interface Write {
  readonly target: Revertible
  readonly id: string
  readonly previous: unknown
}

/** Puts what was written where it outlives the process. What it throws takes the commit back. */
export type Keep = (writes: readonly Write[]) => void

export class UndoLog {
  #writes: Write[] = []
  #depth = 0
  readonly #counters: Counter[] = []
  #keep: Keep | null = null
  /** Told of each commit that has happened. They must only look. */
  readonly watchers = new Set<(writes: readonly Write[]) => void>()
  /** What changed outside of a commit, to be kept with the next one. */
  #noted: Write[] = []

  /** Counters go back with the rows, so that a refused request leaves no trace at all. */
  watch(counter: Counter): void {
    this.#counters.push(counter)
  }

  /** A commit is going on. */
  get active(): boolean {
    return this.#depth > 0
  }

  /** From now on `keep` is told of every commit before whoever asked for it hears that it happened. */
  keepWith(keep: Keep | null): void {
    this.#keep = keep
    this.#noted = []
  }

  /** A change that nothing takes back. Kept with the next commit, without which it may as well not have been. */
  note(target: Revertible, id: string): void {
    if (this.#keep !== null) this.#noted.push({ target, id, previous: undefined })
  }

  /** A change that is no row, such as one of the clock: kept at once, or with the commit that it happens in. */
  touch(): void {
    if (this.#depth === 0) this.#tell()
  }

  record(target: Revertible, id: string, previous: unknown): void {
    if (this.#depth === 0) throw new Error('state can only be written inside a commit')
    this.#writes.push({ target, id, previous })
  }

  /** Runs `work` as one step. It must not return a promise: nothing may happen in between. */
  run<T>(work: () => T extends Promise<unknown> ? never : T): T {
    const mark = this.#writes.length
    const counts = this.#counters.map((counter) => counter.count)
    this.#depth += 1
    try {
      const result = work()
      if (this.#depth === 1) {
        this.#tell()
        for (const tell of this.watchers) tell(this.#writes)
        this.#writes = []
      }
      this.#depth -= 1
      return result
    } catch (error) {
      this.#depth -= 1
      this.#rollBackTo(mark, counts)
      throw error
    }
  }

  #tell(): void {
    if (this.#keep === null) return
    this.#keep(this.#noted.length === 0 ? this.#writes : [...this.#noted, ...this.#writes])
    this.#noted = []
  }

  #rollBackTo(mark: number, counts: readonly number[]): void {
    for (let i = this.#writes.length - 1; i >= mark; i -= 1) {
      const write = this.#writes[i]
      write?.target.revert(write.id, write.previous)
    }
    this.#writes.length = mark
    this.#counters.forEach((counter, i) => {
      counter.count = counts[i] ?? counter.count
    })
  }
}
