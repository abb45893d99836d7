/** The page of an exploration in a real browser: it can be read by everyone, and what programs said stays text. */
import { expect, test } from 'vitest'
import { explore } from '../../src/suites/explore/explore'
import { clientOf, pay } from '../suites/explore/flows'
import { violationsOf } from './axe'
import { useBrowser } from './chromium'

const { openPage } = useBrowser()

const hostile = `</text></svg><img src="https://images.example/a.png" onerror="document.title = 'taken over'">`

test('a report asks no network, runs nothing that a shop said, and axe-core finds nothing wrong', async () => {
  const report = await explore({
    ...{ once: 'metadata.order', kinds: ['answer-lost', 'early', 'lost'] },
    // A receiver that accepts nothing is refused in the first run.
    flow: async ({ sandbox, scenario }) => {
      const status = scenario === null ? 200 : 500
      sandbox.webhooks.onDelivery(() => new Response(hostile, { status }))
      return pay(clientOf(sandbox), 'A-1')
    },
    recover: () => undefined,
    check: ({ scenario }) => {
      if (scenario !== null) throw new Error(hostile)
    },
  })
  const page = await openPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.setContent(report.html())
  expect(await page.locator('svg').count()).toBe(report.findings.length)
  expect(await page.locator('svg').first().textContent()).toContain(hostile.slice(0, 40))
  expect(await page.title()).toMatch(/^\d+ findings in \d+ scenarios$/)
  // Wide and narrow, light and dark.
  for (let way = 0; way < 4; way += 1) expect(await violationsOf(page)).toEqual([])
  expect(asked).toEqual([])
})
