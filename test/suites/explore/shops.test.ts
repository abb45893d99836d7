/** Contract 12.1: the mistakes that shops make are found where they show, and shops without one hold. */
import { expect, test } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { brokenShops } from './broken-shops'
import { correctShops } from './correct-shops'

test.each(brokenShops)('a shop is found that $mistake', async ({ shop, found }) => {
  const { findings } = await explore(shop)
  expect(findings.map(({ scenario, rule }) => `${scenario} ${rule}`)).toEqual(found)
})

test.each(correctShops)('nothing is found in a shop that $does', async ({ shop }) => {
  const report = await explore(shop)
  expect(report.ok, report.text()).toBe(true)
  expect(report.scenarios.filter(({ outcome }) => outcome !== 'held')).toEqual([])
})
