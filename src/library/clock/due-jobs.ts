import type { Accounts } from '../../accounts'
import type { Lifetime } from '../../kernel/lifetime'
import type { Job, Timeline } from '../../kernel/timeline'
import { jobs } from '../../resources/registry'
import type { WaitingClock } from './waiting'

/** Runs a job in a commit of the world that it belongs to. */
export const runJob = (accounts: Accounts, job: Job): void => {
  const run = jobs[job.kind]
  if (run === undefined) throw new Error(`there is no job ${job.kind}`)
  const world = accounts.worldByKey(job.world)
  world.commit(() => run(world, job.subject))
}

/** The jobs that fall due on the timeline, as long as the sandbox is open. */
export class DueJobs implements WaitingClock {
  readonly lifetime: Lifetime
  readonly #timeline: Timeline
  readonly #accounts: Accounts
  #isPaused = false

  constructor(timeline: Timeline, accounts: Accounts, lifetime: Lifetime) {
    this.lifetime = lifetime
    this.#timeline = timeline
    this.#accounts = accounts
  }

  readonly run = (job: Job): void => runJob(this.#accounts, job)

  catchUp(): void {
    if (this.lifetime.isOver || this.#isPaused) return
    const due = this.#timeline.nextDue
    if (due !== null && due <= this.#timeline.now()) this.#timeline.runUntil(this.#timeline.now(), this.run)
  }

  /** While `work` goes on, `catchUp` runs nothing: a move of the clock runs what is due in its own order. */
  async pauseDuring(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true
    await work()
    this.#isPaused = false
  }

  get nextDueMs(): number | null {
    const due = this.#timeline.nextDue
    if (due === null || this.lifetime.isOver) return null
    const ms = Math.max(0, due - this.#timeline.now())
    return ms > 0 && this.#timeline.frozen ? null : ms
  }

  watch(sooner: () => void): () => void {
    this.#timeline.watchers.add(sooner)
    return () => void this.#timeline.watchers.delete(sooner)
  }
}
