/** The matcher of an exploration. */
import { isObject } from '../../../kernel/json'
import { guarded, type MatcherContext, type MatcherResult, Misuse, outcome } from './outcome'

interface HeldReport {
  readonly ok: boolean
  text(): string
}

const isReport = (value: unknown): value is HeldReport =>
  isObject(value) && typeof value.ok === 'boolean' && typeof value.text === 'function'

export function toHaveHeld(this: MatcherContext, received: unknown): MatcherResult {
  return guarded(this, () => {
    if (!isReport(received))
      throw new Misuse('toHaveHeld takes a report of explore(): await it before you pass it to expect')
    return outcome(received.ok ? [] : [received.text()], () => `expected a finding\n${received.text()}`)
  })
}
