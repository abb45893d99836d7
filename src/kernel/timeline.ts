import type { Counter, Revertible, UndoLog } from './commit'
import { isNotKept } from './sandbox-error'

/** The virtual clock and the future. A job is a row, never a closure: a snapshot contains what will happen. */
export interface Job {
  readonly id: number
  /** Epoch milliseconds on the virtual clock. */
  readonly runAt: number
  readonly kind: string
  /** Which world it belongs to, and which record. */
  readonly world: string
  readonly subject: string
}

export interface ClockState {
  /** Virtual minus real time, in ms. */
  readonly offset: number
  readonly frozenAt: number | null
}

const earlier = (a: Job, b: Job): boolean => a.runAt < b.runAt || (a.runAt === b.runAt && a.id < b.id)

export class Timeline implements Revertible, Counter {
  /** Jobs that were ever planned: the source of their ids. */
  count = 0
  /** Told when the next job may come sooner than it seemed. For the real timer of a server. */
  readonly watchers = new Set<() => void>()
  readonly #realTime: () => number
  readonly #undo: UndoLog
  #offset = 0
  #frozenAt: number | null = null
  /** Set while a job runs: the moment it was due. */
  #pinned: number | null = null
  /** A clock that runs stands still here, while something that takes real time happens at one of its moments. */
  #heldAt: number | null = null
  /** Counts the times that other state was put in the place of this one. */
  loads = 0
  #replaying = false
  #latest = Number.NEGATIVE_INFINITY
  readonly #jobs = new Map<number, Job>()
  /** Binary heap over #jobs, earliest first; jobs that were taken back are skipped when they surface. */
  #heap: Job[] = []

  constructor(realTime: () => number, undo: UndoLog) {
    this.#realTime = realTime
    this.#undo = undo
    undo.watch(this)
  }

  /** Epoch milliseconds of the virtual clock. Never goes back, whatever the machine's clock does. */
  now(): number {
    if (this.#pinned !== null) return this.#pinned
    const now = this.#frozenAt ?? this.#heldAt ?? this.#realTime() + this.#offset
    if (now > this.#latest) this.#latest = now
    return this.#latest
  }

  get frozen(): boolean {
    return this.#frozenAt !== null
  }

  /** Another one with this clock, on the same real time. */
  at(clock: ClockState, newest: number, undo: UndoLog): Timeline {
    const other = new Timeline(this.#realTime, undo)
    other.load([], 0, clock, newest)
    return other
  }

  freeze(): void {
    this.#frozenAt = this.now()
    this.#undo.touch()
  }

  /** Puts the clock at `time` and lets it stand there until it is placed. */
  hold(time: number): void {
    this.place(time)
    if (this.#frozenAt === null) this.#heldAt = time
  }

  /** Ends a `hold`: from where it stands the clock runs on, or stays if it is frozen. */
  release(): void {
    if (this.#heldAt !== null) this.place(this.#heldAt)
  }

  resume(): void {
    if (this.#frozenAt === null) return
    this.#offset = this.#frozenAt - this.#realTime()
    this.#frozenAt = null
    this.#tell()
    this.#undo.touch()
  }

  /** Puts the clock at `time` without running anything: for the start and for restoring. */
  place(time: number): void {
    this.#latest = time
    this.#heldAt = null
    if (this.#frozenAt === null) this.#offset = time - this.#realTime()
    else this.#frozenAt = time
    this.#tell()
    this.#undo.touch()
  }

  /** While a job runs that was due later than the clock has come, it stands at that job's moment. */
  get state(): ClockState {
    const pinned = this.#pinned ?? Number.NEGATIVE_INFINITY
    if (this.#frozenAt !== null) return { offset: 0, frozenAt: Math.max(this.#frozenAt, pinned) }
    const realTime = this.#realTime()
    const stands = Math.max(this.#heldAt ?? Number.NEGATIVE_INFINITY, pinned)
    const isBehind = this.#heldAt !== null || stands > realTime + this.#offset
    return { offset: isBehind ? stands - realTime : this.#offset, frozenAt: null }
  }

  plan(runAt: number, kind: string, world: string, subject: string): void {
    this.count += 1
    const job = Object.freeze({ id: this.count, runAt, kind, world, subject })
    this.#undo.record(this, String(job.id), undefined)
    this.#add(job)
    if (this.#heap[0] === job) this.#tell()
  }

  revert(id: string, previous: unknown): void {
    if (previous === undefined) this.#jobs.delete(Number(id))
    else this.#add(previous as Job)
  }

  /** Takes the next job that is due at or before `time`. */
  takeDue(time: number): Job | null {
    for (let job = this.#heap[0]; job !== undefined && job.runAt <= time; job = this.#heap[0]) {
      this.#pop()
      // A job that was taken back has left the map, but not the heap.
      if (this.#jobs.get(job.id) === job) {
        this.#jobs.delete(job.id)
        // In a commit that fails later, it did not run.
        if (this.#undo.active) this.#undo.record(this, String(job.id), job)
        else this.#undo.note(this, String(job.id))
        return job
      }
    }
    return null
  }

  /** Runs what is due until `time`, each at its own moment. */
  runUntil(time: number, run: (job: Job) => void): void {
    while (this.runNext(time, run));
  }

  /** Runs the next job that is due at or before `time`, at its own moment; `false` when there is none. */
  runNext(time: number, run: (job: Job) => void): boolean {
    const job = this.takeDue(time)
    if (job === null) return false
    const before = this.#pinned
    this.#pinned = job.runAt
    try {
      this.#runOrPutBack(job, run)
    } finally {
      this.#pinned = before
    }
    return true
  }

  /** How many jobs are planned for `time` or earlier. */
  countDue(time: number): number {
    let count = 0
    for (const { runAt } of this.#jobs.values()) if (runAt <= time) count += 1
    return count
  }

  /** A job that could not be kept has not run. */
  #runOrPutBack(job: Job, run: (job: Job) => void): void {
    try {
      run(job)
    } catch (error) {
      if (isNotKept(error) && !this.#jobs.has(job.id)) this.#add(job)
      throw error
    }
  }

  /** Records are being made that happened at moments of their own, in whatever order (fixtures). */
  get replaying(): boolean {
    return this.#replaying
  }

  /** What `work` does happens at `time`, before or after now. */
  replay<T>(time: number, work: () => T): T {
    const before = { pinned: this.#pinned, replaying: this.#replaying }
    this.#pinned = time
    this.#replaying = true
    try {
      return work()
    } finally {
      this.#pinned = before.pinned
      this.#replaying = before.replaying
    }
  }

  /** One operation happens at one moment, however long it takes to compute. */
  still<T>(work: () => T): T {
    if (this.#pinned !== null) return work()
    this.#pinned = this.now()
    try {
      return work()
    } finally {
      this.#pinned = null
    }
  }

  /** When the next job is due. It may have been taken back since. */
  get nextDue(): number | null {
    return this.#heap[0]?.runAt ?? null
  }

  /** `undefined` when it ran or was taken back. */
  job(id: number): Job | undefined {
    return this.#jobs.get(id)
  }

  jobs(): readonly Job[] {
    return [...this.#jobs.values()].sort((a, b) => a.id - b.id)
  }

  /** @param newest when the newest record was made: no record is later than the clock */
  load(jobs: readonly Job[], count: number, clock: ClockState, newest: number): void {
    this.count = count
    this.#jobs.clear()
    this.#heap = []
    for (const job of jobs) this.#add(Object.freeze(job))
    this.loads += 1
    this.#frozenAt = clock.frozenAt === null ? null : Math.max(clock.frozenAt, newest)
    this.#heldAt = null
    this.#offset = clock.offset
    this.#latest = newest
    this.#tell()
  }

  /** Other jobs in place of some: for an account that goes back alone. */
  replace(those: (job: Job) => boolean, jobs: readonly Job[]): void {
    const others = this.jobs().filter((job) => !those(job))
    this.#jobs.clear()
    this.#heap = []
    for (const job of others) this.#add(job)
    for (const job of jobs) {
      // Where the whole state went back since, its number may be that of another one.
      const isFree = job.id <= this.count && !this.#jobs.has(job.id)
      if (!isFree) this.count += 1
      this.#add(Object.freeze(isFree ? job : { ...job, id: this.count }))
    }
    this.#tell()
  }

  #tell(): void {
    for (const tell of this.watchers) tell()
  }

  #add(job: Job): void {
    this.#jobs.set(job.id, job)
    const heap = this.#heap
    let i = heap.push(job) - 1
    for (let parent = (i - 1) >> 1; i > 0; i = parent, parent = (i - 1) >> 1) {
      const above = heap[parent]
      if (above === undefined || !earlier(job, above)) break
      heap[i] = above
      heap[parent] = job
    }
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let i = 0
    for (;;) {
      const left = heap[2 * i + 1]
      const right = heap[2 * i + 2]
      const rightFirst = right !== undefined && left !== undefined && earlier(right, left)
      const child = rightFirst ? right : left
      if (child === undefined || !earlier(child, last)) break
      heap[i] = child
      i = 2 * i + (rightFirst ? 2 : 1)
    }
    heap[i] = last
  }
}
