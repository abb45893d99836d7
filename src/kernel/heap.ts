/** A binary heap: the first item by an order, without sorting the rest. */
export class Heap<T> {
  readonly #precedes: (a: T, b: T) => boolean
  #items: T[] = []

  constructor(precedes: (a: T, b: T) => boolean) {
    this.#precedes = precedes
  }

  get first(): T | undefined {
    return this.#items[0]
  }

  /** The items in their order, without removing them: cheap as long as few are taken. */
  *inOrder(): Generator<T> {
    const next = new Heap<number>((a, b) => this.#isBefore(a, b))
    if (this.#items.length > 0) next.push(0)
    for (let at = next.first; at !== undefined; at = next.first) {
      next.pop()
      const item = this.#items[at]
      if (item !== undefined) yield item
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < this.#items.length) next.push(child)
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#items[a], this.#items[b]]
    return first !== undefined && second !== undefined && this.#precedes(first, second)
  }

  clear(): void {
    this.#items = []
  }

  push(item: T): void {
    const items = this.#items
    let i = items.push(item) - 1
    for (let parent = (i - 1) >> 1; i > 0; i = parent, parent = (i - 1) >> 1) {
      const above = items[parent]
      if (above === undefined || !this.#precedes(item, above)) break
      items[i] = above
      items[parent] = item
    }
  }

  /** Removes the first item. */
  pop(): void {
    const items = this.#items
    const last = items.pop()
    if (last === undefined || items.length === 0) return
    let i = 0
    for (;;) {
      const left = items[2 * i + 1]
      const right = items[2 * i + 2]
      const isRightFirst = right !== undefined && left !== undefined && this.#precedes(right, left)
      const child = isRightFirst ? right : left
      if (child === undefined || !this.#precedes(child, last)) break
      items[i] = child
      i = 2 * i + (isRightFirst ? 2 : 1)
    }
    items[i] = last
  }
}
