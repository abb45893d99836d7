/**
 * The form of a state file. Its lines are a heading, changes that build a whole state from an empty one, and one change
 * for each later commit. A line is its checksum (CRC-32), a space, and its JSON. Each checksum continues the one
 * before, so a missing line is found too.
 */
import { crc32 } from 'node:zlib'
import { isObject } from '../../kernel/json'
import { otherVersion, type Snapshot, stateFormat } from '../../sandbox/snapshots/snapshot'
import { SnapshotBuilder } from '../../sandbox/snapshots/snapshot-builder'
import { stateVersion } from '../../sandbox/snapshots/version'

export const heading = (): string => JSON.stringify({ format: stateFormat, version: stateVersion })

/** The next line. @param before the checksum of the line before, 0 for the first */
export const nextLine = (text: string, before: number): { line: Buffer; sum: number } => {
  const sum = crc32(text, before)
  return { line: Buffer.from(`${sumText(sum)}${text}\n`), sum }
}

const sumText = (sum: number): string => `${sum.toString(16).padStart(8, '0')} `
const textStart = sumText(0).length

/** The first line of a file that is not as it was written. */
export interface Damage {
  /** Its number, from 1. */
  readonly line: number
  /** The bytes before it. */
  readonly at: number
  /** The number of changes from it on; 0 for a torn last line, about which no client was answered. */
  readonly lost: number
}

/** The file is not a state file that this version reads. */
export class Unreadable extends Error {}

/**
 * Reads a state file up to its first damage.
 * @returns the state, `null` when none is whole there
 * @throws Unreadable
 */
export const readLines = (bytes: Buffer): { snapshot: Snapshot | null; damage: Damage | null } => {
  const builder = new SnapshotBuilder()
  let [at, sum, line] = [0, 0, 1]
  for (; at < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', at)
    const text = bytes.subarray(at + textStart, end === -1 ? bytes.length : end)
    sum = crc32(text, sum)
    const isWhole = end !== -1 && bytes.toString('latin1', at, at + textStart) === sumText(sum)
    if (line === 1) checkHeading(isWhole ? text.toString() : null)
    else if (isWhole) builder.add(JSON.parse(text.toString()))
    else return { snapshot: builder.snapshot, damage: { line, at, lost: linesFrom(bytes, at) } }
    at = end + 1
  }
  return { snapshot: builder.snapshot, damage: null }
}

const linesFrom = (bytes: Buffer, start: number): number => {
  let count = 0
  for (let at = bytes.indexOf('\n', start); at !== -1; at = bytes.indexOf('\n', at + 1)) count += 1
  return count
}

const checkHeading = (text: string | null): void => {
  const value: unknown = text === null ? null : JSON.parse(text)
  if (!isObject(value) || value.format !== stateFormat)
    throw new Unreadable('it is not a state file of payment-sandbox')
  if (value.version !== stateVersion) throw new Unreadable(otherVersion(value.version))
}
