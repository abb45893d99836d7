import { isTime, parseDuration, parseTime, toDate } from '../../kernel/calendar'
import { yieldToEventLoop } from '../../kernel/real-time'
import { SandboxError } from '../../kernel/sandbox-error'
import type { Timeline } from '../../kernel/timeline'
import type { Clock, MoveOptions } from './clock'
import { type DueJobs, jobsAtOnce, turnsAReport } from './due-jobs'

/** What takes real time at one moment of the virtual clock. */
export interface Deliveries {
  readonly isIdle: boolean
  drain(): Promise<void>
}

/** Moves the timeline as its user says, and runs what falls due. */
export class SandboxClock implements Clock {
  /** Told when somebody moved the clock, stopped it or let it run. */
  readonly moves = new Set<() => void>()
  readonly #timeline: Timeline
  readonly #jobs: DueJobs
  readonly #deliveries: Deliveries
  /** Moves happen one after the other: the one that is going on, if any is. */
  #moving: Promise<unknown> | null = null

  constructor(timeline: Timeline, jobs: DueJobs, deliveries: Deliveries) {
    this.#timeline = timeline
    this.#jobs = jobs
    this.#deliveries = deliveries
  }

  now(): Date {
    return toDate(this.#timeline.now())
  }

  get frozen(): boolean {
    return this.#timeline.frozen
  }

  /**
   * Where it stands when the sandbox is made and after a reset; `null` for the real time. It stands there until
   * `release`: what a reset brings back must not be later than where the reset puts the clock.
   */
  start(at: number | null, isFrozen: boolean): void {
    // In this order: a clock that still runs could reach the next millisecond before it is stopped.
    if (isFrozen && !this.#timeline.frozen) this.#timeline.freeze()
    if (at !== null) this.#timeline.hold(at)
  }

  release(): void {
    this.#timeline.release()
  }

  async advance(duration: string | number, options: MoveOptions = {}): Promise<Date> {
    if (this.#other !== null) await this.#turn()
    const ms = typeof duration === 'number' ? duration : parseDuration(duration)
    if (ms === null || !Number.isSafeInteger(ms) || ms < 0 || !isTime(this.#timeline.now() + ms))
      throw new SandboxError(
        'invalid_duration',
        `${String(duration)} is not a duration: write 90m, 15d or 1d12h (units ms s m h d w), or milliseconds`,
      )
    return this.#moveTo(this.#timeline.now() + ms, options)
  }

  async set(time: string | number | Date, options: MoveOptions = {}): Promise<Date> {
    if (this.#other !== null) await this.#turn()
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

  freeze(): void {
    this.#jobs.lifetime.check()
    this.#jobs.catchUp()
    this.#timeline.freeze()
    this.#tell()
  }

  resume(): void {
    this.#jobs.lifetime.check()
    this.#timeline.resume()
    this.#tell()
  }

  /** What moves the clock at present: another move, or jobs that are late. */
  get #other(): Promise<unknown> | null {
    return this.#moving ?? this.#jobs.late
  }

  /** Waits until nothing else moves the clock. */
  async #turn(): Promise<void> {
    while (this.#other !== null) await this.#other
  }

  #moveTo(time: number, options: MoveOptions): Date | Promise<Date> {
    const move: Move = {
      ...options,
      ...{ time, from: this.#timeline.now(), at: this.#timeline.now(), done: 0, turns: 0 },
    }
    this.#checkStop(move)
    const stop = this.#goOn(move)
    // Where little happens and nothing is delivered on the way, nothing has to be waited for.
    if (stop === 'arrived') return this.#arrive(move)
    const moving = this.#withStops(move, stop)
    const over = (): void => {
      this.#moving = null
    }
    this.#moving = moving.then(over, over)
    return moving
  }

  /** Runs what falls due, one after the other, until there is a reason to stop. */
  #goOn(move: Move): Stop {
    for (let left = jobsAtOnce; left > 0; left -= 1) {
      const due = this.#timeline.nextDue
      // What happens at one moment has all happened when it is delivered.
      if (!this.#deliveries.isIdle && (due === null || due > move.at)) return 'delivery'
      if (due === null || due > move.time) return 'arrived'
      move.at = Math.max(move.at, due)
      if (this.#timeline.runNext(due, this.#jobs.run)) move.done += 1
    }
    return 'turn'
  }

  /** The clock stands at the moment that was reached, while a delivery is made there or others have their turn. */
  async #withStops(move: Move, first: Stop): Promise<Date> {
    const { loads } = this.#timeline
    try {
      for (let stop = first; stop !== 'arrived'; stop = this.#goOn(move)) {
        move.at = Math.max(move.at, this.#timeline.now())
        this.#timeline.hold(move.at)
        move.turns += 1
        if (move.turns % turnsAReport === 1) this.#report(move)
        await (stop === 'delivery' ? this.#deliver(move) : this.#jobs.pauseDuring(yieldToEventLoop))
        // After a restore or a reset: this move was one of another state.
        if (this.#timeline.loads !== loads) return this.now()
        this.#checkStop(move)
      }
    } catch (error) {
      if (this.#timeline.loads === loads) this.#arrive({ ...move, time: this.#timeline.now() })
      throw error
    }
    return this.#arrive(move)
  }

  /** Until all is delivered, or until the move is stopped: then it goes on without the move. */
  #deliver({ signal }: Move): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve()
      signal?.addEventListener('abort', stop, { once: true })
      const drained = this.#jobs.lifetime.during(this.#deliveries.drain())
      drained.finally(() => signal?.removeEventListener('abort', stop)).then(resolve, reject)
    })
  }

  #report({ onProgress, from, at, time, done }: Move): void {
    const times = { from: toDate(from), now: toDate(at), to: toDate(time) }
    onProgress?.({ ...times, done, due: this.#timeline.countDue(time) })
  }

  #checkStop({ signal, at, time, done }: Move): void {
    this.#jobs.lifetime.check()
    if (signal?.aborted !== true) return
    const [now, to] = [toDate(at).toISOString(), toDate(time).toISOString()]
    const things = done === 1 ? '1 thing' : `${done} things`
    throw new SandboxError(
      'stopped',
      `the clock was stopped at ${now}, on its way to ${to}, after ${things} that happened: set it to go on`,
      { cause: signal.reason },
    )
  }

  #arrive(move: Move): Date {
    this.#timeline.place(Math.max(move.time, move.at))
    this.#tell()
    return this.now()
  }

  #tell(): void {
    for (const tell of this.moves) tell()
  }
}

/** Why a move stops on its way: something is to be delivered, or it is the turn of others. */
type Stop = 'arrived' | 'delivery' | 'turn'

/** Where to, and how far it has come. Epoch milliseconds. */
interface Move extends MoveOptions {
  readonly from: number
  readonly time: number
  at: number
  done: number
  turns: number
}
