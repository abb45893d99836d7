/** Contract 12.1: shops without a mistake hold in pairs of failures, too: thousands of runs. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { correctShops } from './correct-shops'

const timeout = 120_000

test.each(correctShops)(
  'no pair of failures breaks a shop that $does',
  async ({ shop }) => {
    const report = await explore({ ...shop, depth: 2 })
    expect(report.ok, report.text()).toBe(true)
    expect(report.leftOut).toBe(0)
    expect(report.scenarios.filter(({ outcome }) => outcome !== 'held')).toEqual([])
  },
  timeout,
)
