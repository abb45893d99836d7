import { bindMethods } from '../../kernel/bind-methods'
import { isTime, parseDuration, parseTime, toDate } from '../../kernel/calendar'
import { deferred } from '../../kernel/deferred'
import { checkOptionNames } from '../../kernel/option-names'
import { yieldToEventLoop } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Timeline } from '../../kernel/timeline'
import type { WebhookQueues } from '../../service/webhooks/queues'
import type { DueJobs } from './due-jobs'

/** How many jobs run before other requests get a turn. */
const jobsAtOnce = 16
/** One report for this many turns. */
const turnsAReport = 16

/** How to follow a long move, and to stop it between two jobs. */
export interface MoveOptions {
  /** Stops the move between two jobs. */
  readonly signal?: AbortSignal | undefined
  /** Called a few times a second with the progress. */
  readonly onProgress?: ((progress: MoveProgress) => void) | undefined
}

export interface MoveProgress {
  /** The time at the start. */
  readonly from: Date
  /** The time that is reached. */
  readonly now: Date
  /** The target time. */
  readonly to: Date
  /** Number of jobs that have run. */
  readonly done: number
  /** Number of planned jobs left. Jobs may plan more. */
  readonly due: number
}

/** The virtual clock. All times of the service come from it. It never goes back. */
export class Clock {
  /**
   * Called after a move, a freeze or a resume.
   * @internal
   */
  readonly moves = new Set<() => void>()
  readonly #timeline: Timeline
  readonly #jobs: DueJobs
  /** They take real time at one time of the virtual clock. */
  readonly #deliveries: WebhookQueues
  /** The move in progress, if any: moves run one after the other. */
  #moving: Promise<unknown> | null = null

  /** @internal */
  constructor(timeline: Timeline, jobs: DueJobs, deliveries: WebhookQueues) {
    this.#timeline = timeline
    this.#jobs = jobs
    this.#deliveries = deliveries
    bindMethods(this)
  }

  now(): Date {
    return toDate(this.#timeline.now())
  }

  /** Whether the clock is stopped and moves only on request. */
  get frozen(): boolean {
    return this.#timeline.frozen
  }

  /**
   * Moves the clock forward. Every due job runs in order, at its own time, and its webhooks are delivered before the clock
   * moves on. Other requests are answered meanwhile and see the time that is reached. A second move waits for the first.
   * @param duration `90m`, `15d`, `1d12h` (units ms s m h d w), or milliseconds
   * @throws SandboxError `invalid_duration`; `endless_events` when receivers keep causing events at one time; `stopped`
   * when its signal is aborted: the clock then shows the time that was reached, and the jobs until then have run
   */
  async advance(duration: string | number, options: MoveOptions = {}): Promise<Date> {
    while (this.#moving !== null) await this.#moving
    const ms = typeof duration === 'number' ? duration : parseDuration(duration)
    if (ms === null || !Number.isSafeInteger(ms) || ms < 0 || !isTime(this.#timeline.now() + ms))
      throw new SandboxError(
        'invalid_duration',
        `${String(duration)} is not a duration: write 90m, 15d or 1d12h (units ms s m h d w), or milliseconds`,
      )
    return this.#moveTo(this.#timeline.now() + ms, options)
  }

  /**
   * Moves the clock to a time that is not before now.
   * @param time ISO 8601 text, epoch milliseconds or a Date
   * @throws SandboxError `invalid_time`, `clock_backwards`; `endless_events` and `stopped` as above
   */
  async set(time: string | number | Date, options: MoveOptions = {}): Promise<Date> {
    while (this.#moving !== null) await this.#moving
    const target = typeof time === 'string' ? parseTime(time) : Number(time)
    if (target === null || !isTime(target))
      throw new SandboxError('invalid_time', `${String(time)} is not a time: write 2026-01-15T09:00:00Z`)
    if (target < this.#timeline.now())
      throw new SandboxError(
        'clock_backwards',
        `the clock never goes back: it is ${this.now().toISOString()}, restore a snapshot or reset instead`,
      )
    return this.#moveTo(target, options)
  }

  /** Stops the clock: from now on it moves only on request. */
  freeze(): void {
    this.#jobs.lifetime.check()
    this.#jobs.catchUp()
    this.#timeline.freeze()
    this.#notify()
  }

  /** Lets the clock run again from its current time. */
  resume(): void {
    this.#jobs.lifetime.check()
    this.#timeline.resume()
    this.#notify()
  }

  #moveTo(time: number, options: MoveOptions): Date | Promise<Date> {
    checkOptionNames(options, ['signal', 'onProgress'])
    const now = this.#timeline.now()
    const move: ClockMove = {
      ...options,
      time,
      from: now,
      at: now,
      done: 0,
      turns: 0,
    }
    this.#checkStop(move)
    const stop = this.#goOn(move)
    // With few jobs and no deliveries there is nothing to wait for.
    if (stop === 'arrived') return this.#arrive(move)
    const moving = this.#withStops(move, stop)
    const over = (): void => {
      this.#moving = null
    }
    this.#moving = moving.then(over, over)
    return moving
  }

  /** Runs the due jobs one after the other, until there is a reason to pause. */
  #goOn(move: ClockMove): Stop {
    for (let left = jobsAtOnce; left > 0; left -= 1) {
      const due = this.#timeline.nextDue
      // All jobs of one time have run before its events are delivered.
      if (!this.#deliveries.isIdle && (due === null || due > move.at)) return 'delivery'
      if (due === null || due > move.time) return 'arrived'
      move.at = Math.max(move.at, due)
      if (this.#timeline.runNext(due, this.#jobs.run)) move.done += 1
    }
    return 'turn'
  }

  /** Stops the clock at the time that is reached, during deliveries and while other requests run. */
  async #withStops(move: ClockMove, first: Stop): Promise<Date> {
    const { loads } = this.#timeline
    try {
      for (let stop = first; stop !== 'arrived'; stop = this.#goOn(move)) {
        move.at = Math.max(move.at, this.#timeline.now())
        this.#timeline.stopAt(move.at)
        move.turns += 1
        if (move.turns % turnsAReport === 1) this.#report(move)
        await (stop === 'delivery' ? this.#deliver(move) : this.#jobs.pauseDuring(yieldToEventLoop))
        // After a restore or a reset, this move belongs to another state.
        if (this.#timeline.loads !== loads) return this.now()
        this.#checkStop(move)
      }
    } catch (error) {
      if (this.#timeline.loads === loads) this.#arrive({ ...move, time: this.#timeline.now() })
      throw error
    }
    return this.#arrive(move)
  }

  /** Waits for all deliveries, or until the move is stopped; the deliveries then continue without it. */
  #deliver({ signal }: ClockMove): Promise<void> {
    const { promise: stopped, resolve: stop } = deferred()
    // Before they begin: a receiver may stop the move at once.
    signal?.addEventListener('abort', stop, { once: true })
    const drained = this.#jobs.lifetime.during(this.#deliveries.drain())
    return Promise.race([drained, stopped]).finally(() => signal?.removeEventListener('abort', stop))
  }

  #report({ onProgress, from, at, time, done }: ClockMove): void {
    const times = { from: toDate(from), now: toDate(at), to: toDate(time) }
    onProgress?.({ ...times, done, due: this.#timeline.countDue(time) })
  }

  #checkStop({ signal, at, time, done }: ClockMove): void {
    this.#jobs.lifetime.check()
    if (signal?.aborted !== true) return
    const [now, to] = [toDate(at).toISOString(), toDate(time).toISOString()]
    const things = done === 1 ? '1 thing' : `${done} things`
    throw new SandboxError(
      'stopped',
      `the clock was stopped at ${now}, on its way to ${to}, after ${things} that happened: set it again to go on`,
      { cause: signal.reason },
    )
  }

  #arrive(move: ClockMove): Date {
    this.#timeline.place(Math.max(move.time, move.at))
    this.#notify()
    return this.now()
  }

  #notify(): void {
    for (const notify of this.moves) notify()
  }
}

/** Why a move pauses: to deliver events, or to give other requests a turn. */
type Stop = 'arrived' | 'delivery' | 'turn'

/** Target and progress of a move. Epoch milliseconds. */
interface ClockMove extends MoveOptions {
  readonly from: number
  readonly time: number
  at: number
  done: number
  turns: number
}
