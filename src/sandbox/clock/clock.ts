/** The virtual clock. All times of the service come from it. It never goes back. */
export interface Clock {
  now(): Date
  /** Whether the clock is stopped and moves only on request. */
  readonly frozen: boolean
  /**
   * Moves the clock forward. Every due job runs in order, at its own time, and its webhooks are delivered before the clock
   * moves on. Other requests are answered meanwhile and see the time that is reached. A second move waits for the first.
   * @param duration `90m`, `15d`, `1d12h` (units ms s m h d w), or milliseconds
   * @throws SandboxError `invalid_duration`; `endless_events` when receivers keep causing events at one time; `stopped`
   * when its signal is aborted: the clock then shows the time that was reached, and the jobs until then have run
   */
  advance(duration: string | number, options?: MoveOptions): Promise<Date>
  /**
   * Moves the clock to a time that is not before now.
   * @param time ISO 8601 text, epoch milliseconds or a Date
   * @throws SandboxError `invalid_time`, `clock_backwards`; `endless_events` and `stopped` as above
   */
  set(time: string | number | Date, options?: MoveOptions): Promise<Date>
  /** Stops the clock: from now on it moves only on request. */
  freeze(): void
  /** Lets the clock run again from its current time. */
  resume(): void
}

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
