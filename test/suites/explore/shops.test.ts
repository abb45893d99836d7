/** Contract 12.1: the mistakes that shops make are found where they show, and shops without one hold. */
import { describe, expect, test } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { brokenShops } from './broken-shops'
import { correctShops } from './correct-shops'

describe('a shop is found that', () => {
  test.each(brokenShops)('$mistake', async ({ shop, found }) => {
    const { findings } = await explore(shop)
    expect(findings.map(({ scenario, rule }) => `${scenario} ${rule}`)).toEqual(found)
  })
})

describe('nothing is found in a shop that', () => {
  test.each(correctShops)('$does', async ({ shop }) => {
    const report = await explore(shop)
    expect(report.ok, report.text()).toBe(true)
    expect(report.scenarios.filter(({ outcome }) => outcome !== 'held')).toEqual([])
  })
})
