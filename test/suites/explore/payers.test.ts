/** Contract 24: what a payer does is a point, and a flow can run again after its end. */
import { describe, expect, test } from 'vitest'
import { kindNames, rowOf } from '../../../src/service/faults/kinds'
import { type ExploreOptions, type ExploreRun, explore } from '../../../src/suites/explore/explore'
import { drill } from '../../support/arbitraries'
import { charging, clientOf, outcomes, type Run } from './flows'
import { payerMistakes } from './payer-shops'

/** All that can happen to such a shop: a kind that is named must apply. */
const allKinds = async (options: ExploreOptions): Promise<ExploreOptions> => {
  const { scenarios } = await explore(options)
  const usual = kindNames.filter((kind) => scenarios.some(({ name }) => name.includes(`: ${kind}`)))
  return { ...options, kinds: [...usual, 'again'] }
}

describe.each(Object.entries(payerMistakes))('%s', (_, { kind, broken, mended }) => {
  test('is found under its kind in each exploration, and comes back by its name', async () => {
    for (let i = 0; i < drill(2, 20); i += 1) {
      const report = await explore({ ...broken, kinds: [kind] })
      const [finding] = report.findings
      expect(finding?.scenario, report.text()).toContain(`: ${kind}`)
      const again = await explore({ ...broken, only: finding?.scenario })
      expect(again.findings.map(({ scenario }) => scenario)).toContain(finding?.scenario)
    }
  })

  test('does not happen in the mended shop, with all kinds', { timeout: 600_000 }, async () => {
    const options = await allKinds(mended)
    for (let i = 0; i < drill(1, 20); i += 1) {
      const report = await explore(options)
      expect(report.findings, report.text()).toEqual([])
    }
  })
})

test('a payment that ends after a later one was paid is found in a pair with again', async () => {
  const order = { charge: '', isPaid: false }
  const report = await explore({
    ...{ kinds: ['again', 'payer-never'], depth: 2, skip: ['charge.*', 'source.*'] },
    flow: async ({ sandbox }) => {
      if (sandbox.charges.count() === 0) order.isPaid = false
      sandbox.webhooks.onDelivery(async (request) => {
        const { data } = await request.json()
        if (data.object === 'charge' && data.status !== 'pending') order.isPaid = data.paid
      })
      if (order.isPaid) return
      const code = { 'source[type]': 'promptpay' }
      order.charge = (await charging(clientOf(sandbox), code, `A-${sandbox.charges.count()}`)).id
      sandbox.simulate.payCharge(order.charge)
      await sandbox.webhooks.settle()
    },
    check: ({ sandbox }) => {
      if (order.isPaid !== sandbox.charges.get(order.charge)?.paid)
        throw new Error('the order is paid and failed')
    },
  })
  expect(report.findings.map(({ scenario }) => scenario)).toContain(
    'flow: again + payer: pay-charge #1: payer-never',
  )
})

describe('a payer', () => {
  const code = async ({ sandbox }: Run): Promise<string> =>
    (await charging(clientOf(sandbox), { 'source[type]': 'promptpay' }, 'A-1')).id
  const paid = async (run: Run) => run.sandbox.simulate.payCharge(await code(run))

  const acts: readonly (readonly [string, (run: Run) => Promise<unknown>, string])[] = [
    ['simulate', paid, 'payer: pay-charge #1'],
    [
      'simulate, of a source',
      async ({ sandbox }) => {
        const { id } = await clientOf(sandbox)('/sources', {
          amount: '100000',
          currency: 'thb',
          type: 'promptpay',
        })
        return sandbox.simulate.paySource(id)
      },
      'payer: pay-source #1',
    ],
    ['a refusal', async (run) => run.sandbox.simulate.failCharge(await code(run)), 'payer: fail-charge #1'],
    [
      'the control plane',
      async (run) =>
        run.sandbox.fetch(`${run.sandbox.url}/_sandbox/simulate/pay-charge`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ charge: await code(run) }),
        }),
      'payer: pay-charge #1',
    ],
    ['its page', async (run) => onPage(run, 'success'), 'payer: pay-charge #1'],
    ['its page, refused', async (run) => onPage(run, 'failure'), 'payer: fail-charge #1'],
  ]
  test.each(acts)('by %s is a point', async (_, flow, name) => {
    const report = await explore({ flow, kinds: ['payer-late', 'payer-never', 'payer-twice'] })
    expect(report.payers).toEqual([name])
    expect(Object.keys(outcomes(report))).toEqual([
      `${name}: payer-late`,
      `${name}: payer-never`,
      `${name}: payer-twice`,
      `${name}: payer-twice at once`,
    ])
    for (const text of [report.text(), report.html(), report.markdown(), JSON.stringify(report)])
      expect(text).toContain(name)
  })

  test.each<[string, string, object]>([
    ['payer-late', 'payer: pay-charge #1: payer-late', { paid: true, status: 'successful' }],
    ['payer-never', 'payer: pay-charge #1: payer-never', { paid: false, status: 'expired' }],
    ['payer-twice', 'payer: pay-charge #1: payer-twice', { paid: true, status: 'successful' }],
  ])('%s: the record as the flow sees it, and in the end', async (_, only, end) => {
    const seen: unknown[] = []
    const report = await explore({
      only,
      flow: async (run) => {
        const charge = await paid(run)
        if (run.scenario !== null) seen.push(charge.status)
      },
      check: ({ sandbox, scenario }) => {
        if (scenario !== null) expect(sandbox.charges.last()).toMatchObject(end)
      },
    })
    expect(report.findings, report.text()).toEqual([])
    expect(seen).toEqual([only.endsWith('twice') ? 'successful' : 'pending'])
  })

  test('who is late acts an hour after the flow, and recover comes after that', async () => {
    const order: string[] = []
    await explore({
      only: 'payer: pay-charge #1: payer-late',
      flow: async (run) => {
        order.length = 0
        const began = run.sandbox.clock.now().getTime()
        run.sandbox.webhooks.onDelivery(async (request) => {
          const { key } = await request.json()
          order.push(`${key} after ${(run.sandbox.clock.now().getTime() - began) / 60_000} min`)
        })
        await paid(run)
      },
      recover: () => order.push('recover'),
      settle: '1s',
    })
    expect(order).toEqual([
      'source.create after 0 min',
      'charge.create after 0 min',
      'charge.complete after 60 min',
      'source.update after 60 min',
      'source.successful after 60 min',
      'recover',
    ])
  })

  test('who is gone sees the words of the page, and no redirect', async () => {
    const answers: unknown[] = []
    const flow = async (run: ExploreRun): Promise<void> => {
      const { status, headers } = await onPage(run, 'success')
      answers.push([run.scenario, status, headers.get('location')])
    }
    const report = await explore({ flow, kinds: ['payer-gone'] })
    expect(report.findings).toEqual([])
    expect(answers).toEqual([
      [null, 302, 'https://shop.example/thanks'],
      ['payer: pay-charge #1: payer-gone', 200, null],
    ])
  })

  test('who acts by check or recover of no run is no point', async () => {
    const report = await explore({
      flow: code,
      check: ({ sandbox }) => void sandbox.simulate.payCharge(sandbox.charges.last()?.id ?? ''),
      kinds: ['rate-limited'],
    })
    expect(report.payers).toEqual([])
  })

  test.each(kindNames.filter((kind) => rowOf(kind).at === 'payer'))(
    '%s is refused without an act',
    async (kind) => {
      await expect(explore({ flow: code, kinds: [kind] })).rejects.toMatchObject({
        code: 'invalid_option',
        message: expect.stringMatching(
          /can apply nowhere: the first run had no (?:act of a payer|page of a payer)/,
        ),
      })
    },
  )
})

const onPage = async ({ sandbox }: Run, result: string): Promise<Response> => {
  const form = { 'source[type]': 'internet_banking_bay', return_uri: 'https://shop.example/thanks' }
  const { id } = await charging(clientOf(sandbox), form, 'A-1')
  const page = sandbox.charges.get(id)?.authorize_uri ?? ''
  const body = new URLSearchParams({ result })
  return sandbox.fetch(page, { method: 'POST', body, redirect: 'manual' })
}
