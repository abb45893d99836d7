import { toDate } from '../../kernel/calendar'
import type { Lifetime } from '../../kernel/lifetime'
import { yieldToEventLoop } from '../../kernel/real-time'
import { isNotKept } from '../../kernel/sandbox-error'
import type { Job, Timeline } from '../../kernel/timeline'
import type { Accounts } from '../../service/accounts'
import type { MoveProgress } from './clock'

/** How many jobs run before other requests get a turn. */
export const jobsAtOnce = 16
/** One report for this many turns. */
export const turnsAReport = 16

/** Runs the due jobs of the timeline, while the sandbox is open. */
export class DueJobs {
  /** No job runs after its end. */
  readonly lifetime: Lifetime
  readonly #timeline: Timeline
  readonly #accounts: Accounts
  #isPaused = false
  /** Runs jobs that fell due long ago, in turns with other work. */
  #late: Promise<void> | null = null
  /** Called with the progress of that, and with `null` at its end. */
  onLate: ((progress: MoveProgress | null) => void) | null = null

  constructor(timeline: Timeline, accounts: Accounts, lifetime: Lifetime) {
    this.lifetime = lifetime
    this.#timeline = timeline
    this.#accounts = accounts
  }

  readonly run = (job: Job): void => this.#accounts.runJob(job)

  /** Runs the due jobs. */
  catchUp(): void {
    if (this.lifetime.isOver || this.#isPaused) return
    if (this.#late !== null) this.#timeline.beLate(null)
    const due = this.#timeline.nextDue
    if (due !== null && due <= this.#timeline.now()) this.#timeline.runUntil(this.#timeline.now(), this.run)
  }

  /**
   * The same for requests and for the alarm of a server. Where many jobs are due, as after months in a state file,
   * other work has its turn between them, and meanwhile the clock shows the moment that was reached.
   */
  catchUpInTurns(): void {
    const from = this.#timeline.nextDue
    if (this.#late !== null || from === null) return
    if (!this.#timeline.runs || this.#isPaused) this.catchUp()
    else if (!this.lifetime.isOver) {
      const reached = this.#runSome()
      if (reached !== null) this.#late = this.#runLate(from, reached)
    }
  }

  /** Resolves when no job is late any more; `null` if none is. */
  get late(): Promise<void> | null {
    return this.#late
  }

  /** @returns the moment that was reached; `null` when no more jobs are due */
  #runSome(): number | null {
    const { present } = this.#timeline
    let reached = present
    for (let left = jobsAtOnce; left >= 0; left -= 1) {
      const due = this.#timeline.nextDue
      if (due === null || due > present) return null
      if (left === 0) break
      reached = due
      this.#timeline.runNext(due, this.run)
    }
    return reached
  }

  async #runLate(from: number, first: number): Promise<void> {
    const { loads } = this.#timeline
    try {
      for (let turns = 1, at: number | null = first; at !== null; turns += 1) {
        this.#timeline.beLate(at)
        if (turns % turnsAReport === 1) this.#report({ from, at, done: turns * jobsAtOnce })
        await yieldToEventLoop()
        // After a restore, a reset or a freeze, other jobs are due.
        if (this.lifetime.isOver || this.#timeline.loads !== loads || !this.#timeline.runs) return
        at = this.#runSome()
      }
    } catch (error) {
      // Each request is refused with the reason, and the jobs stay due.
      if (!isNotKept(error)) throw error
    } finally {
      this.#late = null
      this.#timeline.beLate(null)
      this.onLate?.(null)
    }
  }

  #report({ from, at, done }: { readonly from: number; readonly at: number; readonly done: number }): void {
    const { present } = this.#timeline
    const due = this.#timeline.countDue(present)
    this.onLate?.({ from: toDate(from), now: toDate(at), to: toDate(present), done, due })
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
    // Late jobs run without a request.
    if (due === null || this.lifetime.isOver || this.#late !== null) return null
    const ms = Math.max(0, due - this.#timeline.now())
    return ms > 0 && this.#timeline.frozen ? null : ms
  }

  /** Calls `sooner` when `nextDueMs` may have become smaller, and after a restore. Returns a function that stops this. */
  watch(sooner: () => void): () => void {
    this.#timeline.watchers.add(sooner)
    return () => void this.#timeline.watchers.delete(sooner)
  }
}
