/** Contract 12.1: what a run leaves behind reaches no later one, and what is wrong with a flow is said. */
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { kindNames } from '../../../src/service/faults/kinds'
import { explore } from '../../../src/suites/explore/explore'
import { clientOf, notHeld, outcomes, pay, payAgain, type Run, rules } from './flows'
import { queue } from './racing'

describe('what a run leaves behind', () => {
  afterEach(() => void vi.useRealTimers())

  test('reaches no later run: loops, timers and promises', async () => {
    let present: Sandbox | null = null
    let late = 0
    const again: (() => void)[] = []
    onTestFinished(() => {
      for (const stop of again) stop()
    })
    const report = await explore({
      once: 'metadata.order',
      flow: async ({ sandbox }) => {
        present = sandbox
        // Calls whatever sandbox the shop has now, as a job of a shop does.
        const charge = async () => {
          if (present === null || present === sandbox) return
          late += 1
          await pay(clientOf(present, { tries: 1 }))
        }
        const timer = setInterval(() => void charge(), 1)
        again.push(() => clearInterval(timer))
        void (async () => {
          for (let tries = 0; tries < 50; tries += 1) {
            await new Promise((resolve) => setTimeout(resolve, 1))
            await charge()
          }
        })()
        return pay(clientOf(sandbox), 'A-1')
      },
      check: ({ sandbox }) => {
        if (sandbox.charges.count() > 1) throw new Error('a charge of another run')
      },
    })
    expect(notHeld(report)).toEqual([])
    expect(late).toBeGreaterThan(0)
  })

  test('under fake timers runs are the same', async () => {
    const options = {
      once: 'metadata.order',
      kinds: kindNames.filter((kind) => !/crash|forged|double|over|payer|again/.test(kind)),
      flow: async ({ sandbox }: Run) => {
        sandbox.webhooks.onDelivery(() => 204)
        return payAgain(clientOf(sandbox, { tries: 1 }))
      },
    }
    const real = await explore(options)
    vi.useFakeTimers()
    const faked = await explore(options)
    vi.useRealTimers()
    expect(outcomes(faked)).toEqual(outcomes(real))
    expect(rules(faked)).toEqual(['POST /charges #1: answer-lost: double-charge'])
  })

  test('is over before the run is judged, but for what never ends', async () => {
    const report = await explore({
      ...{ kinds: ['twice'], timeoutMs: 2000 },
      flow: async ({ sandbox }) => {
        const shop = { shipped: 0, interval: setInterval(() => undefined, 5) }
        const ship = () => setTimeout(() => setTimeout(() => (shop.shipped += 1), 20), 20)
        sandbox.webhooks.onDelivery(() => void ship())
        await pay(clientOf(sandbox), 'A-1')
        return shop
      },
      check: ({ result, scenario }) => {
        clearInterval(result?.interval)
        expect(result?.shipped).toBe(scenario === null ? 2 : 3)
      },
    })
    expect(notHeld(report)).toEqual([])
  })

  test('a crash in one of two parallel branches stops both', async () => {
    const after: string[] = []
    const branch = async (sandbox: Sandbox, name: string, scenario: string | null) => {
      const call = clientOf(sandbox)
      await call('/customers', { email: `${name}@example.com` })
      await pay(call, name)
      after.push(`${scenario} ${name}`)
    }
    const report = await explore({
      kinds: ['crash-before', 'crash-after'],
      flow: ({ sandbox, scenario }) => Promise.all(['a', 'b'].map((name) => branch(sandbox, name, scenario))),
      recover: () => undefined,
    })
    expect(report.ok).toBe(true)
    // The other branch had nothing left to ask where the last call of all crashed.
    const atFirst = after.filter((name) => name.startsWith('POST /customers #1'))
    expect(atFirst).toEqual([])
  })
})

describe('a lock that the flow holds when it crashes', () => {
  const open = ({ sandbox }: Run) => {
    const inTurn = queue()
    sandbox.webhooks.onDelivery(() => inTurn(async () => 204))
    return { checkout: () => inTurn(() => pay(clientOf(sandbox), 'A-1')) }
  }
  const flow = (run: Run) => open(run).checkout()
  const kinds = ['crash-after'] as const

  test('is not held by a shop that recover opens again, and webhooks to the old one are lost', async () => {
    expect(notHeld(await explore({ flow, recover: flow, kinds, once: 'metadata.order' }))).toEqual([])
  })

  test('is held by the same shop: the finding says why', async () => {
    const shops = new WeakMap<Sandbox, ReturnType<typeof open>>()
    const { findings } = await explore({
      ...{ kinds, timeoutMs: 500 },
      flow: (run) => {
        const shop = open(run)
        shops.set(run.sandbox, shop)
        return shop.checkout()
      },
      recover: ({ sandbox }) => shops.get(sandbox)?.checkout(),
    })
    expect(findings[0]).toMatchObject({
      rule: 'hung',
      message: expect.stringMatching(/the flow has crashed, .* lock.* open the shop again/),
    })
  })
})

describe('in a scenario it is a finding', () => {
  const paying = ({ sandbox }: Run) => pay(clientOf(sandbox, { tries: 1 }), 'A-1')
  const kinds = ['refused'] as const
  const only = 'POST /charges #1: refused'

  test('that the flow never ends', async () => {
    const report = await explore({
      only,
      timeoutMs: 500,
      flow: (run) => paying(run).catch(() => new Promise<string>(() => undefined)),
    })
    expect(rules(report)).toEqual(['POST /charges #1: refused: hung'])
    expect(report.findings[0]?.message).toContain('500 ms')
  })

  test('that a receiver, check or recover never ends', async () => {
    const never = () => new Promise<never>(() => undefined)
    const ifScenario = ({ scenario }: { readonly scenario: string | null }) =>
      scenario === null ? undefined : never()
    for (const options of [{ recover: ifScenario }, { check: ifScenario }]) {
      const report = await explore({ only, timeoutMs: 500, flow: paying, ...options })
      expect(rules(report)).toEqual(['POST /charges #1: refused: hung'])
    }
    const report = await explore({
      only: 'charge.create #1: twice',
      timeoutMs: 500,
      flow: (run) => {
        const seen = new Set<string>()
        run.sandbox.webhooks.onDelivery(async (request) => {
          const { id } = await request.json()
          if (seen.has(id)) return never()
          seen.add(id)
          return 204
        })
        return paying(run)
      },
    })
    expect(rules(report)).toEqual(['charge.create #1: twice: hung'])
  })

  test('that the flow closes its sandbox', async () => {
    const report = await explore({
      kinds,
      flow: async (run) => {
        await paying(run).catch(() => run.sandbox.close())
      },
    })
    expect(report.findings).toMatchObject([
      { rule: 'check', message: expect.stringContaining('closed') },
      { rule: 'check', message: expect.stringContaining('closed') },
    ])
  })

  test.each([
    ['an error', () => new Error('no stock'), /left unhandled.*no stock/],
    ['a text', () => 'no stock', /left unhandled.*no stock.*not an error/],
    ['nothing', () => undefined, /left unhandled/],
  ])('that a rejection is left behind: %s', async (_, reason, message) => {
    const report = await explore({
      kinds,
      flow: (run) => paying(run).catch(() => void Promise.reject(reason())),
    })
    expect(report.findings).toMatchObject(
      ['POST /tokens #1: refused', 'POST /charges #1: refused'].map((scenario) => ({
        ...{ scenario, rule: 'check', message: expect.stringMatching(message) },
      })),
    )
  })

  test('that check or recover throws, whatever it is, and that books returns no list', async () => {
    const fails = ({ scenario }: { readonly scenario: string | null }) => {
      if (scenario !== null) throw 'no stock'
    }
    for (const options of [{ recover: fails }, { check: fails }]) {
      const { findings } = await explore({ kinds, flow: paying, ...options })
      expect(findings).toHaveLength(2)
      for (const { rule, message } of findings)
        expect([rule, message]).toEqual(['check', expect.stringContaining('no stock')])
    }
    const books = ({ scenario, result }: Run & { scenario: string | null; result: string | undefined }) =>
      scenario === null ? [{ charge: result, paid: true }] : ('all of them' as never)
    const { findings } = await explore({ kinds, flow: paying, books })
    expect(findings).toMatchObject([{ rule: 'books' }, { rule: 'books' }])
  })
})

test('what a flow throws reaches check as it is, and is no finding by itself', async () => {
  const thrown: unknown[] = []
  const report = await explore({
    kinds: ['refused'],
    flow: ({ sandbox }) =>
      pay(clientOf(sandbox, { tries: 1 })).catch(() => {
        throw 'no stock'
      }),
    check: ({ error }) => void thrown.push(error),
  })
  expect(report.ok).toBe(true)
  expect(thrown).toEqual([null, 'no stock', 'no stock'])
})

test('all wrong options are named at once, and an unknown scenario with the nearest', async () => {
  const wrong = {
    flow: 1,
    check: 2,
    depth: 3,
    runs: 0,
    timeoutMs: -1,
    settle: 'soon',
    once: '..',
    kinds: ['lots'],
    on: 1,
  }
  const message = await explore(wrong as never).catch((error) => error.message)
  for (const name of Object.keys(wrong)) expect(message).toContain(`${name}: `)
  expect(message).toMatch(/kinds: .*lost/)
  const flow = ({ sandbox }: Run) => pay(clientOf(sandbox))
  for (const [only, nearest] of [
    ['POST /charge #1: answer-lost', 'POST /charges #1: answer-lost'],
    ['POST /charges #1: answer lost', 'POST /charges #1: answer-lost'],
    ['POST /charges #1: refused + POST /charges #1: refused', 'POST /charges #'],
  ] as const)
    await expect(explore({ flow, only }), only).rejects.toMatchObject({
      ...{ code: 'invalid_option', message: expect.stringContaining(nearest) },
    })
})

test('wrong options of the sandbox are told before anything runs', async () => {
  let ran = false
  const flow = () => {
    ran = true
  }
  for (const sandbox of [{ wat: 1 }, { intercept: 'nowhere' }, { intercept: { api: 'not a host' } }])
    await expect(explore({ flow, sandbox: sandbox as never })).rejects.toMatchObject({
      code: 'invalid_option',
    })
  expect(ran).toBe(false)
})

test('two explorations of one flow give the same scenarios, findings and stories, in pairs too', async () => {
  const seen = async () => {
    const { scenarios, findings, text } = await explore({
      once: 'metadata.order',
      depth: 2,
      kinds: ['answer-lost', 'twice', 'overtaken', 'early', 'ack-lost'],
      flow: ({ sandbox }) => {
        sandbox.webhooks.onDelivery(() => 204)
        return payAgain(clientOf(sandbox, { tries: 1 }))
      },
    })
    return { names: scenarios.map(({ name, outcome }) => [name, outcome]), findings, text: text() }
  }
  const first = await seen()
  expect(first.findings.length).toBeGreaterThan(0)
  expect(await seen()).toEqual(first)
})
