/** Contract 24: a report reads well. It marks the step of the fault and the step that broke a rule, and no other. */
import { describe, expect, it, test } from 'vitest'
import type { ExplorePoint, ExploreRole } from '../../../src/service/faults/kinds'
import type { ProbedCall, ProbedResult } from '../../../src/service/faults/probe'
import { explore } from '../../../src/suites/explore/explore'
import { brokenStep } from '../../../src/suites/explore/marks'
import { noSpan } from '../../../src/suites/explore/moments'
import { flowPoint } from '../../../src/suites/explore/plan'
import { lanesOf, shortened, stepsOf } from '../../../src/suites/explore/steps'
import { RunStory, type StoryEntry, storyLines } from '../../../src/suites/explore/story'
import { call, delivery, note } from './entries'
import { clientOf, payAgain, paying, payingHeard, type Run } from './flows'

const [first, second] = ['chrg_test_5xuy4w91xqz7d1w9u0t', 'chrg_test_5xuy4w91xqz7d1w9u1t']

describe('the step that broke a rule', () => {
  const entries: readonly StoryEntry[] = [
    call('POST /charges #1', 0, `200 ${first} successful THB 1,000.00`),
    delivery('charge.create #1', 2, 3),
    call('POST /charges #2', 4, `200 ${second} successful THB 1,000.00`),
    call('GET /charges/:id #1', 6, `200 ${second} successful THB 1,000.00`),
    call('POST /charges #3', 8, '402 insufficient_fund'),
    note('the command ended with status 1', 10),
    note('printed: the command ended with status 1', 11),
  ]
  it.each([
    ['double-charge', `2 paid charges share metadata.order "A-1": ${first}, ${second}`, 2],
    ['more-money', 'took 200000 thb, 100000 without a fault', 2],
    ['retried-decline', `the bank had declined ${second} (insufficient_fund), and the same card`, 4],
    ['check', 'the command ended with status 1: order A-1 is lost', 5],
    ['check', 'one parcel too many', null],
    ['books', `${first} is paid, but the shop has it as not paid`, null],
    ['hung', 'the run was not over after 5000 ms of real time', null],
  ])('of %s (%s) is %s', (rule, message, at) => {
    expect(brokenStep(entries, { rule, message })).toBe(at === null ? null : entries[at])
  })

  test('and that of the fault are the only ones that are marked', async () => {
    const report = await explore({
      ...{ once: 'metadata.order', kinds: ['answer-lost'] },
      flow: async ({ sandbox }: Run) => {
        sandbox.webhooks.onDelivery(() => 204)
        return payAgain(clientOf(sandbox, { tries: 1 }))
      },
    })
    const [finding] = report.findings.filter(({ rule }) => rule === 'double-charge')
    expect(finding?.scenario).toBe('POST /charges #1: answer-lost')
    const marked = report.text().match(/^ {2}> {2}.*/gm) ?? []
    expect(marked.map((line) => line.trim())).toEqual([
      expect.stringMatching(/^> {2}fault POST \/charges #1: answer-lost/),
      expect.stringMatching(/^> {2}POST \/charges #2 -> 200 chrg_test_/),
    ])
    const markdown = report.markdown()
    expect(markdown.match(/⚡/g)).toHaveLength(1)
    expect(markdown.match(/✗.*/g)).toEqual([expect.stringMatching(/^✗ 200 chrg_test_/)])
    const html = report.html()
    expect(html.match(/⚡/g)).toHaveLength(1)
    expect(html.match(/class="wrong"/g)).toHaveLength(1)
  })

  test('is marked once where the service is unavailable for several calls', async () => {
    const report = await explore({
      ...{ only: 'POST /charges #1: unavailable' },
      flow: paying,
    })
    expect(report.text().match(/^ {2}> {2}fault/gm)).toHaveLength(1)
    expect(report.text().match(/-> 503/g)).toHaveLength(3)
  })
})

test('a drawing that is shortened keeps the step that broke a rule', () => {
  const entries = Array.from({ length: 60 }, (_, i) => call(`GET /charges/:id #${i}`, 2 * i, '200'))
  const [broken] = entries.slice(40)
  const steps = shortened(stepsOf(entries, new Set(broken === undefined ? [] : [broken])), 12)
  expect(steps.filter(({ isBroken }) => isBroken)).toHaveLength(1)
  expect(steps.flatMap(({ type, text }) => (type === 'gap' ? [text] : []))).toEqual([
    ...['… 72 more steps', '… 35 more steps'],
  ])
})

const probed = (status: number): ProbedResult => ({ status, error: null, answer: null })

describe('the retries of a delivery with the same result', () => {
  const point = (name: string): ExplorePoint => ({
    ...{ name, at: 'delivery', by: null, changes: false, takes: false, returns: false },
    ...{ cause: null, next: null, span: noSpan },
  })

  it('are one line, though other deliveries come between them', () => {
    const story = new RunStory()
    for (let attempt = 1; attempt <= 9; attempt += 1)
      for (const name of ['charge.create #1', 'charge.complete #1'])
        story.delivery(point(name), attempt, '')(probed(attempt < 9 ? 500 : 204))
    expect(storyLines(story.entries)).toEqual([
      'delivery charge.create #1 -> 500',
      'delivery charge.complete #1 -> 500',
      'delivery charge.create #1, attempts 2 to 8 -> 500',
      'delivery charge.complete #1, attempts 2 to 8 -> 500',
      'delivery charge.create #1, attempt 9 -> 204',
      'delivery charge.complete #1, attempt 9 -> 204',
    ])
  })

  it('are several where something else happened between them', () => {
    const story = new RunStory()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      if (attempt === 4) story.note('recover', 'recover')
      story.delivery(point('charge.create #1'), attempt, '')(probed(500))
    }
    expect(storyLines(story.entries)).toEqual([
      'delivery charge.create #1 -> 500',
      'delivery charge.create #1, attempts 2 to 3 -> 500',
      'recover',
      'delivery charge.create #1, attempts 4 to 5 -> 500',
    ])
  })
})

describe('half of a letter in the text of an application', () => {
  it('is shown as such: a report is valid UTF-8', async () => {
    const report = await explore({
      ...{ kinds: ['refused'] },
      flow: payingHeard,
      check: ({ scenario }) => {
        if (scenario !== null) throw new Error('\ud83d is lost \x1b[31mred\x1b[0m')
      },
    })
    for (const text of [report.html(), report.markdown(), report.text(), JSON.stringify(report)]) {
      expect(text).toContain('\ufffd is lost red')
      expect(text).not.toMatch(/\p{Cs}|\\ud83d/u)
    }
  })
})

describe('the calls of an application that stays up', () => {
  const entries = (): readonly StoryEntry[] => {
    const story = new RunStory()
    story.isOfApplication = true
    const made = (name: string, role: ExploreRole) =>
      story.call({ ...flowPoint, name }, role, {
        exchange: { outcome: { status: 404, code: 'not_found', text: null }, isReplay: false },
      } as ProbedCall)
    made('POST /charges #1', 'flow')()
    const ends = story.delivery({ ...flowPoint, name: 'charge.complete #1' }, 1, '')
    made('GET /charges/:id #1', 'receiver')()
    ends(probed(204))
    made('GET /charges/:id #2', 'recover')()
    made('GET /charges/:id #3', 'receiver')()
    return story.entries
  }

  it('belong to it, with whom it served', () => {
    expect(storyLines(entries())).toEqual([
      'POST /charges #1 -> 404 not_found (application, while it served the flow)',
      'delivery charge.complete #1 -> 204',
      'GET /charges/:id #1 -> 404 not_found (application, while it handled charge.complete #1)',
      'GET /charges/:id #2 -> 404 not_found (application, while it recovered)',
      'GET /charges/:id #3 -> 404 not_found (application, while it worked on its own)',
    ])
  })

  it('are drawn from its own lane, which also receives', () => {
    expect(lanesOf(entries()).map(([lane]) => lane)).toEqual(['flow', 'application', 'service'])
    const arrows = stepsOf(entries(), new Set()).flatMap((step) => (step.type === 'arrow' ? [step] : []))
    expect(arrows.map(({ from, to, text }) => `${from} to ${to}: ${text}`).slice(2, 4)).toEqual([
      'service to application: charge.complete #1',
      'application to service: GET /charges/:id #1, while it handled charge.complete #1',
    ])
    expect(new Set(arrows.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(['application', 'service']))
  })
})
