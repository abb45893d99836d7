/** Plays the cases of check-webhook against a receiver of the tests. */

import { caseContext } from '../../../src/cli/check-webhook/case-context'
import { cases } from '../../../src/cli/check-webhook/cases'
import { judgeAll, type Verdict } from '../../../src/cli/check-webhook/check-webhook'
import type { SentEvent } from '../../../src/cli/check-webhook/plays'
import { secrets } from './receivers'

interface Setting {
  readonly handled?: string
  readonly timeoutMs?: number
  readonly only?: readonly string[]
  readonly metadata?: Record<string, string>
  readonly event?: SentEvent
}

export const judged = (url: string, setting: Setting = {}): Promise<Verdict[]> => {
  const { handled, timeoutMs = 60_000, only, metadata = null, event = null } = setting
  const agreement = {
    secrets: [secrets.current],
    headerPrefix: 'Service',
    secretEncoding: 'utf8',
    profile: 'spec',
  } as const
  const target = { url: new URL(url), agreement, timeoutMs }
  const context = caseContext(target, {
    oldSecret: secrets.old,
    handledUrl: handled === undefined ? null : new URL(handled),
    metadata,
    event,
  })
  const chosen = only === undefined ? cases : cases.filter(({ id }) => only.includes(id))
  return judgeAll(chosen, context, () => undefined)
}

export const notHandled = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ result }) => result === 'not handled').map((verdict) => verdict.case)

/** 50 events at once to each careless receiver would take most of the time, and find none of their mistakes. */
export const withoutLoad = cases.map(({ id }) => id).filter((id) => id !== 'load')
