/** Looks for a record that fits and, if there is none, says what there was instead, nearest first. */

import { nearest } from '../../../kernel/nearest'
import { counted, type MatcherResult, Misuse, outcome, print, unwanted } from './outcome'
import { type Difference, differences } from './partial'

interface CandidateSearch<T> {
  /** `a successful charge`, `a refund` */
  readonly wanted: string
  readonly partial: object | undefined
  /** `charge`: the word to count by. */
  readonly word: string
  /** Oldest first. */
  readonly records: readonly T[]
  /** What is compared with the partial. Default: the record. */
  readonly dataOf?: (record: T) => unknown
  /** Why it is not what is looked for, whatever its data. Default: nothing. */
  readonly flaws?: (record: T) => readonly Difference[]
  /** `chrg_test_1 (THB 1,000.00, failed)` */
  readonly nameOf: (record: T) => string
  /** What there is when there are no records at all. */
  readonly whenNone: () => readonly string[]
}

/** The most records that a message describes. */
const shownMax = 5

export const findFitting = <T>(search: CandidateSearch<T>): MatcherResult => {
  const { records, partial = {}, nameOf, wanted, word } = search
  const { dataOf = (record) => record, flaws = () => [] } = search
  const judged = records.map((record) => ({
    record,
    found: [...flaws(record), ...differences(dataOf(record), partial)],
  }))
  const fitting = judged.findLast(({ found }) => found.length === 0)
  const what = `${wanted}${Object.keys(partial).length === 0 ? '' : ` with ${print(partial)}`}`
  if (fitting !== undefined)
    return outcome([], () => `${unwanted(what)}, but there is ${nameOf(fitting.record)}`)
  checkNames(partial, records.map(dataOf), word)
  if (records.length === 0) return outcome([`expected ${what}`, '', ...search.whenNone()], () => '')
  const sorted = judged.reverse().sort((a, b) => costOf(a.found) - costOf(b.found))
  const lines = sorted
    .slice(0, shownMax)
    .map(({ record, found }) => `  ${nameOf(record)}: ${found.map(({ text }) => text).join('; ')}`)
  const more = records.length > shownMax ? [`  and ${records.length - shownMax} more`] : []
  const count = records.length === 1 ? `there is 1 ${word}, which does not fit:` : undefined
  return outcome(
    [
      `expected ${what}`,
      '',
      count ?? `none of ${counted(records.length, word)} fits, nearest first:`,
      ...lines,
      ...more,
    ],
    () => '',
  )
}

const costOf = (found: readonly Difference[]): number => found.reduce((sum, { cost }) => sum + cost, 0)

/** A field that no record has is a mistake of the test: under `.not` it would pass without a word. */
const checkNames = (partial: object, records: readonly unknown[], word: string): void => {
  if (records.length === 0) return
  const unknown = Object.entries(partial)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .find((name) => records.every((record) => !(name in Object(record))))
  if (unknown === undefined) return
  const [near] = nearest(unknown, Object.keys(Object(records.at(-1))), 1)
  throw new Misuse(`a ${word} has no field ${unknown}${near === undefined ? '' : `: did you mean ${near}?`}`)
}
