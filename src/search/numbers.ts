/** Arrays of numbers that grow, and a table in one of them: for a million entries, objects would take five times the room. */
type Numbers = Uint8Array | Uint32Array | Int32Array | Float64Array

/** With room for `index`, and half as long again at least. */
export const larger = <T extends Numbers>(old: T, index: number, make: new (length: number) => T): T => {
  const grown = new make(Math.max(index + 1, old.length + (old.length >>> 1)))
  grown.set(old)
  return grown
}

/**
 * Values by key, both whole numbers of 32 bits. A value is never 0, which marks a free slot, and no key is ever taken
 * out. The same key may be there more often: whoever looks for it tells by the values.
 */
export class Slots {
  /** Key and value of each slot, one after the other; a third of the slots is free at least. */
  #pairs = new Int32Array(16)
  /** Of the slots there are two to the power of 32 less this. */
  #shift = 29
  #used = 0

  /** The first slot with the key, or the free one where it belongs. */
  find(key: number): number {
    return this.#from(this.#home(key), key)
  }

  /** The next slot with the key, or a free one. */
  next(slot: number, key: number): number {
    return this.#from((slot + 2) & (this.#pairs.length - 1), key)
  }

  /** 0: the slot is free. */
  at(slot: number): number {
    return this.#pairs[slot + 1] ?? 0
  }

  /** Changes the value in a slot, which must not be free. */
  change(slot: number, value: number): void {
    this.#pairs[slot + 1] = value
  }

  /** Fills a free slot that was found for the key. */
  fill(slot: number, key: number, value: number): void {
    this.#pairs[slot] = key
    this.#pairs[slot + 1] = value
    this.#used += 1
    if (this.#used * 3 > this.#pairs.length) this.#grow()
  }

  #home(key: number): number {
    return 2 * (Math.imul(key, 0x9e3779b1) >>> this.#shift)
  }

  #from(slot: number, key: number): number {
    const pairs = this.#pairs
    const last = pairs.length - 1
    let place = slot
    while (pairs[place + 1] !== 0 && pairs[place] !== key) place = (place + 2) & last
    return place
  }

  #grow(): void {
    const old = this.#pairs
    this.#pairs = new Int32Array(2 * old.length)
    this.#shift -= 1
    const last = this.#pairs.length - 1
    for (let i = 0; i < old.length; i += 2) {
      const value = old[i + 1] ?? 0
      if (value === 0) continue
      const key = old[i] ?? 0
      let place = this.#home(key)
      while (this.#pairs[place + 1] !== 0) place = (place + 2) & last
      this.#pairs[place] = key
      this.#pairs[place + 1] = value
    }
  }
}
