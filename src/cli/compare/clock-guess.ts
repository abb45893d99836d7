import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'

/** Answers show times in whole seconds, and come a moment after the call: less does not count as a difference. */
const noise = 1500
/** A clock that shows the same time for so long stands still, in milliseconds or in whole seconds. */
const standsAfter = { exact: 300, cut: 1200 }

interface Sample {
  readonly at: number
  readonly shown: number
}

/** @param part 0.5 is the middle one */
const quantile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0

/** The clock of a service, guessed from the creation times of records that were just made. */
export class ClockGuess {
  readonly #samples: Sample[] = []
  /** Whether it shows whole seconds. */
  #isCut = false
  #isDoubtful = false

  /** @param body the answer to a call that made something */
  learn(body: unknown, at: number): void {
    const text = isObject(body) ? (body.created_at ?? body.created) : undefined
    const shown = typeof text === 'string' ? parseTime(text) : null
    if (shown === null) return
    this.#isCut ||= !String(text).includes('.')
    this.#samples.push({ at, shown })
  }

  /**
   * By how many ms it is ahead of ours. From the middle of all samples, so that a few wrong times do not matter; where
   * times are cut to the second, from those that were cut least.
   */
  get #ahead(): number {
    const ahead = quantile(
      this.#samples.map(({ at, shown }) => shown - at),
      this.#isCut ? 0.9 : 0.5,
    )
    return Math.abs(ahead) < noise ? 0 : ahead
  }

  /** What it showed at a time of ours. */
  timeAt(at: number): number {
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (first === undefined || last === undefined) return at
    const isStopped = this.#stands && last.at - first.at > standsAfter[this.#isCut ? 'cut' : 'exact']
    return isStopped ? first.shown : at + this.#ahead
  }

  /**
   * Where a list begins that has all since a time of ours. A clock that has shown one whole second alone may stand still at
   * its beginning, which is assumed once a list lacks what was made.
   */
  since(at: number): number {
    const [first] = this.#samples
    const time = this.timeAt(at)
    const mayStand = this.#isDoubtful && this.#isCut && this.#stands
    return first !== undefined && mayStand ? Math.min(time, first.shown) : time
  }

  /** An answer lacks what was made before. */
  doubt(): void {
    this.#isDoubtful = true
  }

  get #stands(): boolean {
    return this.#samples.every(({ shown }) => shown === this.#samples[0]?.shown)
  }
}
