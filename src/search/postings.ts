import { DocSet, noDocs } from './doc-set'
import { Slots } from './numbers'

/** No document has the key any more. */
const nobody = -(2 ** 31)

/** Documents by what they hold, as a number. Most keys have one document only, which then stands there by itself. */
export class Postings {
  /** One more than the document, or how many sets there are up to that of the key, below zero. */
  readonly #slots = new Slots()
  readonly #sets: DocSet[] = []

  /** How many documents have it then. */
  add(key: number, doc: number): number {
    const slot = this.#slots.find(key)
    const held = this.#slots.at(slot)
    if (held === 0) this.#slots.fill(slot, key, doc + 1)
    else if (held === nobody) this.#slots.change(slot, doc + 1)
    else if (held < 0) return this.#addTo(-held - 1, doc)
    else if (held !== doc + 1) {
      const list = held <= doc ? [held - 1, doc] : [doc, held - 1]
      this.#slots.change(slot, -this.#sets.push(DocSet.ofList(list)))
      return 2
    }
    return 1
  }

  remove(key: number, doc: number): void {
    const slot = this.#slots.find(key)
    const held = this.#slots.at(slot)
    if (held === doc + 1) this.#slots.change(slot, nobody)
    else if (held < 0 && held !== nobody) this.#sets[-held - 1]?.remove(doc)
  }

  get(key: number): DocSet {
    const held = this.#slots.at(this.#slots.find(key))
    if (held === 0 || held === nobody) return noDocs
    return held > 0 ? DocSet.ofList([held - 1]) : (this.#sets[-held - 1] ?? noDocs)
  }

  #addTo(place: number, doc: number): number {
    const set = this.#sets[place] ?? noDocs
    set.add(doc)
    return set.size
  }
}
