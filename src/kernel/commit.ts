/** All or nothing: what a unit of work wrote is taken back, in reverse order, when it throws. */
export interface Revertible {
  /** Puts back the state before one write: the row that stood there, or nothing. */
  revert(id: string, previous: unknown): void
}

/** A counter whose value is part of the state, such as the number of ids that were given out. */
export interface Counter {
  count: number
}

interface Write {
  readonly target: Revertible
  readonly id: string
  readonly previous: unknown
}

export class UndoLog {
  #writes: Write[] = []
  #depth = 0
  readonly #counters: Counter[] = []

  /** Counters go back with the rows, so that a refused request leaves no trace at all. */
  watch(counter: Counter): void {
    this.#counters.push(counter)
  }

  /** A commit is going on. */
  get active(): boolean {
    return this.#depth > 0
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
      this.#depth -= 1
      if (this.#depth === 0) this.#writes = []
      return result
    } catch (error) {
      this.#depth -= 1
      this.#rollBackTo(mark, counts)
      throw error
    }
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
