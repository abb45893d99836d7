/** What an exploration leaves out on request, and what its stories say of receivers. */
import { describe, expect, it } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { clientOf, pay, type Run } from './flows'

const withSetUp = async ({ sandbox }: Run) => {
  sandbox.webhooks.onDelivery(() => 204)
  const headers = { authorization: sandbox.authorization.secret }
  for (let i = 0; i < 2; i += 1)
    await sandbox.fetch(`${sandbox.url}/customers`, { headers }).catch(() => null)
  return pay(clientOf(sandbox), 'A-1')
}

const once = 'metadata.order'

describe('skip', () => {
  it.each([
    [['GET /customers'], ['GET /customers #1', 'GET /customers #2']],
    [['GET /customers #2'], ['GET /customers #2']],
    [
      ['GET *', 'charge.create'],
      ['GET /customers #1', 'GET /customers #2', 'charge.create #1'],
    ],
  ])('%j leaves these out, and says so', async (skip, skipped) => {
    const whole = await explore({ once, flow: withSetUp })
    const report = await explore({ once, flow: withSetUp, skip })
    expect(report.skipped).toEqual(skipped)
    const names = report.scenarios.map(({ name }) => name)
    expect(names).toEqual(
      whole.scenarios
        .map(({ name }) => name)
        .filter((name) => !skipped.some((one) => name.startsWith(`${one}: `))),
    )
    expect(report.calls).toEqual(whole.calls)
    expect(report.text().replace(/\s+/g, ' ')).toContain(
      `\`skip\` let nothing fail at ${skipped.join(', ')}.`,
    )
    expect(whole.skipped).toEqual([])
  })

  it('leaves them out of pairs too', async () => {
    const { scenarios } = await explore({
      ...{ once, flow: withSetUp, skip: ['GET /customers'], depth: 2, kinds: ['refused'] },
    })
    expect(scenarios.map(({ name }) => name).filter((name) => name.includes('/customers'))).toEqual([])
  })

  it.each([
    [['GET /customer'], 'skip: there is no call or delivery GET /customer: did you mean GET /customers?'],
    ['GET /customers', 'skip: must be a list of calls, such as GET /customers'],
  ])('%j is refused', async (skip, message) => {
    await expect(explore({ flow: withSetUp, skip: skip as string[] })).rejects.toMatchObject({
      ...{ code: 'invalid_option', message: expect.stringContaining(message) },
    })
  })

  it('has no say where one scenario is asked for', async () => {
    const only = 'GET /customers #1: refused'
    const { scenarios } = await explore({ flow: withSetUp, skip: ['GET /customers'], only })
    expect(scenarios).toMatchObject([{ name: only }])
  })
})

describe('the story of a delivery', () => {
  it.each([
    [
      'what the receiver threw',
      () => {
        throw new Error('orders is not defined')
      },
      /^delivery charge\.create #1 -> 500 \(orders is not defined\)$/,
    ],
    [
      'what it said',
      () => new Response('{\n "error": "unknown order" }', { status: 404 }),
      /^delivery charge\.create #1 -> 404 \(\{ "error": "unknown order" \}\)$/,
    ],
    ['nothing where it said nothing', () => 400, /^delivery charge\.create #1 -> 400$/],
    [
      'only its status where it accepted',
      () => new Response('thanks'),
      /^delivery charge\.create #1 -> 200$/,
    ],
  ])('says %s', async (_, receive, says) => {
    const { findings } = await explore({
      kinds: ['refused'],
      // A receiver that accepts nothing is refused in the first run.
      flow: ({ sandbox, scenario }) => {
        sandbox.webhooks.onDelivery(scenario === null ? () => 204 : receive)
        return pay(clientOf(sandbox), 'A-1')
      },
      check: ({ scenario }) => {
        if (scenario !== null) throw new Error('to see the story')
      },
    })
    expect(findings[0]?.story.filter((line) => says.test(line))).not.toEqual([])
  })
})
