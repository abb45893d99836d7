import { larger, Slots } from './numbers'
import { isAscii, letterOf, wordsOf } from './words'

/** As many numbers as there are words, from 1. Words are never forgotten. */
export class WordTable {
  /** Numbers by the hash of the word. */
  readonly #slots = new Slots()
  /** Of the words of ASCII, one after the other: as strings they would take most of the room of an index. */
  #letters = new Uint8Array(1024)
  /** By number: where its letters begin, which is where those of the number before end. */
  #starts = new Uint32Array(64)
  readonly #others = new Map<string, number>()
  #count = 0

  /** `undefined`: no text ever had it. In lower case. */
  numberOf(word: string): number | undefined {
    let hash = noHash
    for (let i = 0; i < word.length; i += 1) {
      const letter = letterOf[word.charCodeAt(i)]
      if (letter === undefined || letter === 0) return this.#others.get(word)
      hash = Math.imul(hash ^ letter, prime)
    }
    const number = this.#slots.at(this.#slotOf(word, { start: 0, end: word.length }, hash))
    return number === 0 ? undefined : number
  }

  /** Puts the numbers of the words of a text at the place, those of new words included. Where they end. */
  write(text: string, into: Int32Array, place: number): number {
    if (!isAscii(text)) return this.#writeOther(text, into, place)
    let end = place
    let start = 0
    let hash = noHash
    for (let i = 0; i <= text.length; i += 1) {
      const letter = i < text.length ? (letterOf[text.charCodeAt(i)] ?? 0) : 0
      if (letter !== 0) {
        hash = Math.imul(hash ^ letter, prime)
        continue
      }
      if (start < i) {
        into[end] = this.#number(text, { start, end: i }, hash)
        end += 1
        hash = noHash
      }
      start = i + 1
    }
    return end
  }

  #writeOther(text: string, into: Int32Array, place: number): number {
    let end = place
    for (const word of wordsOf(text)) {
      if (isAscii(word)) this.write(word, into, end)
      else into[end] = this.#others.get(word) ?? this.#addOther(word)
      end += 1
    }
    return end
  }

  #addOther(word: string): number {
    const number = this.#next()
    this.#starts[number + 1] = this.#starts[number] ?? 0
    this.#others.set(word, number)
    return number
  }

  #number(text: string, part: Part, hash: number): number {
    const slot = this.#slotOf(text, part, hash)
    const known = this.#slots.at(slot)
    if (known !== 0) return known
    const number = this.#next()
    const { start, end } = part
    const place = this.#starts[number] ?? 0
    const length = end - start
    if (place + length > this.#letters.length)
      this.#letters = larger(this.#letters, place + length, Uint8Array)
    for (let i = 0; i < length; i += 1) this.#letters[place + i] = letterOf[text.charCodeAt(start + i)] ?? 0
    this.#starts[number + 1] = place + length
    this.#slots.fill(slot, hash, number)
    return number
  }

  #next(): number {
    this.#count += 1
    if (this.#count + 1 >= this.#starts.length)
      this.#starts = larger(this.#starts, this.#count + 1, Uint32Array)
    return this.#count
  }

  /** Where the number of the word stands, or is to stand. */
  #slotOf(text: string, part: Part, hash: number): number {
    let slot = this.#slots.find(hash)
    for (;;) {
      const number = this.#slots.at(slot)
      if (number === 0 || this.#is(number, text, part)) return slot
      slot = this.#slots.next(slot, hash)
    }
  }

  #is(number: number, text: string, { start, end }: Part): boolean {
    const place = this.#starts[number] ?? 0
    if ((this.#starts[number + 1] ?? 0) - place !== end - start) return false
    for (let i = start; i < end; i += 1)
      if (this.#letters[place + i - start] !== letterOf[text.charCodeAt(i)]) return false
    return true
  }
}

/** Of a text. */
interface Part {
  readonly start: number
  readonly end: number
}

/** FNV-1a. */
const noHash = 0x811c9dc5 | 0
const prime = 0x01000193
