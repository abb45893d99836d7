/** Contract 18: a report as a page, and as Markdown, with the run of each finding as a sequence diagram. */
import { describe, expect, test } from 'vitest'
import { type ExploreReport, explore } from '../../../src/suites/explore/explore'
import { newFindings } from '../../../src/suites/explore/report'
import { reportMarkdown } from '../../../src/suites/explore/report-markdown'
import { reportPage } from '../../../src/suites/explore/report-page'
import type { StoryEntry } from '../../../src/suites/explore/story'
import { delivery, factsOf, note } from './entries'
import { clientOf, pay, paying, type Run } from './flows'

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** The texts of a page, its style left out. */
const textOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

const linesOf = (markdown: string): readonly string[] => markdown.split('\n').map((line) => line.trim())

/** A shop with a receiver that sends a parcel too many whenever something is lost. */
const broken = () =>
  explore({
    ...{ once: 'metadata.order', kinds: ['answer-lost', 'refused', 'lost', 'ack-lost'] },
    flow: async ({ sandbox }: Run) => {
      sandbox.webhooks.onDelivery(() => 204)
      return pay(clientOf(sandbox))
    },
    check: ({ scenario }) => {
      if (scenario?.includes('lost')) throw new Error('one parcel too many')
    },
  })

/** A report of one run with a finding, and what happened in it. */
const reportsOf = (entries: readonly StoryEntry[], message = 'wrong') => {
  const scenario = 'POST /charges #1: answer-lost'
  const findings = [{ scenario, also: [], rule: 'check', message, story: [] }] as const
  const report = factsOf([[scenario, 'finding']], { ok: false, deliveries: [], findings })
  const details = { stories: new Map([[scenario, entries]]), once: undefined }
  return { html: reportPage(report, details), markdown: reportMarkdown(report, details) }
}

describe('a page', () => {
  test('has the table, and for each run with a finding its lanes, its fault, and what broke', async () => {
    const report = await broken()
    const html = report.html()
    const scenarios = new Set(report.findings.map(({ scenario }) => scenario))
    expect(countOf(html, '<svg')).toBe(scenarios.size)
    const text = textOf(html)
    for (const name of [...report.calls, ...report.deliveries, ...scenarios]) expect(text).toContain(name)
    for (const lane of ['Customer&#39;s flow', 'Payment service', 'Webhook receiver'])
      expect(countOf(text, lane)).toBe(scenarios.size)
    expect(text).not.toContain('recovery')
    expect(text).toContain('⚡ answer-lost: it happens, and the answer is lost')
    expect(text).toContain('CHECK: one parcel too many')
  })

  test('asks no network, runs no script, and is the same each time', async () => {
    const report = await broken()
    expect(report.html()).not.toMatch(/https?:|<script|@import|url\(|\ssrc=/)
    expect((await broken()).html()).toBe(report.html())
  })

  test('links each finding of the table to its run', async () => {
    const html = (await broken()).html()
    const places = [...html.matchAll(/href="#([^"]+)"/g)].map(([, place]) => place)
    expect(places).not.toEqual([])
    for (const place of places) expect(html).toContain(`id="${place}"`)
  })

  test('without findings says so, and draws a run that was chosen by name', async () => {
    const held = await explore({ flow: paying, once: 'metadata.order' })
    expect(textOf(held.html())).toMatch(/Held: no finding in \d+ scenarios/)
    expect(countOf(held.html(), '<svg')).toBe(0)
    const chosen = await explore({ flow: paying, only: 'POST /charges #1: answer-lost' })
    expect(countOf(chosen.html(), '<svg')).toBe(1)
    expect(countOf(chosen.markdown(), '```mermaid')).toBe(1)
  })
})

describe('a report of many findings', () => {
  const many = (count: number, message = 'wrong'): Promise<ExploreReport> =>
    explore({
      ...{ kinds: ['refused'] },
      flow: async ({ sandbox }: Run) => {
        const call = clientOf(sandbox)
        for (let i = 0; i < count; i += 1) await call('/customers', { description: `customer ${i}` })
      },
      check: ({ scenario }) => {
        if (scenario !== null) throw new Error(message)
      },
    })

  test('draws 30 in less than 150 kB, though each run is long and its error too', async () => {
    const report = await many(30, 'expected "this" to be <that> '.repeat(30))
    expect(report.findings).toHaveLength(30)
    const html = report.html()
    expect(countOf(html, '<svg')).toBe(30)
    expect(Buffer.byteLength(html)).toBeLessThan(150_000)
    expect(html).not.toContain('without a drawing')
    // What is left out of a long run is said, and its fault is not.
    expect(countOf(html, '⚡ refused')).toBe(30)
    expect(textOf(html)).toMatch(/… \d+ more steps/)
    // The longest comment of a pull request.
    expect(Buffer.byteLength(report.markdown())).toBeLessThan(65_536)
  })

  test('draws no more than 30, and says so', async () => {
    const report = await many(31)
    const line = '1 finding more without a drawing: the first 30 have one.'
    expect(countOf(report.html(), '<svg')).toBe(30)
    expect(textOf(report.html())).toContain(line)
    expect(textOf(report.html())).toContain('31. check wrong')
    expect(countOf(report.markdown(), '```mermaid')).toBe(30)
    expect(report.markdown()).toContain(line)
  })
})

describe('what overlaps', () => {
  const both = [delivery('a #1', 0, 2), delivery('b #1', 1, 3, '409')]

  test('shows as such: the second begins before the first is answered, and answers have names', () => {
    expect(linesOf(reportsOf(both).markdown)).toEqual(
      expect.arrayContaining([
        'service->>receiver: a #35;1',
        'service->>receiver: b #35;1',
        'receiver-->>service: a #35;1: 204',
        'receiver-->>service: b #35;1: 409',
      ]),
    )
    const { html } = reportsOf(both)
    const at = ['>a #1<', '>b #1<', '>a #1: 204<', '>b #1: 409<'].map((text) => html.indexOf(text))
    expect(at).toEqual([...at].sort((one, other) => one - other))
    expect(at).not.toContain(-1)
  })

  test('has bars beside each other, and what follows has them on the lane', () => {
    const barsOf = (entries: readonly StoryEntry[]) => {
      const [, path = ''] = /class="bars" d="([^"]*)"/.exec(reportsOf(entries).html) ?? []
      return [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x))
    }
    const [first = 0, second = 0] = barsOf(both)
    expect(second).toBeGreaterThan(first)
    expect(new Set(barsOf([delivery('a #1', 0, 1), delivery('b #1', 2, 3)])).size).toBe(1)
  })

  test('is kept by a run: a webhook that is early comes before the answer of its call', async () => {
    const report = await explore({
      ...{ kinds: ['early'] },
      flow: async ({ sandbox }: Run) => {
        sandbox.webhooks.onDelivery(() => 204)
        return pay(clientOf(sandbox))
      },
      check: ({ scenario }) => {
        if (scenario?.startsWith('charge.complete')) throw new Error('too early')
      },
    })
    const lines = linesOf(report.markdown())
    const at = [
      'flow->>service: POST /charges',
      'service->>receiver: charge.complete',
      'service-->>flow: POST /charges',
    ]
    const places = at.map((text) => lines.findIndex((line) => line.startsWith(text)))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
  })
})

describe('the text of a program', () => {
  const hostile =
    '</text></svg><script>alert("1")</script>; it\'s #1 \u001b[31mred\u001b[39m\n%%{init: {}}%% `code` ```` | &lt; @team ไทย 😀\u0000'
  const { html, markdown } = reportsOf([note(hostile), delivery('a #1', 1, 2, `500 (${hostile})`)], hostile)

  test('is text of the page, on one line, without colours of a terminal', () => {
    expect(html).not.toMatch(/<script|alert\("/)
    expect(countOf(html, '<svg')).toBe(countOf(html, '</svg>'))
    expect(textOf(html)).toContain(
      '&lt;/text&gt;&lt;/svg&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;; it&#39;s #1 red %%{init: {}}%%',
    )
    expect(html).toMatch(/ไทย 😀/)
    expect(textOf(html)).not.toMatch(/\p{Cc}/u)
  })

  test('is a label of Mermaid: what has a meaning there is an entity', () => {
    const [, diagram = ''] = /```mermaid\n(.*?)\n```\n/s.exec(markdown) ?? []
    const labels = diagram
      .split('\n')
      .slice(4)
      .map((line) => line.slice(line.indexOf(': ') + 2))
    expect(labels.length).toBeGreaterThan(3)
    for (const label of labels)
      expect(label.replaceAll('<br/>', '').replace(/#\d+;/g, '')).not.toMatch(/[;#<>&%{}`"\\]/)
    expect(diagram).toContain("#59; it's #35;1")
    expect(diagram).toContain('ไทย 😀')
  })

  test('is a block of Markdown whose fence it cannot end', () => {
    const lines = markdown.split('\n')
    const opens = lines.indexOf('`````text')
    expect(lines[opens + 1]).toContain('```` | &lt; @team')
    expect(lines[opens + 2]).toBe('`````')
  })
})

test('Markdown has the table: a check mark where it held, the rule where it did not', async () => {
  const markdown = (await broken()).markdown()
  expect(markdown).toMatch(/^## ❌ \d+ findings in \d+ scenarios$/m)
  expect(markdown).toMatch(/^\| Calls \| refused \| answer-lost \|$/m)
  expect(markdown).toMatch(/^\| `POST \/charges #1` \| ✓ \| \*\*CHECK\*\* \|$/m)
})

test('a report begins with the runs that took money twice, each with all its findings', () => {
  const finding = (scenario: string, rule: 'check' | 'double-charge' | 'more-money') => ({
    ...{ scenario, also: [], rule, message: '', story: [] },
  })
  const checked = ['a', 'b', 'c'].map((scenario) => finding(scenario, 'check'))
  const findings = [...checked, finding('c', 'double-charge'), finding('d', 'more-money')]
  expect(
    newFindings({ findings })
      .shown.map(({ scenario }) => scenario)
      .join(''),
  ).toBe('ccdab')
})
