/** Work that goes on after an answer, such as the jobs of a queue in memory: a run is judged when it is over. */
import { createHook } from 'node:async_hooks'
import { afterMsIfAlive, pause } from '../../kernel/real-time'
import { type Actor, callers } from './actor'

/** A timer of Node, with fields that are not documented. */
interface Timer {
  readonly _destroyed?: boolean
  readonly _repeat?: number | null
  /** In ms. */
  readonly _idleTimeout?: number
  readonly hasRef?: () => boolean
}

export class BackgroundWork {
  /** How long a run waits, in ms of real time. */
  readonly #waitMs: number
  readonly #hook = createHook({
    init: (_id, type, _trigger, resource: Timer) => {
      if (type !== 'Timeout' && type !== 'Immediate') return
      if (this.#run === null || callers.getStore()?.run !== this.#run) return
      this.#timers.add(resource)
      // The sandbox sets timers that end in this turn.
      this.#isNeeded ||= type === 'Timeout' && (resource._idleTimeout ?? 0) > 1
    },
  })
  /** Whether the first run has set timers. To see those of each run costs time. */
  #isNeeded = false
  #run: Actor['run'] | null = null
  /** Those that the run has set. */
  #timers = new Set<Timer>()
  /** Whether the first run set timers again and again: then no run waits. */
  #isEndless = false

  /** @param timeoutMs how long a run may take, in ms of real time: a part of it is for this work, at most a second */
  constructor(timeoutMs: number) {
    this.#waitMs = Math.min(1000, timeoutMs / 4)
  }

  /** Sees timers from now on. @returns a function that ends this */
  watch(): () => void {
    this.#hook.enable()
    return () => this.#hook.disable()
  }

  /**
   * Called when a run begins.
   * @returns a function that waits for what the run has begun, and resolves to whether there was anything to wait for
   */
  begin(run: Actor['run'], isFirst: boolean): () => Promise<boolean> {
    if (!isFirst && !this.#isNeeded) this.#hook.disable()
    this.#run = run
    this.#timers = new Set()
    let isLate = false
    return async () => {
      if (isLate || this.#isEndless || !this.#goesOn()) return false
      const forget = afterMsIfAlive(this.#waitMs, () => {
        isLate = true
      })
      while (!isLate && this.#goesOn()) await pause(1)
      forget()
      this.#isEndless = isFirst && isLate
      return true
    }
  }

  /** Whether a timer waits that may end in time. An interval never does. */
  #goesOn(): boolean {
    for (const timer of this.#timers) {
      const { _destroyed: isOver = true, _repeat: repeat = null, _idleTimeout: ms = 0 } = timer
      if (!isOver && repeat === null && ms <= this.#waitMs && timer.hasRef?.() === true) return true
      this.#timers.delete(timer)
    }
    return false
  }
}
