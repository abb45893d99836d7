import { toDate } from '../../kernel/calendar'
import type { Lifetime } from '../../kernel/lifetime'
import type { Job, Timeline } from '../../kernel/timeline'
import type { Accounts } from '../../service/accounts'

/** Jobs that wait longer than this, in ms, fell due while the process was stopped or the machine slept. */
const lateMs = 60_000

/** What ran later than it was due. */
export interface CaughtUp {
  /** When the first of the jobs was due. */
  readonly from: Date
  /** Number of jobs that ran. */
  readonly done: number
}

/** Runs the due jobs of the timeline, while the sandbox is open. */
export class DueJobs {
  /** No job runs after its end. */
  readonly lifetime: Lifetime
  /** Called after late jobs have run. */
  onLate: ((caughtUp: CaughtUp) => void) | null = null
  readonly #timeline: Timeline
  readonly #accounts: Accounts
  #isPaused = false

  constructor(timeline: Timeline, accounts: Accounts, lifetime: Lifetime) {
    this.lifetime = lifetime
    this.#timeline = timeline
    this.#accounts = accounts
  }

  readonly run = (job: Job): void => this.#accounts.runJob(job)

  /** Runs the due jobs, each at its own time. */
  catchUp(): void {
    const from = this.#timeline.nextDue
    if (from === null || this.lifetime.isOver || this.#isPaused) return
    const now = this.#timeline.now()
    const done = this.#timeline.runUntil(now, this.run)
    if (done > 0 && now - from > lateMs) this.onLate?.({ from: toDate(from), done })
  }

  /** During `work`, `catchUp` runs nothing, because a move of the clock runs the due jobs in its own order. */
  async pauseDuring(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true
    await work()
    this.#isPaused = false
  }

  /** Milliseconds until the next job is due; `null` when no job will be due without a move of the clock. */
  get nextDueMs(): number | null {
    const due = this.#timeline.nextDue
    if (due === null || this.lifetime.isOver) return null
    const ms = Math.max(0, due - this.#timeline.now())
    return ms > 0 && this.#timeline.frozen ? null : ms
  }

  /** Calls `sooner` when `nextDueMs` may have become smaller, and after a restore. Returns a function that stops this. */
  watch(sooner: () => void): () => void {
    this.#timeline.watchers.add(sooner)
    return () => void this.#timeline.watchers.delete(sooner)
  }
}
