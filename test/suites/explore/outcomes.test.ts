/** Contract 24: what was not tried is not held, and a report keeps its size whatever it finds. */
import { describe, expect, it, test } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { reportText } from '../../../src/suites/explore/report'
import { reportMarkdown } from '../../../src/suites/explore/report-markdown'
import { reportPage } from '../../../src/suites/explore/report-page'
import { call, factsOf } from './entries'
import { card, clientOf, failedOf, outcomes, pay, type Run } from './flows'

const nothing = { stories: new Map(), once: undefined }

describe('held', () => {
  const refused = [{ name: 'charge.create #1', status: 401 }]

  it('is never said of what was not reached, or of what the receiver refused', () => {
    const facts = factsOf(
      [
        ['POST /charges #1: refused', 'held'],
        ['POST /charges #1: declined', 'not-reached'],
        ['charge.create #1: twice', 'not-reached'],
        ['charge.create #1: late', 'not-reached'],
      ],
      { refused },
    )
    const said = '4 scenarios of 1 call and 1 delivery: 1 held, 0 findings, 1 not reached, 2 refused'
    for (const text of [
      reportText(facts, nothing).replace(/\s+/g, ' '),
      reportPage(facts, nothing),
      reportMarkdown(facts, nothing),
    ])
      expect(text).toContain(said)
    const title = 'Held: no finding in 1 scenario, 1 not reached, 2 refused'
    expect(reportPage(facts, nothing)).toContain(title)
    expect(reportMarkdown(facts, nothing)).toContain(`## ✅ ${title}`)
  })

  it('is not said where nothing was tried at all', () => {
    const facts = factsOf([['charge.create #1: twice', 'not-reached']], { refused })
    for (const text of [reportPage(facts, nothing), reportMarkdown(facts, nothing)]) {
      expect(text).toContain('Nothing was tried')
      expect(text).not.toMatch(/Held|✅|class="held"/)
    }
  })

  it('is not the outcome of a scenario whose delivery the receiver refuses without a fault, too', async () => {
    const report = await explore({
      ...{ once: 'metadata.order', kinds: ['twice', 'late'] },
      flow: async ({ sandbox }: Run) => {
        sandbox.webhooks.onDelivery(async (request) =>
          (await request.json()).key === 'charge.create' ? 500 : 204,
        )
        return pay(clientOf(sandbox), 'A-1')
      },
    })
    expect(outcomes(report)).toMatchObject({
      'charge.create #1: twice': 'not-reached',
      'charge.create #1: late': 'not-reached',
      'charge.complete #1: twice': 'held',
    })
    expect(report.text()).toMatch(/2 held, 0 findings, 2 refused/)
  })
})

describe('a report of hundreds of findings', () => {
  const calls = Array.from({ length: 245 }, (_, i) => `POST /customers #${i + 1}`)
  const scenarios = calls.map((name) => [`${name}: refused`, 'finding'] as const)
  const message = 'expected "this" to be <that> '.repeat(30)
  const entries = [call('POST /customers #1', 0, '200 cust_test_5xuy4w91xqz7d1w9u0t')]
  const facts = factsOf(scenarios, {
    ...{ ok: false, calls },
    findings: scenarios.map(([scenario]) => ({ scenario, also: [], rule: 'check', message, story: [] })),
  })
  const stories = new Map(scenarios.map(([scenario]) => [scenario, entries]))

  it.each([
    ['a page', reportPage, 150_000],
    ['Markdown', reportMarkdown, 65_536],
  ])('fits into %s, which says what it leaves out', (_, make, bytesMax) => {
    const text = make(facts, { stories, once: undefined })
    expect(Buffer.byteLength(text)).toBeLessThan(bytesMax)
    expect(text).toMatch(/\d+ findings more left out here, to keep it short: the text and JSON have all\./)
    expect(text).toContain('245 findings in 245 scenarios')
    expect(text).toContain('POST /customers #1: refused')
  })

  it('fits with thousands of calls, those with findings first', () => {
    const many = Array.from({ length: 4000 }, (_, i) => `GET /charges/:id #${i + 1}`)
    const held = many.map((name) => [`${name}: refused`, 'held'] as const)
    const wide = {
      ...facts,
      calls: [...many, ...calls],
      scenarios: factsOf([...held, ...scenarios]).scenarios,
    }
    const html = reportPage(wide, { stories, once: undefined })
    expect(Buffer.byteLength(html)).toBeLessThan(150_000)
    expect(html).toMatch(/\d+ more calls left out here, to keep it short\./)
    expect(html).toContain('<th scope="row">POST /customers #1</th>')
  })
})

describe('the fields that `once` could be', () => {
  it('are named in the order in which they are likely to tell orders apart', async () => {
    const metadata = {
      gift: 'true',
      plan: 'monthly',
      paid: '1',
      cart: 'C-17',
      bookingReference: 'B-1',
      order_id: '7',
    }
    const form = Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])
    const { onceCouldBe } = await explore({
      ...{ kinds: ['refused'] },
      flow: async ({ sandbox }: Run) => {
        const call = clientOf(sandbox)
        const { id } = await call('/tokens', card)
        await call(
          '/charges',
          { ...Object.fromEntries(form), ...{ amount: '5000', currency: 'thb', card: id } },
          'A',
        )
      },
    })
    expect(onceCouldBe.map((field) => field.replace('metadata.', ''))).toEqual([
      ...['bookingReference', 'order_id', 'paid', 'cart', 'gift', 'plan'],
    ])
  })
})

test('a first run whose books are wrong as webhooks were refused says how they were signed', async () => {
  const failure = await failedOf({
    flow: async ({ sandbox }: Run) => {
      sandbox.webhooks.onDelivery(() => 401)
      return pay(clientOf(sandbox), 'A-1')
    },
    books: ({ result }) => [{ charge: String(result), paid: false }],
  })
  expect(failure).toMatchObject({
    code: 'flow_failed',
    message: expect.stringMatching(
      /^the flow does not hold without a fault: chrg_\S+ is paid.*\n {2}no webhook was accepted without a fault: https:\S+ answered 401; signed in Service-Signature/s,
    ),
  })
})
