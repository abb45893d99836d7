/** Draws the operations of a round from its seed, plays them, and finds the shortest story that still fails. */
import { rmSync } from 'node:fs'
import { auditBooks } from '../support/auditor'
import { chargeActs } from './acts-charges'
import { laterActs } from './acts-later'
import { otherActs } from './acts-others'
import { scheduleActs } from './acts-schedules'
import { readAllThereIs, worldActs } from './acts-world'
import { Difference, Harness } from './harness'
import type { ProfileName } from './model/profiles'
import { Random } from './random'
import { type Act, Turn } from './turn'

/** An operation draws everything it decides from its own seed: without those before it, it still makes sense. */
export interface Operation {
  readonly do: string
  readonly seed: number
}

const acts: Readonly<Record<string, readonly [weight: number, act: Act]>> = {
  ...chargeActs,
  ...laterActs,
  ...otherActs,
  ...scheduleActs,
  ...worldActs,
}

/** In hundredths, as some are rare. */
const names = Object.entries(acts).map(([name, [weight]]) => [Math.round(weight * 100), name] as const)

export const operationsOf = (seed: number, count: number): readonly Operation[] => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => ({ do: random.weighted(names), seed: random.next() }))
}

export interface Round {
  readonly profile: ProfileName
  readonly seed: number
  /** The state is kept in this file; otherwise it is in memory. */
  readonly file: string | null
  /** Called after each operation. */
  readonly after?: (operation: Operation, turn: Turn) => void | Promise<void>
}

export interface Failure {
  /** The operation that failed, counted from one; one more than there are for the last look at everything. */
  readonly at: number
  readonly message: string
  /** What that operation asked and was answered. */
  readonly lines: readonly string[]
}

/** Plays the operations on a new harness, with a look at everything at the end. */
export const play = async (
  { profile, seed, file, after }: Round,
  operations: readonly Operation[],
): Promise<Failure | null> => {
  if (file !== null) for (const end of ['', '-again']) rmSync(file + end, { force: true })
  const harness = new Harness({ profile, seed, file, listens: seed % 5 === 0 })
  let turn: Turn | null = null
  let at = 0
  try {
    await harness.begin()
    for (const operation of [...operations, { do: 'read everything', seed }]) {
      at += 1
      turn = new Turn(harness, new Random(operation.seed))
      await (acts[operation.do]?.[1] ?? readAllThereIs)(turn)
      await after?.(operation, turn)
    }
    const faults = auditBooks(JSON.stringify(harness.sandbox))
    return faults.length === 0 ? null : { at, message: `the books: ${faults.join('; ')}`, lines: [] }
  } catch (error) {
    const isExpected = error instanceof Difference || !(error instanceof Error)
    return { at, message: isExpected ? String(error) : String(error.stack), lines: turn?.lines ?? [] }
  } finally {
    await harness.close()
  }
}

/** The message without what is different each time. */
const kindOf = ({ message }: Failure): string => message.replace(/\w*\d\w*/g, '').slice(0, 40)

/** Leaves out what is not needed for a failure: halves first, then smaller and smaller parts. */
export const shrink = async (
  round: Round,
  operations: readonly Operation[],
  failure: Failure,
): Promise<{ readonly operations: readonly Operation[]; readonly failure: Failure }> => {
  let best = { operations: operations.slice(0, failure.at), failure }
  for (let size = Math.ceil(best.operations.length / 2); size >= 1; ) {
    let isShorter = false
    for (let start = 0; start < best.operations.length; ) {
      const fewer = best.operations.filter((_, index) => index < start || index >= start + size)
      const found = await play(round, fewer)
      if (found === null || kindOf(found) !== kindOf(failure)) start += size
      else {
        best = { operations: fewer.slice(0, found.at), failure: found }
        isShorter = true
      }
    }
    if (size > 1) size = Math.ceil(size / 2)
    else if (!isShorter) break
  }
  return best
}
