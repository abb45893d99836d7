/** Work that goes on after an answer, such as the jobs of a queue in memory: a run is judged when it is over. */
import { afterMs, afterMsIfAlive } from '../../kernel/real-time'

/** Timers and operations of files that are under way in this process. Sockets may stay open without any work. */
const underWay = (): number =>
  process.getActiveResourcesInfo().filter((type) => /^(?:Timeout|Immediate|FSReq)/.test(type)).length

export class Aftermath {
  readonly #waitMs: number
  /** How many never end in a run, such as an interval of the shop. */
  #lasting = 0

  /** @param timeoutMs how long a run may take, in ms of real time: a part of it is for this work, at most a second */
  constructor(timeoutMs: number) {
    this.#waitMs = Math.min(1000, timeoutMs / 4)
  }

  /**
   * Called when a run begins.
   * @returns a function that waits for what the run has begun, and resolves to whether there was anything to wait for
   */
  begin(): () => Promise<boolean> {
    const before = underWay()
    const goesOn = (): boolean => underWay() - before > this.#lasting
    return async () => {
      if (!goesOn()) return false
      let isLate = false
      const forget = afterMsIfAlive(this.#waitMs, () => {
        isLate = true
      })
      while (goesOn()) {
        if (isLate) this.#lasting = underWay() - before
        else await new Promise<void>((resolve) => afterMs(1, resolve))
      }
      forget()
      return true
    }
  }
}
