import { isTime, parseDuration, parseTime, toDate } from '../kernel/calendar'
import type { Lifetime } from '../kernel/lifetime'
import { SandboxError } from '../kernel/sandbox-error'
import type { Job, Timeline } from '../kernel/timeline'
import type { Clock } from './surface'

/** What takes real time at one moment of the virtual clock. */
export interface Deliveries {
  readonly isIdle: boolean
  drain(): Promise<void>
}

/** Moves the timeline as its user says, and runs what falls due. */
export class SandboxClock implements Clock {
  /** Told when somebody moved the clock, stopped it or let it run. */
  readonly moves = new Set<() => void>()
  readonly lifetime: Lifetime
  readonly #timeline: Timeline
  readonly #run: (job: Job) => void
  readonly #deliveries: Deliveries
  /** Moves happen one after the other: the one that is going on, if any is. */
  #moving: Promise<unknown> | null = null

  constructor(timeline: Timeline, run: (job: Job) => void, deliveries: Deliveries, lifetime: Lifetime) {
    this.lifetime = lifetime
    this.#timeline = timeline
    this.#run = run
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

  async advance(duration: string | number): Promise<Date> {
    if (this.#moving !== null) await this.#turn()
    const ms = typeof duration === 'number' ? duration : parseDuration(duration)
    if (ms === null || !Number.isSafeInteger(ms) || ms < 0 || !isTime(this.#timeline.now() + ms))
      throw new SandboxError(
        'invalid_duration',
        `${String(duration)} is not a duration: write 90m, 15d or 1d12h (units ms s m h d w), or milliseconds`,
      )
    return this.#moveTo(this.#timeline.now() + ms)
  }

  async set(time: string | number | Date): Promise<Date> {
    if (this.#moving !== null) await this.#turn()
    const target = typeof time === 'string' ? parseTime(time) : Number(time)
    if (target === null || !isTime(target))
      throw new SandboxError('invalid_time', `${String(time)} is not a time: write 2026-01-15T09:00:00Z`)
    if (target < this.#timeline.now())
      throw new SandboxError(
        'clock_backwards',
        `the clock never goes back: it is ${this.now().toISOString()}, restore a snapshot or reset instead`,
      )
    return this.#moveTo(target)
  }

  freeze(): void {
    this.lifetime.check()
    this.catchUp()
    this.#timeline.freeze()
    this.#tell()
  }

  resume(): void {
    this.lifetime.check()
    this.#timeline.resume()
    this.#tell()
  }

  /** Runs what fell due while real time went by. */
  catchUp(): void {
    if (this.lifetime.isOver) return
    const due = this.#timeline.nextDue
    if (due !== null && due <= this.#timeline.now()) this.#timeline.runUntil(this.#timeline.now(), this.#run)
  }

  /** How long until the next job is due, if nobody moves the clock; `null` when none ever will be. */
  get nextDueMs(): number | null {
    const due = this.#timeline.nextDue
    if (due === null || this.lifetime.isOver) return null
    const ms = Math.max(0, due - this.#timeline.now())
    return ms > 0 && this.frozen ? null : ms
  }

  /** Calls `sooner` whenever `nextDueMs` may have become less than time alone makes it. Returns what ends that. */
  watch(sooner: () => void): () => void {
    this.#timeline.watchers.add(sooner)
    return () => void this.#timeline.watchers.delete(sooner)
  }

  /** Waits until nobody else moves the clock. */
  async #turn(): Promise<void> {
    while (this.#moving !== null) await this.#moving
  }

  #moveTo(time: number): Date | Promise<Date> {
    this.lifetime.check()
    const move = { time, at: this.#timeline.now() }
    // Where nothing is delivered on the way, nothing has to be waited for.
    if (this.#goOn(move)) return this.#arrive(move)
    const moving = this.#withStops(move)
    const over = (): void => {
      this.#moving = null
    }
    this.#moving = moving.then(over, over)
    return moving
  }

  /** Runs what falls due, moment by moment. `false` at a moment at which something is to be delivered. */
  #goOn(move: Move): boolean {
    for (;;) {
      if (!this.#deliveries.isIdle) return false
      const due = this.#timeline.nextDue
      if (due === null || due > move.time) return true
      move.at = Math.max(move.at, due)
      this.#timeline.runUntil(due, this.#run)
    }
  }

  /** A delivery is made at the moment at which it fell due: the clock stands there until that is done. */
  async #withStops(move: Move): Promise<Date> {
    const { loads } = this.#timeline
    do {
      move.at = Math.max(move.at, this.#timeline.now())
      this.#timeline.hold(move.at)
      try {
        await this.lifetime.during(this.#deliveries.drain())
      } catch (error) {
        this.#timeline.place(move.at)
        throw error
      }
      // Somebody restored or reset: this move was one of another state.
      if (this.#timeline.loads !== loads) return this.now()
    } while (!this.#goOn(move))
    return this.#arrive(move)
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

/** Where to, and how far it has come. Epoch milliseconds. */
interface Move {
  readonly time: number
  at: number
}
