import type { Counter, Revertible, UndoLog } from './commit'
import { firstPosition } from './rows'
import { isNotKept } from './sandbox-error'

/** The virtual clock and its planned jobs. A job is a row, never a closure, so that snapshots contain it. */
export interface Job {
  readonly id: number
  /** Epoch milliseconds on the virtual clock. */
  readonly runAt: number
  readonly kind: string
  /** The keys of its world and its record. */
  readonly world: string
  readonly subject: string
}

export interface ClockState {
  /** Virtual minus real time, in ms. */
  readonly offset: number
  readonly frozenAt: number | null
}

const byTime = (a: Job, b: Job): number => a.runAt - b.runAt || a.id - b.id

export class Timeline implements Revertible, Counter {
  readonly name = 'jobs'
  /** Number of jobs planned so far, from which their ids are made. */
  count = 0
  /** Called when the next job may be due earlier than before. For the real timer of a server. */
  readonly watchers = new Set<() => void>()
  readonly #realTime: () => number
  readonly #mayGoBack: boolean
  readonly #undo: UndoLog
  #offset = 0
  #frozenAt: number | null = null
  /** The due time of the running job. */
  #pinned: number | null = null
  /** The time at which a running clock is stopped, while work that takes real time happens at one moment. */
  #stoppedAt: number | null = null
  /** Number of restores so far. */
  loads = 0
  /** Whether past records are being made, each at its own time, in any order (fixtures). */
  replaying = false
  #latest = Number.NEGATIVE_INFINITY
  readonly #jobs = new Map<number, Job>()
  /** The jobs, the soonest first. */
  #queue: Job[] = []

  /** @param mayGoBack whether `realTime` is that of a test, which the clock follows in both directions */
  constructor(realTime: () => number, undo: UndoLog, mayGoBack = false) {
    this.#mayGoBack = mayGoBack
    this.#realTime = realTime
    this.#undo = undo
    undo.watch(this)
  }

  /** Epoch milliseconds of the virtual clock. Never goes back, even when the clock of the machine does; that of a test may. */
  now(): number {
    if (this.#pinned !== null) return this.#pinned
    const now = this.#frozenAt ?? this.#stoppedAt ?? this.#realTime() + this.#offset
    if (now > this.#latest || this.#mayGoBack) this.#latest = now
    return this.#latest
  }

  get frozen(): boolean {
    return this.#frozenAt !== null
  }

  freeze(): void {
    this.#frozenAt = this.now()
    this.#undo.touch()
  }

  /** Stops a running clock at `time` until it is placed. */
  stopAt(time: number): void {
    this.place(time)
    if (this.#frozenAt === null) this.#stoppedAt = time
  }

  /** Ends a `stopAt`: the clock runs on from its present time, or stays if it is frozen. */
  release(): void {
    if (this.#stoppedAt !== null) this.place(this.#stoppedAt)
  }

  resume(): void {
    if (this.#frozenAt === null) return
    this.#offset = this.#frozenAt - this.#realTime()
    this.#frozenAt = null
    this.#notify()
    this.#undo.touch()
  }

  /** Sets the clock to `time` without running jobs, for the start and for a restore. */
  place(time: number): void {
    this.#latest = time
    this.#stoppedAt = null
    if (this.#frozenAt === null) this.#offset = time - this.#realTime()
    else this.#frozenAt = time
    this.#notify()
    this.#undo.touch()
  }

  /** While a job runs that is due after the present time, the clock shows the time of that job. */
  get state(): ClockState {
    const pinned = this.#pinned ?? Number.NEGATIVE_INFINITY
    if (this.#frozenAt !== null) return { offset: 0, frozenAt: Math.max(this.#frozenAt, pinned) }
    const realTime = this.#realTime()
    const stoppedOrPinned = Math.max(this.#stoppedAt ?? Number.NEGATIVE_INFINITY, pinned)
    const isBehind = this.#stoppedAt !== null || stoppedOrPinned > realTime + this.#offset
    return { offset: isBehind ? stoppedOrPinned - realTime : this.#offset, frozenAt: null }
  }

  plan(runAt: number, kind: string, world: string, subject: string): void {
    this.count += 1
    const job = Object.freeze({ id: this.count, runAt, kind, world, subject })
    this.#undo.record(this, String(job.id), undefined, job)
    this.#add(job)
    if (this.#queue[0] === job) this.#notify()
  }

  revert(id: string, previous: unknown): void {
    const planned = this.#jobs.get(Number(id))
    if (previous !== undefined) this.#add(previous as Job)
    else if (planned !== undefined) {
      this.#queue.splice(this.#placeOf(planned), 1)
      this.#jobs.delete(planned.id)
    }
  }

  /** Runs all jobs that are due until `time`, each at its own time. Returns how many ran. */
  runUntil(time: number, run: (job: Job) => void): number {
    let done = 0
    while (this.runNext(time, run)) done += 1
    return done
  }

  /** Runs the next job that is due at or before `time`, at its own time; `false` when there is none. */
  runNext(time: number, run: (job: Job) => void): boolean {
    const [job] = this.#queue
    if (job === undefined || job.runAt > time) return false
    this.#queue.shift()
    this.#jobs.delete(job.id)
    // When the commit fails later, the job has not run.
    if (this.#undo.active) this.#undo.record(this, String(job.id), job, undefined)
    else this.#undo.saveLater(this, String(job.id))
    const before = this.#pinned
    this.#pinned = job.runAt
    try {
      run(job)
    } catch (error) {
      // A job whose writes could not be saved has not run.
      if (isNotKept(error) && !this.#jobs.has(job.id)) this.#add(job)
      throw error
    } finally {
      this.#pinned = before
    }
    return true
  }

  /** Number of jobs planned for `time` or earlier. */
  countDue(time: number): number {
    return firstPosition(this.#queue.length, (place) => (this.#queue[place]?.runAt ?? time) <= time)
  }

  /** Runs `work` at `time`, which may be before or after now. */
  replay<T>(time: number, work: () => T): T {
    const before = { pinned: this.#pinned, replaying: this.replaying }
    this.#pinned = time
    this.replaying = true
    try {
      return work()
    } finally {
      this.#pinned = before.pinned
      this.replaying = before.replaying
    }
  }

  /** Keeps the clock at one time for the duration of one operation. */
  atOneTime<T>(work: () => T): T {
    if (this.#pinned !== null) return work()
    this.#pinned = this.now()
    try {
      return work()
    } finally {
      this.#pinned = null
    }
  }

  /** Due time of the next job. */
  get nextDue(): number | null {
    return this.#queue[0]?.runAt ?? null
  }

  /** The planned jobs, the soonest first. */
  get planned(): readonly Job[] {
    return this.#queue
  }

  /** `undefined` when it ran or was cancelled. */
  job(id: number): Job | undefined {
    return this.#jobs.get(id)
  }

  jobs(): readonly Job[] {
    return [...this.#jobs.values()].sort((a, b) => a.id - b.id)
  }

  /** @param newest creation time of the newest record: no record is later than the clock */
  load(jobs: readonly Job[], count: number, clock: ClockState, newest: number): void {
    this.count = count
    this.#setJobs(jobs)
    this.loads += 1
    this.#frozenAt = clock.frozenAt === null ? null : Math.max(clock.frozenAt, newest)
    this.#stoppedAt = null
    this.#offset = clock.offset
    this.#latest = newest
    this.#notify()
  }

  /** Replaces some jobs by others, for the restore of a single account. */
  replace(those: (job: Job) => boolean, jobs: readonly Job[]): void {
    const others = this.jobs().filter((job) => !those(job))
    this.#setJobs(others)
    for (const job of jobs) {
      // Where the whole state went back since, its number may be that of another one.
      const isFree = job.id <= this.count && !this.#jobs.has(job.id)
      if (!isFree) this.count += 1
      this.#add(Object.freeze(isFree ? job : { ...job, id: this.count }))
    }
    this.#notify()
  }

  #notify(): void {
    for (const notify of this.watchers) notify()
  }

  #setJobs(jobs: readonly Job[]): void {
    this.#jobs.clear()
    for (const job of jobs) this.#jobs.set(job.id, Object.freeze(job))
    this.#queue = [...jobs].sort(byTime)
  }

  #add(job: Job): void {
    this.#jobs.set(job.id, job)
    this.#queue.splice(this.#placeOf(job), 0, job)
  }

  /** Its position in the queue, or the one for it. */
  #placeOf(job: Job): number {
    const isBefore = (place: number): boolean => byTime(this.#queue[place] ?? job, job) < 0
    return firstPosition(this.#queue.length, isBefore)
  }
}
