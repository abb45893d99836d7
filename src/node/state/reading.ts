import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { isObject } from '../../kernel/json'
import { otherVersion, stateFormat } from '../../sandbox/snapshots/snapshot'
import type { Change } from '../../sandbox/snapshots/sum'
import { stateVersion } from '../../sandbox/snapshots/version'
import { heading, Lines, type LogEnd, lineEnd, readMark } from './lines'

/** The file is not a state file that this version reads. */
export class Unreadable extends Error {}

/** The state file is damaged: a part of it is missing or changed. */
export class Damaged extends Error {
  /** The end of the undamaged part; `null` when the base is damaged. */
  readonly whole: LogEnd | null
  /** The number of changes after that; `null` if unknown. */
  readonly lost: number | null
  /** The text of its first line. */
  readonly heading: string
  /** Whether only its end is missing: it was not edited. */
  readonly isCut: boolean

  constructor(message: string, { whole, lost, heading, isCut }: Omit<Damaged, keyof Error>) {
    super(message)
    this.whole = whole
    this.lost = lost
    this.heading = heading
    this.isCut = isCut
  }
}

/**
 * Calls `take` with each change, in order. Half a line that a killed process left at the end is not a change.
 * @returns the facts of the file that was read
 * @throws Unreadable, Damaged: `take` was then called with all changes up to its `whole`, if there is one
 */
export const readChanges = (file: string, take: (change: Change) => void): Stats => {
  const descriptor = openSync(file, 'r')
  try {
    const stats = fstatSync(descriptor)
    const reading = new LineReader(take)
    eachLine(descriptor, (line, isEnded) => reading.line(line, isEnded))
    reading.end()
    return stats
  } finally {
    closeSync(descriptor)
  }
}

/** Checks a file line by line. */
class LineReader {
  readonly #take: (change: Change) => void
  readonly #lines = new Lines()
  #number = 0
  #bytes = 0
  #changes = 0
  #mark: LogEnd | null = null
  #whole: LogEnd | null = null
  /** The damage of the heading or the end mark: the lines after them may be undamaged. */
  #fault: string | null = null
  #heading = heading()
  #isHeadingWhole = true

  constructor(take: (change: Change) => void) {
    this.#take = take
  }

  line(line: Buffer, isEnded: boolean): void {
    this.#number += 1
    const start = this.#bytes
    this.#bytes += line.length + (isEnded ? 1 : 0)
    if (this.#number === 1) this.#readHeading(line)
    else if (this.#number === 2) this.#readMark(line)
    else if (this.#mark !== null && start >= this.#mark.bytes) this.#readBehindEnd(line, isEnded)
    else this.#readChange(line, isEnded)
  }

  end(): void {
    if (this.#number === 0) throw new Unreadable(notOurs)
    if (this.#fault !== null) throw this.#damage(this.#fault)
    if (this.#mark === null || this.#bytes < this.#mark.bytes || this.#whole === null)
      throw this.#damage(
        this.#mark === null
          ? 'it is cut'
          : `it is cut: ${this.#bytes} of ${this.#mark.bytes} bytes are there`,
        true,
      )
  }

  #readHeading(line: Buffer): void {
    const text = this.#lines.read(line)
    this.#isHeadingWhole = text !== null
    if (text !== null) {
      checkHeading(text)
      this.#heading = text
    } else if (line.length === headingBytes()) {
      // The checksums of the next lines show whether it was this heading.
      this.#lines.next(this.#heading)
      this.#fault = 'line 1, its heading, is damaged'
    } else throw new Unreadable(notOurs)
  }

  #readMark(line: Buffer): void {
    this.#mark = readMark(line, this.#lines.sum)
    if (this.#mark === null) this.#fault ??= 'line 2, which says where it ends, is damaged'
  }

  #readChange(line: Buffer, isEnded: boolean): void {
    const text = this.#lines.read(line)
    if (text === null)
      throw isEnded
        ? this.#damage(`line ${this.#number} is damaged`)
        : this.#damage(`it is cut in line ${this.#number}`, true)
    this.#accept(text, isEnded ? this.#bytes : this.#bytes + 1)
    if (!isEnded) throw this.#damage('its last byte is missing', true)
    const mark = this.#mark
    const fits =
      mark === null ||
      this.#bytes < mark.bytes ||
      (this.#bytes === mark.bytes && this.#changes === mark.changes && this.#lines.sum === mark.sum)
    if (!fits) throw this.#damage('line 2 does not fit the lines after it')
  }

  /** After the end mark there is at most one change, which was not answered. */
  #readBehindEnd(line: Buffer, isEnded: boolean): void {
    if (!isEnded) return
    const isNext = this.#changes === this.#mark?.changes
    const text = isNext ? this.#lines.read(line) : null
    if (text === null) throw this.#damage(`line ${this.#number} comes after its end and is not whole`)
    this.#accept(text, this.#bytes)
  }

  #accept(text: string, bytes: number): void {
    const change: Change = JSON.parse(text)
    if (change.base === undefined) this.#take(change)
    else if (change.base !== this.#changes)
      throw this.#damage(
        `line ${this.#number} says ${change.base} lines came before it, not ${this.#changes}`,
      )
    this.#changes += 1
    if (change.base !== undefined || this.#whole !== null)
      this.#whole = { bytes, changes: this.#changes, sum: this.#lines.sum }
  }

  #damage(what: string, isCut = false): Error {
    if (!this.#isHeadingWhole && this.#whole === null) return new Unreadable(notOurs)
    const lost = this.#mark === null ? null : Math.max(0, this.#mark.changes - (this.#whole?.changes ?? 0))
    return new Damaged(this.#fault ?? what, {
      ...{ whole: this.#whole, lost, heading: this.#heading },
      isCut: isCut && this.#fault === null,
    })
  }
}

const notOurs = 'it is not a state file of payment-sandbox'

const headingBytes = (): number => new Lines().next(heading()).length - 1

const checkHeading = (text: string): void => {
  const value: unknown = JSON.parse(text)
  if (!isObject(value) || value.format !== stateFormat) throw new Unreadable(notOurs)
  if (value.version !== stateVersion) throw new Unreadable(otherVersion(value.version))
}

const chunkBytes = 1024 * 1024
/** No heading is longer: a file of another kind is refused before all of it is read. */
const headingBytesMax = 1024
const lineBytesMax = 256 * 1024 * 1024

/** Reads the lines of a file. `isEnded` is false for a last line without its newline. */
const eachLine = (descriptor: number, take: (line: Buffer, isEnded: boolean) => void): void => {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let begun: Buffer[] = []
  let begunBytes = 0
  let isHeading = true
  for (let bytes = readSync(descriptor, chunk); bytes > 0; bytes = readSync(descriptor, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1 && end < bytes; end = chunk.indexOf(lineEnd, from)) {
      const rest = chunk.subarray(from, end)
      take(begunBytes === 0 ? rest : Buffer.concat([...begun, rest]), true)
      isHeading = false
      begun = []
      begunBytes = 0
      from = end + 1
    }
    if (from === bytes) continue
    begun.push(Buffer.from(chunk.subarray(from, bytes)))
    begunBytes += bytes - from
    if (begunBytes > (isHeading ? headingBytesMax : lineBytesMax)) throw new Unreadable(notOurs)
  }
  if (begunBytes > 0) take(Buffer.concat(begun), false)
}
