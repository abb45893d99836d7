/**
 * The form of a state file: a heading, then one change to a line, each after the checksum of all text up to its end.
 * The first lines make the state of some moment out of nothing, the others are what happened since; nothing tells
 * them apart.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { version } from '../../package.json'
import { isObject } from '../kernel/json'
import { checksum } from './checksum'
import type { WrittenChange } from './writer'

/** Format 1 had every row whole. */
const format = 2

/** The lines of one file. As each checksum goes on from the one before, a line that is missing shows too. */
export class Lines {
  /** Of the last line. */
  sum = 0

  /** The next line; its bytes are those of the one after it when that is asked for. */
  next(text: string): Uint8Array {
    // No character takes more than three bytes.
    const most = textStart + 3 * text.length + 1
    const line = most <= shared.length ? shared : Buffer.allocUnsafe(most)
    const end = textStart + line.write(text, textStart)
    this.sum = checksum(line.subarray(textStart, end), this.sum)
    line.write(`${this.sum.toString(16).padStart(checksumLength, '0')} `, 0, 'latin1')
    line[end] = lineEnd
    return line.subarray(0, end + 1)
  }

  /** The text of what should be the next line; `null` when it is not. */
  read(line: Buffer): string | null {
    const sum = checksum(line.subarray(textStart), this.sum)
    if (
      line[checksumLength] !== space ||
      Number.parseInt(line.toString('latin1', 0, checksumLength), 16) !== sum
    )
      return null
    this.sum = sum
    return line.toString('utf8', textStart)
  }
}

const checksumLength = 8
const textStart = checksumLength + 1
const space = 0x20
const lineEnd = 0x0a

/** Where lines are put together, which are written before the next one is. */
const shared = Buffer.allocUnsafe(64 * 1024)

export const heading = (): string => JSON.stringify({ payment_sandbox: 'state', format, version })

/** Why a file was not read: it is none of ours, or was damaged. */
export class Unreadable extends Error {}

/**
 * Hands each change to `take`, in order. What a process that was killed left half written at the end is no change.
 * @returns whether this very version wrote it
 * @throws Unreadable
 */
export const readChanges = (file: string, take: (change: WrittenChange) => void): boolean => {
  const lines = new Lines()
  let number = 0
  let isOwn = false
  eachLine(file, (line) => {
    number += 1
    const text = lines.read(line)
    if (number === 1) isOwn = isOwnHeading(text)
    else if (text !== null) take(JSON.parse(text))
    else
      throw new Unreadable(
        `line ${number} is damaged; the ${number - 1} before it are whole (head -n ${number - 1} keeps them)`,
      )
  })
  if (number === 0) throw new Unreadable('it is not a state file of payment-sandbox')
  return isOwn
}

const isOwnHeading = (text: string | null): boolean => {
  const value: unknown = text === null ? null : JSON.parse(text)
  if (!isObject(value) || value.payment_sandbox !== 'state')
    throw new Unreadable('it is not a state file of payment-sandbox')
  if (value.format !== format)
    throw new Unreadable(`its format is ${String(value.format)}, this version reads format ${format}`)
  return value.version === version
}

const chunkBytes = 1024 * 1024
/** No line of ours is longer: a film is not read to its end before it is refused. */
const headingBytesMax = 1024
const lineBytesMax = 256 * 1024 * 1024

const eachLine = (file: string, take: (line: Buffer) => void): void => {
  const descriptor = openSync(file, 'r')
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let begun: Buffer[] = []
    let begunBytes = 0
    let isHeading = true
    for (let bytes = readSync(descriptor, chunk); bytes > 0; bytes = readSync(descriptor, chunk)) {
      let from = 0
      for (let end = chunk.indexOf(lineEnd); end !== -1 && end < bytes; end = chunk.indexOf(lineEnd, from)) {
        const rest = chunk.subarray(from, end)
        take(begunBytes === 0 ? rest : Buffer.concat([...begun, rest]))
        isHeading = false
        begun = []
        begunBytes = 0
        from = end + 1
      }
      if (from === bytes) continue
      begun.push(Buffer.from(chunk.subarray(from, bytes)))
      begunBytes += bytes - from
      if (begunBytes > (isHeading ? headingBytesMax : lineBytesMax))
        throw new Unreadable('it is not a state file of payment-sandbox')
    }
  } finally {
    closeSync(descriptor)
  }
}
