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

/** Puts what was written where it outlives the process. What it throws takes the commits back. */
export type Keep = (writes: readonly Write[]) => void

/** Commits that are kept by one write, soon; nobody hears of any of them before. */
interface Group {
  readonly writes: Write[]
  /** What the counters were before. */
  readonly counts: readonly number[]
  readonly kept: Promise<void>
  readonly end: (error: Error | null) => void
}

export class UndoLog {
  #writes: Write[] = []
  #latest: readonly Write[] = []
  #depth = 0
  readonly #counters: Counter[] = []
  #keep: Keep | null = null
  /** Calls what it is given once all requests that are there have been looked at. */
  #soon: (work: () => void) => void = () => undefined
  #group: Group | null = null
  #isTogether = false
  /** Told of what was committed, and is kept where something keeps it. They must only look. */
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

  /**
   * From now on `keep` is told of every commit before whoever asked for it hears that it happened.
   * @param soon puts off the end of a group until all that wait have joined it
   */
  keepWith(keep: Keep | null, soon: (work: () => void) => void): void {
    this.#keep = keep
    this.#soon = soon
    this.#noted = []
  }

  /**
   * The commits of `work` are kept with those of others, which takes less than to keep each alone. Whoever is told of
   * them has to wait for `kept`, or else call `keepNow`.
   */
  together<T>(work: () => T): T {
    if (this.#keep === null) return work()
    const before = this.#isTogether
    this.#isTogether = true
    try {
      return work()
    } finally {
      this.#isTogether = before
    }
  }

  /** Resolves when all that was committed is kept, or rejects with why it was taken back; `null` when it is kept already. */
  get kept(): Promise<void> | null {
    return this.#group?.kept ?? null
  }

  /** What the last commit wrote. It is the same array as long as there was no other one. */
  get latest(): readonly Write[] {
    return this.#latest
  }

  /** Keeps what waits to be kept. What it throws took that back. */
  keepNow(): void {
    if (this.#group !== null && this.#depth === 0) raise(this.#end(this.#group, nothing))
  }

  /** A change that nothing takes back. Kept with the next commit, without which it may as well not have been. */
  note(target: Revertible, id: string): void {
    if (this.#keep !== null) this.#noted.push({ target, id, previous: undefined })
  }

  /** A change that is no row, such as one of the clock: kept at once, or with the commit that it happens in. */
  touch(): void {
    if (this.#depth === 0) this.#tell(nothing)
  }

  record(target: Revertible, id: string, previous: unknown): void {
    if (this.#depth === 0) throw new Error('state can only be written inside a commit')
    this.#writes.push({ target, id, previous })
  }

  /** Runs `work` as one step. It must not return a promise: nothing may happen in between. */
  run<T>(work: () => T extends Promise<unknown> ? never : T): T {
    const mark = this.#writes.length
    const counts = this.#counts()
    this.#depth += 1
    try {
      const result = work()
      if (this.#depth === 1) {
        this.#latest = this.#writes
        if (this.#isTogether) this.#join(counts)
        else {
          this.#tell(this.#writes)
          this.#show(this.#writes)
        }
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

  #counts(): readonly number[] {
    return this.#counters.map((counter) => counter.count)
  }

  #join(counts: readonly number[]): void {
    if (this.#writes.length === 0) return
    this.#group ??= this.#begin(counts)
    for (const write of this.#writes) this.#group.writes.push(write)
  }

  #begin(counts: readonly number[]): Group {
    let end: Group['end'] = () => undefined
    const kept = new Promise<void>((resolve, reject) => {
      end = (error) => (error === null ? resolve() : reject(error))
    })
    // That nobody waits for it, as where the client has gone away, is no fault.
    kept.catch(() => undefined)
    const group: Group = { writes: [], counts, kept, end }
    // Why it failed, those who wait are told.
    this.#soon(() => void (this.#group === group && this.#end(group, nothing)))
    return group
  }

  /** With the group, if there is one: what came later is nothing without what came before. */
  #tell(writes: readonly Write[]): void {
    if (this.#keep === null) return
    if (this.#group === null) this.#keepAll(writes)
    else raise(this.#end(this.#group, writes))
  }

  /** Keeps a group and what was written after it; why that failed, and all of it was taken back, or `null`. */
  #end(group: Group, more: readonly Write[]): Error | null {
    this.#group = null
    try {
      this.#keepAll(more.length === 0 ? group.writes : [...group.writes, ...more])
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.#writes = [...group.writes, ...this.#writes]
      this.#rollBackTo(0, group.counts)
      group.end(error)
      return error
    }
    group.end(null)
    this.#show(group.writes)
    return null
  }

  #show(writes: readonly Write[]): void {
    for (const show of this.watchers) show(writes)
  }

  #keepAll(writes: readonly Write[]): void {
    this.#keep?.(this.#noted.length === 0 ? writes : [...this.#noted, ...writes])
    this.#noted = []
  }

  #rollBackTo(mark: number, counts: readonly number[]): void {
    for (let i = this.#writes.length - 1; i >= mark; i -= 1) {
      const write = this.#writes[i]
      write?.target.revert(write.id, write.previous)
    }
    this.#writes.length = Math.min(mark, this.#writes.length)
    this.#counters.forEach((counter, i) => {
      // It may have gone back further already, with the commits that this one would have been kept with.
      counter.count = Math.min(counter.count, counts[i] ?? counter.count)
    })
  }
}

const nothing: readonly Write[] = []

const raise = (error: Error | null): void => {
  if (error !== null) throw error
}
