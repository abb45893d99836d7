import { isTime, parseDuration, parseTime, toDate } from '../kernel/calendar'
import { SandboxError } from '../kernel/sandbox-error'
import type { Job, Timeline } from '../kernel/timeline'
import type { Clock } from './surface'

/** Moves the timeline as its user says, and runs what falls due. */
export class SandboxClock implements Clock {
  readonly #timeline: Timeline
  readonly #run: (job: Job) => void

  constructor(timeline: Timeline, run: (job: Job) => void) {
    this.#timeline = timeline
    this.#run = run
  }

  now(): Date {
    return toDate(this.#timeline.now())
  }

  get frozen(): boolean {
    return this.#timeline.frozen
  }

  async advance(duration: string | number): Promise<Date> {
    const ms = typeof duration === 'number' ? duration : parseDuration(duration)
    if (ms === null || !Number.isSafeInteger(ms) || ms < 0 || !isTime(this.#timeline.now() + ms))
      throw new SandboxError(
        'invalid_duration',
        `${String(duration)} is not a duration: write 90m, 15d or 1d12h (units ms s m h d w), or milliseconds`,
      )
    return this.#moveTo(this.#timeline.now() + ms)
  }

  async set(time: string | number | Date): Promise<Date> {
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
    this.catchUp()
    this.#timeline.freeze()
  }

  resume(): void {
    this.#timeline.resume()
  }

  /** Runs what fell due while real time went by. */
  catchUp(): void {
    const due = this.#timeline.nextDue
    if (due !== null && due <= this.#timeline.now()) this.#timeline.runUntil(this.#timeline.now(), this.#run)
  }

  /** How long until the next job is due, if nobody moves the clock; `null` when none ever will be. */
  get nextDueMs(): number | null {
    const due = this.#timeline.nextDue
    if (due === null) return null
    const ms = Math.max(0, due - this.#timeline.now())
    return ms > 0 && this.frozen ? null : ms
  }

  /** Calls `sooner` whenever `nextDueMs` may have become less than time alone makes it. Returns what ends that. */
  watch(sooner: () => void): () => void {
    this.#timeline.watchers.add(sooner)
    return () => void this.#timeline.watchers.delete(sooner)
  }

  #moveTo(time: number): Date {
    this.#timeline.runUntil(time, this.#run)
    this.#timeline.place(time)
    return this.now()
  }
}
