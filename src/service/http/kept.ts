import type { UndoLog } from '../../kernel/commit'
import { yieldToEventLoop } from '../../kernel/real-time'
import type { Timeline } from '../../kernel/timeline'
import { setImmediate } from '../../kernel/timers'

/** Whether several requests arrive in each turn of the event loop, judged by the last turns. */
export class Turns {
  #count = 0
  /** Recent number of requests in a turn. */
  #mean = 0
  #end: Promise<void> | null = null

  /** Counts one request. */
  count(): void {
    this.#count += 1
    if (this.#count > 1) return
    setImmediate(() => {
      this.#mean += (this.#count - this.#mean) / 8
      this.#count = 0
    })
  }

  get areBusy(): boolean {
    return this.#mean > 1.1
  }

  /** Resolves when the requests that have already arrived have been handled. */
  get end(): Promise<void> {
    this.#end ??= yieldToEventLoop().then(() => {
      this.#end = null
    })
    return this.#end
  }
}

/** Runs each operation at one time of the clock. Changes of requests that arrive together are saved together. */
export class Keeping {
  readonly #undo: UndoLog
  readonly #timeline: Timeline
  readonly #turns = new Turns()

  constructor(undo: UndoLog, timeline: Timeline) {
    this.#undo = undo
    this.#timeline = timeline
  }

  /** Stops the clock during one operation. */
  atOneMoment<T>(work: () => T): T {
    this.#turns.count()
    if (!this.#turns.areBusy && this.#undo.kept === null) return this.#timeline.still(work)
    return this.#undo.together(() => this.#timeline.still(work))
  }

  /** Resolves when all requests that arrived together have run; `null` when requests arrive one by one. */
  get turn(): Promise<void> | null {
    return this.#turns.areBusy ? this.#turns.end : null
  }
}
