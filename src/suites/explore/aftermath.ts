/** Work that goes on after an answer, such as the jobs of a queue in memory: a run is judged when it is over. */
import { afterMs } from '../../kernel/real-time'

/** How long a run waits for it, in ms of real time. */
const waitMs = 1000

/** Timers and operations of files that are under way in this process. Sockets may stay open without any work. */
const underWay = (): number =>
  process.getActiveResourcesInfo().filter((type) => /^(?:Timeout|Immediate|FSReq)/.test(type)).length

export class Aftermath {
  /** How many never end in a run, such as an interval of the shop. */
  #lasting = 0

  /**
   * Called when a run begins.
   * @returns a function that waits for what the run has begun, and resolves to whether there was anything to wait for
   */
  begin(): () => Promise<boolean> {
    const before = underWay()
    const goesOn = (): boolean => underWay() - before > this.#lasting
    return async () => {
      if (!goesOn()) return false
      for (let ms = 0; goesOn(); ms += 1) {
        if (ms === waitMs) this.#lasting = underWay() - before
        await new Promise<void>((resolve) => afterMs(1, resolve))
      }
      return true
    }
  }
}
