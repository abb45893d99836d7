/** Contract 10: /_sandbox/clock, what falls due next. */
import { describe, expect } from 'vitest'
import { readPage, textOf } from '../../support/dashboard'
import { setUp, test } from '../../support/set-up'

const receiver = 'http://127.0.0.1:9/hooks'

/** A shop with webhooks that failed, all at the same time. */
const failed = async (charges: number) => {
  const { sandbox, client } = setUp({ webhooks: { endpoints: [receiver] } })
  sandbox.webhooks.onDelivery(() => 500, { url: receiver })
  for (let i = 0; i < charges; i += 1) await client.charge({ metadata: { order: `A-${i}` } })
  await sandbox.webhooks.settle()
  return { sandbox, client }
}

const linesIn = (html: string): readonly string[] =>
  [...(/<ul id="due".*?<\/section>/s.exec(html)?.[0] ?? '').matchAll(/<time.*?(?=<time|<\/section>)/gs)].map(
    ([line]) => textOf(line),
  )

describe('what falls due', () => {
  test('at the same time and is of one kind is one line, which opens', async () => {
    const { sandbox } = await failed(6)
    const { html } = await readPage(sandbox, '/clock')
    const [retries, ...others] = linesIn(html)
    expect(retries).toMatch(
      /^2026-01-15 09:01:00 in 1 minute 12 webhooks are tried evnt_test_\w+ charge.create order A-0/,
    )
    expect(others.filter((line) => line.includes('webhook'))).toEqual([])
    expect(html).toContain('<details id="due-2026-01-15-09-01-00-webhook-is-tried">')
  })

  test('alone is a line with its record', async ({ sandbox, client }) => {
    const {
      body: { id },
    } = await client.post('/charges', { amount: 5000, currency: 'thb', source: { type: 'promptpay' } })
    const [line] = linesIn((await readPage(sandbox, '/clock')).html)
    expect(line).toMatch(new RegExp(`charge expires ${id}`))
  })

  test('in the same second is one line, which one press does as a whole', async () => {
    const { sandbox, client } = await failed(1)
    await sandbox.clock.advance(400)
    await client.charge()
    await sandbox.webhooks.settle()
    const { html, text } = await readPage(sandbox, '/clock')
    expect(text).toContain('4 webhooks are tried')
    expect(textOf(html.replaceAll('data-body=', '>'))).toContain('{"set":"2026-01-15T09:01:00.400Z"}')
  })

  test('is named by its number only where there is much of it', async () => {
    const { sandbox } = await failed(30)
    const { text } = await readPage(sandbox, '/clock')
    expect(text).toContain('60 webhooks are tried')
    expect(text).toContain('And 10 more.')
  })
})
