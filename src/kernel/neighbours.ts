import type { Follower, Row } from './rows'

/** Of each order, so many on either side of a text. */
const onEachSide = 4
/** Up to so many new texts are put in one by one; of more, all are sorted again. */
const aFew = 32

/**
 * The ids of rows in two orders, by their beginnings and by their ends. Whatever is misspelt in one place begins or
 * ends as it was meant, so that the id that was meant stands near it in one of them, however many there are.
 */
export class Neighbours implements Follower<Row> {
  /** Each text, and each from its end to its beginning. */
  #orders: readonly [string[], string[]] = [[], []]
  /** Not put in yet. */
  #added: string[] = []

  added({ id }: Row): void {
    this.#added.push(id)
  }

  removed({ id }: Row): void {
    this.#putIn()
    for (const [order, text] of this.#each(id))
      if (order[placeOf(text, order)] === text) order.splice(placeOf(text, order), 1)
  }

  replaced(): void {}

  cleared(): void {
    this.#orders = [[], []]
    this.#added = []
  }

  /** Those that begin or end most like it; the same few steps at any number. */
  around(text: string): readonly string[] {
    this.#putIn()
    const [forward, backward] = this.#each(text).map(([order, form]) => {
      const place = placeOf(form, order)
      return order.slice(Math.max(0, place - onEachSide), place + onEachSide)
    })
    return [...new Set([...(forward ?? []), ...(backward ?? []).map(reversed)])]
  }

  #each(text: string): readonly (readonly [order: string[], form: string])[] {
    const [forward, backward] = this.#orders
    return [
      [forward, text],
      [backward, reversed(text)],
    ]
  }

  #putIn(): void {
    const added = this.#added
    this.#added = []
    if (added.length <= aFew) {
      for (const id of added)
        for (const [order, text] of this.#each(id)) order.splice(placeOf(text, order), 0, text)
      return
    }
    for (const id of added) for (const [order, text] of this.#each(id)) order.push(text)
    for (const order of this.#orders) order.sort()
  }
}

/** By code units, as the order of `sort` is. */
const reversed = (text: string): string => text.split('').reverse().join('')

/** Of the first that does not come before `text`. */
const placeOf = (text: string, order: readonly string[]): number => {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((order[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
