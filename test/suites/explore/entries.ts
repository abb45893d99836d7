/** What happened in runs, and what a report is made of, for tests of how they are shown. */
import type { ExploreScenario } from '../../../src/suites/explore/explore'
import type { ReportFacts } from '../../../src/suites/explore/report'
import type { StoryEntry } from '../../../src/suites/explore/story'

export const call = (name: string, began: number, result: string): StoryEntry => ({
  ...{ type: 'call', name, began, ended: began + 1, result, from: 'flow', to: 'service' },
})

export const delivery = (name: string, began: number, ended: number, result = '204'): StoryEntry => ({
  ...{ type: 'delivery', name, began, ended, result, from: 'service', to: 'receiver', attempt: 1, what: '' },
})

export const note = (text: string, began = 0): StoryEntry => ({ type: 'note', began, lane: 'flow', text })

/** What a report is made of, with these scenarios. */
export const factsOf = (
  scenarios: readonly (readonly [name: string, outcome: ExploreScenario['outcome']])[],
  more: Partial<ReportFacts> = {},
): ReportFacts => ({
  ...{ ok: true, runs: scenarios.length, calls: ['POST /charges #1'], deliveries: ['charge.create #1'] },
  ...{
    leftOut: 0,
    skipped: [],
    refused: [],
    refusedCalls: [],
    unsteady: null,
    onceCouldBe: [],
    findings: [],
  },
  ...{ payers: [], judgedBy: ['check'], moneyMoved: true },
  scenarios: scenarios.map(([name, outcome]) => ({ name, outcome, ms: 1 })),
  ...more,
})
