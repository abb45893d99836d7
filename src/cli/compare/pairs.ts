import { idForm } from './answer'

/**
 * Which value of the sandbox corresponds to which of the other service: ids, fingerprints, numbers that each makes for
 * itself. Met in the same places, most often together: so one wrong reference is a difference there and nowhere else.
 */
export class Pairs {
  readonly #counts = new Map<string, Map<string, number>>()
  #others = new Map<string, string>()
  #own = new Map<string, string>()

  note(own: string, other: string): void {
    const counts = this.#counts.get(own) ?? new Map<string, number>()
    counts.set(other, (counts.get(other) ?? 0) + 1)
    this.#counts.set(own, counts)
  }

  /** Each gets the partner that it was met with most often, then the one that came last; and nothing gets two. */
  settle(): void {
    const all = [...this.#counts].flatMap(([own, counts]) =>
      [...counts].map(([other, count]) => ({ own, other, count })),
    )
    this.#others = new Map()
    this.#own = new Map()
    for (const { own, other } of all.reverse().sort((a, b) => b.count - a.count)) {
      if (this.#others.has(own) || this.#own.has(other)) continue
      this.#others.set(own, other)
      this.#own.set(other, own)
    }
    this.#counts.clear()
  }

  isPair(own: string, other: string): boolean {
    return this.#others.get(own) === other
  }

  /** Whether one of the two has a partner, be it the other or not. */
  knows(own: string, other: string): boolean {
    return this.#others.has(own) || this.#own.has(other)
  }
}

/** Two ids of one form. */
export const areIds = (own: string, other: string): boolean => {
  const form = idForm(own)
  return form !== null && form === idForm(other)
}
