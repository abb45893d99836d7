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

const none: readonly never[] = Object.freeze([])

/** The journal keeps these lists: a literal has room for its one member, an empty list that grows for seventeen. */
const joined = <T>(list: T[] | null, member: T): T[] => {
  if (list === null) return [member]
  list.push(member)
  return list
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
    let moves: Move[] | null = null
    for (const write of writes) {
      const { target, id, previous, next } = write
      if (previous === undefined) inserted.push(write)
      if (target.hasStates !== true || next === undefined) continue
      const [from, to] = [stateOf(previous), stateOf(next)]
      if (from !== to) moves = joined(moves, { collection: target.name, id, from, to })
    }
    this.writes = writes
    this.inserted = inserted
    this.moves = moves ?? none
  }

  /** The rows that it inserted in this collection, in their order. */
  insertedIn<R>(rows: Revertible & { get(id: string): R | undefined }): readonly R[] {
    let found: R[] | null = null
    for (const { target, next } of this.inserted) if (target === rows) found = joined(found, next as R)
    return found ?? none
  }
}

const stateOf = (row: unknown): string =>
  row === undefined ? 'new' : String((row as { readonly state: unknown }).state)

/** A counter that is part of the state, such as the number of ids in use. */
export interface Counter {
  count: number
}

/** Saves the writes outside of the process. When it throws, the commits are undone. */
export type Keep = (writes: readonly Write[]) => void

/** Commits that one write will save soon; none of them is answered before. */
interface Group {
  readonly commits: Commit[]
  /** The counters before the group. */
  readonly counts: readonly number[]
  readonly kept: Promise<void>
  readonly end: (error: Error | null) => void
}

/** All or nothing: when a unit of work throws, its writes are undone in reverse order. */
export class UndoLog {
  #writes: Write[] = []
  /** The last commit. */
  latest = new Commit(none)
  #depth = 0
  readonly #counters: Counter[] = []
  #keep: Keep | null = null
  /** Calls the function when all waiting requests have been handled. */
  #soon: (work: () => void) => void = () => undefined
  #group: Group | null = null
  #isTogether = false
  readonly #listeners = new Set<(commit: Commit) => void>()
  /** Changes outside of a commit, to be saved with the next one. */
  #noted: Write[] = []

  /** Counters are undone with the rows, so that a refused request leaves no trace. */
  watch(counter: Counter): void {
    this.#counters.push(counter)
  }

  /** Whether a commit is running. */
  get active(): boolean {
    return this.#depth > 0
  }

  /**
   * From now on `keep` saves every commit before its client gets an answer.
   * @param soon delays the end of a group until all waiting requests have joined it
   */
  keepWith(keep: Keep | null, soon: (work: () => void) => void): void {
    this.#keep = keep
    this.#soon = soon
    this.#noted = []
  }

  /**
   * The commits of `work` are saved together with those of others, which is cheaper than saving each one. Before they are
   * answered, the caller waits for `kept` or calls `keepNow`.
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

  /** Resolves when all commits are saved, or rejects with the reason why they were undone; `null` when they are saved already. */
  get kept(): Promise<void> | null {
    return this.#group?.kept ?? null
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

  /** Saves the waiting commits. When it throws, they are undone. */
  keepNow(): void {
    if (this.#group !== null && this.#depth === 0) raise(this.#end(this.#group, none))
  }

  /** A change that is never undone. It is saved with the next commit; without one it may be lost. */
  note(target: Revertible, id: string): void {
    if (this.#keep !== null) this.#noted.push({ target, id, previous: undefined, next: undefined })
  }

  /** A change that is not a row, such as one of the clock: saved at once, or with the running commit. */
  touch(): void {
    if (this.#depth === 0) this.#notify(none)
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
    this.#depth += 1
    try {
      const result = work()
      if (this.#depth === 1) {
        this.latest = new Commit(this.#writes)
        if (this.#isTogether) this.#join(counts)
        else {
          this.#notify(this.#writes)
          this.#show(this.latest)
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

  #join(counts: readonly number[]): void {
    if (this.#writes.length === 0) return
    this.#group ??= this.#begin(counts)
    this.#group.commits.push(this.latest)
  }

  #begin(counts: readonly number[]): Group {
    let end: Group['end'] = () => undefined
    const kept = new Promise<void>((resolve, reject) => {
      end = (error) => (error === null ? resolve() : reject(error))
    })
    // It is not an error when no request waits for it, as after a client has disconnected.
    kept.catch(() => undefined)
    const group: Group = { commits: [], counts, kept, end }
    // The waiting requests get the reason.
    this.#soon(() => void (this.#group === group && this.#end(group, none)))
    return group
  }

  /** With the group, if there is one: later writes depend on earlier ones. */
  #notify(writes: readonly Write[]): void {
    if (this.#keep === null) return
    if (this.#group === null) this.#keepAll(writes)
    else raise(this.#end(this.#group, writes))
  }

  /** Saves a group and the writes after it. Returns the reason when that failed and all of it was undone, else `null`. */
  #end(group: Group, more: readonly Write[]): Error | null {
    this.#group = null
    const writes: Write[] = []
    for (const commit of group.commits) writes.push(...commit.writes)
    try {
      this.#keepAll(more.length === 0 ? writes : [...writes, ...more])
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.#writes = [...writes, ...this.#writes]
      this.#rollBackTo(0, group.counts)
      group.end(error)
      return error
    }
    group.end(null)
    for (const commit of group.commits) this.#show(commit)
    return null
  }

  #show(commit: Commit): void {
    for (const listener of this.#listeners) listener(commit)
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
      // A failed group may have undone more already.
      counter.count = Math.min(counter.count, counts[i] ?? counter.count)
    })
  }
}

const raise = (error: Error | null): void => {
  if (error !== null) throw error
}
