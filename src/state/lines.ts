/**
 * The form of a state file: a heading, then one change to a line, each after the checksum of all text up to its end.
 * The first lines make the state of some moment out of nothing, the others are what happened since; nothing tells
 * them apart.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { version } from '../../package.json'
import { isObject } from '../kernel/json'
import type { Change } from '../library/changes'
import { checksum } from './checksum'

const format = 1

/** The lines of one file. As each checksum goes on from the one before, a line that is missing shows too. */
export class Lines {
  /** Of the last line. */
  sum = 0

  /** The next line. */
  next(text: string): string {
    this.sum = checksum(text, this.sum)
    return `${this.sum.toString(16).padStart(checksumLength, '0')} ${text}\n`
  }

  /** The text of what should be the next line; `null` when it is not. */
  read(line: string): string | null {
    const text = line.slice(checksumLength + 1)
    const sum = checksum(text, this.sum)
    if (line[checksumLength] !== ' ' || Number.parseInt(line.slice(0, checksumLength), 16) !== sum)
      return null
    this.sum = sum
    return text
  }
}

const checksumLength = 8

export const heading = (): string => JSON.stringify({ payment_sandbox: 'state', format, version })

/** Why a file was not read: it is none of ours, or was damaged. */
export class Unreadable extends Error {}

/**
 * Hands each change to `take`, in order. What a process that was killed left half written at the end is no change.
 * @returns whether this very version wrote it
 * @throws Unreadable
 */
export const readChanges = (file: string, take: (change: Change) => void): boolean => {
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

const eachLine = (file: string, take: (line: string) => void): void => {
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
        take((begunBytes === 0 ? rest : Buffer.concat([...begun, rest])).toString())
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

const lineEnd = 0x0a
