import type { LongOptions } from '../../kernel/steps'

/** The virtual clock. Everything with a time in the service hangs on it; it never goes back. */
export interface Clock {
  now(): Date
  /** It only moves when told. */
  readonly frozen: boolean
  /**
   * Moves the clock on; everything that falls due on the way happens, in order and at its own time: webhooks are
   * delivered before it goes further.
   * Other requests are answered on the way: the clock that they see is at the moment that was reached. Of two moves the
   * second waits for the first.
   * @param duration `90m`, `15d`, `1d12h` (units ms s m h d w), or milliseconds
   * @throws SandboxError `invalid_duration`; `endless_events` when receivers keep making events at one moment; `stopped`
   * when its signal was aborted: the clock stands at the moment that was reached, and what happened until then has
   */
  advance(duration: string | number, options?: MoveOptions): Promise<Date>
  /**
   * Moves the clock to a time that is not before now.
   * @param time ISO 8601 text, epoch milliseconds or a Date
   * @throws SandboxError `invalid_time`, `clock_backwards`; `endless_events` and `stopped` as above
   */
  set(time: string | number | Date, options?: MoveOptions): Promise<Date>
  /** Stops the clock: from now on it only moves when told. */
  freeze(): void
  /** Lets the clock run again from where it stands. */
  resume(): void
}

/** How to follow a long move, and to stop it between two of the things that happen on the way. */
export type MoveOptions = LongOptions<MoveProgress>

export interface MoveProgress {
  /** Where it began. */
  readonly from: Date
  /** The moment that was reached. */
  readonly now: Date
  /** Where it is going. */
  readonly to: Date
  /** How many things have happened on the way. */
  readonly done: number
  /** How many more are planned until then, as far as is known: what happens may plan more. */
  readonly due: number
}
