/** Contract 12.1: shops without a mistake hold in pairs of failures, too: thousands of runs. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { drill } from '../../support/arbitraries'
import { correctShops } from './correct-shops'

const timeout = 300_000

/** Most runs are in three of the shops, which a release tries. */
const quick = correctShops.filter(({ does }) => !/^(?:shows a QR|locks the|charges and)/.test(does))

test.each(drill(quick, correctShops))(
  'no pair of failures breaks a shop that $does',
  async ({ shop }) => {
    const report = await explore({ ...shop, depth: 2, runs: 5000 })
    expect(report.ok, report.text()).toBe(true)
    expect(report.leftOut).toBe(0)
    // The other one of two that arrive together may be late, or not come; a payer who never pays is not declined.
    const missed = report.scenarios.filter(({ outcome }) => outcome !== 'held')
    expect(missed.filter(({ name }) => !/: together|: declined .*: payer-never/.test(name))).toEqual([])
  },
  timeout,
)

test('in a pair no more than three calls of one name fail in a row, so that four attempts are enough', async () => {
  const [shop] = correctShops.map(({ shop }) => shop)
  const { scenarios, text } = await explore({ ...shop, flow: shop?.flow ?? (() => 0), depth: 2 })
  expect(scenarios.filter(({ outcome }) => outcome !== 'held')).toEqual([])
  const names = scenarios.map(({ name }) => name)
  const search = 'GET /search #1: unavailable + GET /search'
  expect(names).not.toContain(`${search} #2: unavailable`)
  expect(names).not.toContain(`${search} #4: refused`)
  expect(names).toContain(`${search} #2: refused`)
  expect(text()).toContain('pairs:')
})
