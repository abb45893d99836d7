/** Checks the sequence of the events of one record: each state follows from the one before. */
import { isObject } from '../kernel/json'
import type { AnyMachine } from '../kernel/machine'
import type { EventKey, EventRow } from '../resources/event/model'
import { differences } from './difference'
import type { Report } from './finding'
import { printField } from './past'

/** The state machine of a record and the fields that its events show. */
interface Course {
  readonly machine: AnyMachine
  /** Fields that a change of the state does not change. */
  readonly edited: readonly string[]
}

/** The states that a record can reach from `from` without an event. */
const reachable = ({ rules }: AnyMachine, from: string): ReadonlySet<string> => {
  const found = new Set([from])
  // The loop over a set includes values that are added during the loop.
  for (const state of found)
    for (const { from: before, to, emits } of rules)
      if (emits.length === 0 && before.includes(state)) found.add(to)
  return found
}

/**
 * Each state follows from that of the event before, by a rule with the key of the event, and all events of that rule
 * exist.
 * @param first the state before the first event; `null` if older events may be deleted
 * @param last the present state of the record
 */
export const checkCourse = (
  { machine, edited }: Course,
  own: readonly EventRow[],
  { first, last }: { readonly first: string | null; readonly last: string },
  report: Report,
): void => {
  let before = first
  let shown: object | null = null
  for (const { id, key, subject } of own) {
    const state = stateIn(subject.row)
    if (before !== null && !reachable(machine, before).has(state)) {
      const rule = ruleBetween(machine, before, state, key)
      const missing = rule?.emits.find(
        (one) => !own.some((event) => event.key === one && stateIn(event.subject.row) === state),
      )
      if (rule === undefined)
        report(`goes from ${before} to ${state} with the event ${id} ${key}, which no rule does`)
      else if (missing !== undefined) report(`becomes ${state} without an event ${missing}`)
      const field =
        shown === null ? undefined : differences(shown, subject.row).find((name) => edited.includes(name))
      if (field !== undefined && shown !== null)
        report(
          `becomes ${state} with another ${field}: ${printField(shown, field)}, then ${printField(subject.row, field)}`,
        )
    }
    before = state
    shown = subject.row
  }
  if (before !== null && !reachable(machine, before).has(last))
    report(`is ${last} after ${before}, and no event says so`)
}

const ruleBetween = (machine: AnyMachine, from: string, to: string, key: EventKey) => {
  const starts = reachable(machine, from)
  return machine.rules.find(
    (rule) => rule.emits.includes(key) && rule.from.some((state) => starts.has(state)) && rule.to === to,
  )
}

const stateIn = (row: object): string => (isObject(row) ? String(row.state) : '')
