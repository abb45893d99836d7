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
