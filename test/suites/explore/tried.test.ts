/** Contract 24: held means tried. What a report may say, and by what it was judged. */
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type ExploreOptions, explore } from '../../../src/suites/explore/explore'
import { matchers } from '../../../src/suites/testing/matchers/matchers'
import { drill } from '../../support/arbitraries'
import { call, card, charging, clientOf, failedOf, pay, payAgain, paying, type Run, rules } from './flows'

const saved = { sandbox: { fixtures: ['saved-card'] } }
const customerOf = ({ sandbox }: Run): string => sandbox.customers.last()?.id ?? ''

const unknownKey = `Basic ${btoa('skey_test_of_the_shop:')}`

describe('a first run in which all that counts was refused is flow_failed', () => {
  test.each<[what: string, flow: (run: Run) => Promise<unknown>, message: RegExp]>([
    [
      'the key of each call',
      (run) => call(run, 'POST', '/charges', { amount: '100000' }, unknownKey),
      /^no call that takes or gives back money was accepted without a fault: POST \/charges was refused with 401 authentication_failure: key skey_test_…hop is not known; .*secretKey/,
    ],
    [
      'the secret key alone',
      async (run) => {
        await clientOf(run.sandbox)('/tokens', card)
        return call(run, 'POST', '/charges', { amount: '100000' }, unknownKey)
      },
      /POST \/charges was refused with 401/,
    ],
    [
      'each charge, though a customer was made',
      async (run) => {
        await call(run, 'POST', '/customers', { email: 'a@b.example' })
        return call(run, 'POST', '/charges', {
          amount: '100000',
          currency: 'thb',
          customer: 'cust_test_none',
        })
      },
      /no call that takes or gives back money was accepted.*POST \/charges was refused with 404 not_found \(.*cust_test_none/,
    ],
    [
      'each change of a flow that also reads',
      async (run) => {
        await call(run, 'GET', '/account')
        return call(run, 'POST', '/customers', { card: 'tokn_test_none' })
      },
      /^no call that changes something was accepted without a fault: POST \/customers was refused with 404/,
    ],
    [
      'each read of a flow that only reads',
      (run) => call(run, 'GET', '/charges/chrg_test_none'),
      /^no call was accepted without a fault: GET \/charges\/:id was refused with 404/,
    ],
  ])('%s', async (_, flow, message) => {
    const failure = { code: 'flow_failed', message: expect.stringMatching(message) }
    expect(await failedOf({ flow })).toMatchObject(failure)
    // Before it is asked whether there is such a scenario.
    expect(await failedOf({ flow, only: 'POST /charges #1: answer-lost' })).toMatchObject(failure)
  })

  test.each<[what: string, flow: (run: Run) => Promise<unknown>]>([
    ['a declined card', (run) => declined(run)],
    ['a flow that only reads', (run) => call(run, 'GET', '/charges')],
    ['a refusal before what was accepted', (run) => refusedFirst(run)],
  ])('but not %s', async (_, flow) => {
    expect((await explore({ ...saved, flow, kinds: ['refused'] })).ok).toBe(true)
  })
})

const declined = async ({ sandbox }: Run): Promise<unknown> => {
  const token = await clientOf(sandbox)('/tokens', { ...card, 'card[number]': '4111111111140011' })
  return charging(clientOf(sandbox), { card: token.id })
}

const refusedFirst = async (run: Run): Promise<unknown> => {
  await call(run, 'POST', '/charges', { amount: '1', currency: 'thb' })
  return paying(run)
}

test.each<[what: string, flow: (run: Run) => Promise<unknown>, moved: boolean]>([
  ['only reads', (run) => call(run, 'GET', '/account'), false],
  [
    'shows a code that nobody pays',
    ({ sandbox }) => charging(clientOf(sandbox), { 'source[type]': 'promptpay' }),
    false,
  ],
  ['is paid', paying, true],
])('a report says whether money moved: of a flow that %s', async (_, flow, moved) => {
  const report = await explore({ flow, kinds: ['rate-limited'] })
  expect(report.moneyMoved).toBe(moved)
  expect(report.text().includes('No money moved in the first run')).toBe(!moved)
})

describe('without once the money of the first run is the measure', () => {
  const retries =
    (flow: (sandbox: Sandbox) => Promise<unknown>, times = 4) =>
    async ({ sandbox }: Run) => {
      for (let left = times; ; left -= 1)
        try {
          return await flow(sandbox)
        } catch (error) {
          if (left <= 1) throw error
        }
    }

  test('a shop without metadata that charges again after a lost answer is found with no option at all', async () => {
    const flow = ({ sandbox }: Run) =>
      payAgain((path, { 'metadata[order]': _, ...form }, key) =>
        clientOf(sandbox, { tries: 1 })(path, form, key),
      )
    for (let i = 0; i < drill(2, 20); i += 1) {
      const report = await explore({ flow })
      expect(rules(report)).toEqual(['POST /charges #1: answer-lost: more-money'])
      expect(report.findings[0]?.message).toBe('took 200000 thb, 100000 without a fault')
    }
  })

  const right: readonly (readonly [string, (sandbox: Sandbox) => Promise<unknown>])[] = [
    ['retries by key', (sandbox) => pay(clientOf(sandbox), 'A-1')],
    [
      'captures later',
      async (sandbox) => {
        const customer = customerOf({ sandbox })
        const { id } = await charging(clientOf(sandbox), { customer, capture: 'false' }, 'A-1')
        return clientOf(sandbox)(`/charges/${id}/capture`, { capture_amount: '60000' }, 'capture-A-1')
      },
    ],
    [
      'refunds a part',
      async (sandbox) => {
        const { id } = await charging(clientOf(sandbox), { customer: customerOf({ sandbox }) }, 'A-1')
        return clientOf(sandbox)(`/charges/${id}/refunds`, { amount: '30000' }, 'refund-A-1')
      },
    ],
    [
      'gives up where a refund gets no answer, and says so',
      async (sandbox) => {
        const { id } = await charging(clientOf(sandbox), { customer: customerOf({ sandbox }) }, 'A-1')
        return clientOf(sandbox, { tries: 1 })(`/charges/${id}/refunds`, { amount: '30000' }, 'refund-A-1')
      },
    ],
    [
      'takes two charges by design',
      async (sandbox) => {
        for (const key of ['deposit', 'rest'])
          await charging(clientOf(sandbox), { customer: customerOf({ sandbox }) }, key)
      },
    ],
  ]
  test.each(right)('a shop that %s is not accused', async (_, flow) => {
    for (let i = 0; i < drill(2, 20); i += 1) {
      const report = await explore({ ...saved, flow: ({ sandbox }) => flow(sandbox) })
      expect(report.findings, report.text()).toEqual([])
    }
  })

  test('a refund that is forgotten in silence is found', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const { id } = await charging(clientOf(sandbox), { customer: customerOf({ sandbox }) }, 'A-1')
      await clientOf(sandbox, { tries: 1 })(`/charges/${id}/refunds`, { amount: '30000' }).catch(() => null)
    }
    expect(rules(await explore({ ...saved, flow, kinds: ['refused'] }))).toEqual([
      'POST /charges/:id/refunds #1: refused: more-money',
    ])
  })

  test('money that the same charge still holds is not taken', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const form = { customer: customerOf({ sandbox }), capture: 'false' }
      const { id } = await charging(clientOf(sandbox), form, 'A-1')
      await clientOf(sandbox, { tries: 1 })(`/charges/${id}/capture`, { capture_amount: '60000' }).catch(
        () => null,
      )
      const other = await charging(clientOf(sandbox), form, 'A-2')
      await clientOf(sandbox, { tries: 1 })(`/charges/${other.id}/reverse`, {}).catch(() => null)
    }
    const report = await explore({ ...saved, flow, kinds: ['refused', 'error-500'] })
    expect(report.findings, report.text()).toEqual([])
    expect(report.moneyMoved).toBe(true)
  })

  test.each(['double-click', 'again'] as const)('%s may take the money of two', async (kind) => {
    const report = await explore({
      ...saved,
      flow: retries((sandbox) => pay(clientOf(sandbox))),
      kinds: [kind],
    })
    expect(report).toMatchObject({ ok: false, findings: [], judgedBy: [] })
    expect(report.text().replace(/\s+/g, ' ')).toContain(`Without it nothing compares the money of ${kind}.`)
  })

  test('allowMoreMoney takes it off', async () => {
    const flow = ({ sandbox }: Run) => payAgain(clientOf(sandbox, { tries: 1 }))
    const check = (): void => undefined
    expect((await explore({ flow, check, allowMoreMoney: true })).findings).toEqual([])
  })
})

describe('a report says by what it was judged', () => {
  const books: ExploreOptions['books'] = ({ sandbox }) => [
    { charge: sandbox.charges.last()?.id, paid: sandbox.charges.count() > 0 },
  ]
  const judged = (options: Partial<ExploreOptions>) =>
    explore({ flow: paying, kinds: ['rate-limited'], ...options })

  test.each<[Partial<ExploreOptions>, readonly string[], string]>([
    [
      { once: 'metadata.order', check: () => undefined },
      ['once metadata.order', 'check'],
      'judged by: once metadata.order, check',
    ],
    [{}, ['money of the first run'], 'judged by: the money of the first run'],
    [{ books }, ['books', 'money of the first run'], 'judged by: books, the money of the first run'],
    [{ books, allowMoreMoney: true }, ['books'], 'judged by: books'],
  ])('%o', async (options, list, text) => {
    const report = await judged(options)
    expect(report.judgedBy).toEqual(list)
    expect(JSON.parse(JSON.stringify(report)).judgedBy).toEqual(list)
    for (const shown of [report.text(), report.markdown(), report.html()]) expect(shown).toContain(text)
    expect(report.ok).toBe(true)
  })

  test('by nothing is not held: the matcher fails, and the text says why', async () => {
    const report = await judged({ allowMoreMoney: true })
    expect(report).toMatchObject({ ok: false, findings: [], judgedBy: [] })
    expect(report.text()).toMatch(/judged by nothing: money that is taken twice would not be noticed here/)
    expect(matchers.toHaveHeld.call({ isNot: false } as never, report).pass).toBe(false)
  })
})

describe('not reached is not held', () => {
  test.each(['declined', 'answer-lost'])('where the charge is not made: %s', async (kind) => {
    const report = await explore({ flow: refusedFirst, only: `POST /charges #1: ${kind}` })
    expect(report.scenarios).toMatchObject([{ outcome: 'not-reached' }])
    expect(report.text().replace(/\s+/g, ' ')).toContain(
      'in the first run already, POST /charges #1 was refused with 400 invalid_charge (amount must be at least',
    )
  })
})
