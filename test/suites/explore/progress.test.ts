/** Contract 24: progress counts what is still to come, and stands at its end only when all is over. */
import { expect, test } from 'vitest'
import { type ExploreOptions, type ExploreProgress, explore } from '../../../src/suites/explore/explore'
import { correctShops } from './correct-shops'
import { pauses } from './racing'
import { races, racing } from './racing-shops'

const [race] = Object.values(races)
const [correct] = correctShops

test.each<[what: string, options: ExploreOptions | undefined]>([
  ['the moments of races', race && racing(race.mended, pauses['on disk'], { kinds: ['at-once', 'beside'] })],
  ['a race that is found', race && racing(race.shop, pauses['on disk'], { kinds: [race.kind] })],
  ['pairs', correct && { ...correct.shop, depth: 2, kinds: ['refused', 'answer-lost', 'error-500'] }],
  ['what a limit cuts', correct && { ...correct.shop, depth: 2, runs: 9 }],
  ['one scenario', correct && { ...correct.shop, only: 'POST /charges #1: answer-lost' }],
])('counts %s', async (_, options) => {
  const reports: ExploreProgress[] = []
  const report = await explore({ flow: () => 0, ...options, onProgress: (one) => reports.push(one) })
  expect(report.runs).toBeGreaterThan(0)
  const last = reports.pop()
  expect(last).toEqual({ done: last?.of, of: last?.of, findings: report.findings.length })
  expect(reports.filter(({ done, of }) => done >= of)).toEqual([])
  // The first report already counts moments and pairs: a call that fails may add another one, and so more pairs.
  expect((reports[0] ?? last)?.of).toBeGreaterThanOrEqual((last?.of ?? 0) * 0.4)
})
