import { parseTime } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'

/** Answers show times in whole seconds, and come a moment after the call: less is no difference of clocks. */
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

/** The clock of a service, from what it shows as the creation time of what was just made. */
export class ClockGuess {
  readonly #samples: Sample[] = []
  /** Whether it shows whole seconds. */
  #isCut = false

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
  get ahead(): number {
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
    const isStill = this.#samples.every(({ shown }) => shown === first.shown)
    return isStill && last.at - first.at > standsAfter[this.#isCut ? 'cut' : 'exact']
      ? first.shown
      : at + this.ahead
  }
}
