/**
 * The form of a state file. Each line has the checksum, CRC-32, of all text up to its end:
 *
 * 1. a heading;
 * 2. the end mark, rewritten after every change: the length of the file and its last checksum;
 * 3. the base: changes that build a whole state from an empty one, then a line with their number;
 * 4. one change for each later commit.
 *
 * Clients got answers for all changes before the end mark, so none of these may be missing. After it there is at most
 * one change, which a killed process began to write and did not answer.
 */
import { crc32 } from 'node:zlib'
import { stateFormat } from '../../sandbox/snapshots/snapshot'
import { stateVersion } from '../../sandbox/snapshots/version'

/** The lines of one file. Each checksum continues the one before, so a missing line is found too. */
export class Lines {
  /** Of the last line. */
  sum: number

  constructor(sum = 0) {
    this.sum = sum
  }

  /** The next line. Its buffer is shared: the next call overwrites it. */
  next(text: string): Uint8Array {
    // No character takes more than three bytes.
    const most = textStart + 3 * text.length + 1
    const line = most <= shared.length ? shared : Buffer.allocUnsafe(most)
    const end = textStart + line.write(text, textStart)
    this.sum = crc32(line.subarray(textStart, end), this.sum)
    line.write(`${hex(this.sum, checksumLength)} `, 0)
    line[end] = lineEnd
    return line.subarray(0, end + 1)
  }

  /** The text of the next line; `null` when its checksum is wrong. */
  read(line: Buffer): string | null {
    const sum = crc32(line.subarray(textStart), this.sum)
    if (line.toString('latin1', 0, textStart) !== `${hex(sum, checksumLength)} `) return null
    this.sum = sum
    return line.toString('utf8', textStart)
  }
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

const checksumLength = 8
const textStart = checksumLength + 1
export const lineEnd = 0x0a

/** The buffer for a line, which is written before the next one is built. */
const shared = Buffer.allocUnsafe(64 * 1024)

export const heading = (): string => JSON.stringify({ format: stateFormat, version: stateVersion })

/** A place in a file: its first `bytes`, with `changes` lines after the end mark, whose last checksum is `sum`. */
export interface LogEnd {
  readonly bytes: number
  readonly changes: number
  readonly sum: number
}

/** Has a constant length, so that it can be overwritten in place. */
export const markLine = ({ bytes, changes, sum }: LogEnd, headingSum: number): Uint8Array =>
  new Lines(headingSum).next(`{"end":"${hex(bytes, 12)} ${hex(changes, 10)} ${hex(sum, checksumLength)}"}`)

/** `null` when it is damaged. */
export const readMark = (line: Buffer, headingSum: number): LogEnd | null => {
  const text = new Lines(headingSum).read(line)
  const found = /^\{"end":"(\w{12}) (\w{10}) (\w{8})"\}$/.exec(text ?? '')
  if (found === null) return null
  const [bytes = 0, changes = 0, sum = 0] = found.slice(1).map((digits) => Number.parseInt(digits, 16))
  return { bytes, changes, sum }
}
