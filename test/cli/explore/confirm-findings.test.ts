/** Contract 18: a finding repeats, also of an application that works on when a run is over. */
import { describe, expect, it } from 'vitest'
import { confirmFindings } from '../../../src/cli/explore/confirm-findings'
import type { ExploreRule } from '../../../src/service/faults/kinds'
import { readScenario } from '../../../src/suites/explore/plan'
import type { RunRecord } from '../../../src/suites/explore/run-record'

describe('a finding of an application', () => {
  const recordOf = (rule: string): RunRecord => ({
    ...{ points: [], missed: [], leftBehind: [], story: [], money: new Map(), ms: 0, overlaps: false },
    ...{
      deliveries: [],
      hint: null,
      untried: null,
      attempts: 0,
      askers: [],
      flowAsks: false,
      refusedCalls: [],
      sharedFields: [],
    },
    verdicts: rule === 'holds' ? [] : [{ rule: rule as ExploreRule, message: rule }],
  })

  it.each([
    ['comes back, so it counts', ['check', 'check', 'never run'], 'check'],
    [
      'does not come back: an earlier run had left it',
      ['check', ...Array<string>(5).fill('holds'), 'never run'],
      'holds',
    ],
    ['is a race, which comes back in some attempts', ['check', 'holds', 'holds', 'check'], 'check'],
    ['is not tried again when it hangs', ['hung', 'never run'], 'hung'],
  ])('%s', async (_, rules, expected) => {
    const records = rules.map(recordOf)
    const scenario = readScenario('charge.create #1: early')
    const run = confirmFindings(async () => records.shift() ?? recordOf('holds'))
    expect(await run(scenario, { first: null, patienceMs: 0 })).toEqual(recordOf(expected))
  })
})
