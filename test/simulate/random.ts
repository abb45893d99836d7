/** Pseudo-random numbers from a seed (mulberry32): every decision of a run is drawn from one of these. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 to 2^32 - 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return this.next() % count
  }

  between(least: number, most: number): number {
    // 53 bits: amounts go beyond 2^32.
    const part = (this.next() * 2 ** 21 + (this.next() >>> 11)) / 2 ** 53
    return least + Math.floor(part * (most - least + 1))
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(1000) < percent * 10
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.below(Math.max(choices.length, 1))]
    if (chosen === undefined) throw new Error('there is nothing to pick from')
    return chosen
  }

  /** One of them, as often as its whole number says. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    let left = this.below(choices.reduce((sum, [weight]) => sum + weight, 0))
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new Error('there is nothing to choose from')
  }

  /** One of them, mostly a late one: what happened last is what most requests are about. */
  recent<T>(choices: readonly T[]): T {
    const reach = this.chance(70) ? 8 : choices.length
    return this.pick(choices.slice(-reach))
  }
}
