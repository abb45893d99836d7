import type { Waking } from '../sandbox/keepable'
import type { ObjectStorage } from './platform'

/** Deliveries that are owed when the object is lost are taken up after this time, in ms. */
const leaseMs = 60_000

/** A job of a far century is reached in several alarms: the platform counts their time in nanoseconds. */
const longestMs = 30 * 24 * 3_600_000

/** The alarm of an object: the platform wakes it for the next thing that falls due. */
export class ObjectAlarm {
  readonly #storage: Pick<ObjectStorage, 'setAlarm'>
  readonly #realTime: () => number
  /** When it rings, in epoch milliseconds; `null` when it does not. */
  #at: number | null

  constructor(storage: Pick<ObjectStorage, 'setAlarm'>, at: number | null, realTime: () => number) {
    this.#storage = storage
    this.#at = at
    this.#realTime = realTime
  }

  /** It rang, and so is not set any more. */
  rang(): void {
    this.#at = null
  }

  /**
   * An alarm that rings too early stays, and is set again then: to set it is a write.
   *
   * @param endsAt when the account is deleted unless somebody uses it, in epoch milliseconds
   */
  setFor({ nextDueMs, isDelivering }: Pick<Waking, 'nextDueMs' | 'isDelivering'>, endsAt: number): void {
    const now = this.#realTime()
    const waits = [nextDueMs ?? longestMs, isDelivering ? leaseMs : longestMs, longestMs]
    const wanted = Math.min(now + Math.min(...waits), Math.max(now, endsAt))
    if (this.#at !== null && this.#at <= wanted) return
    this.#at = wanted
    void this.#storage.setAlarm(wanted)
  }
}
