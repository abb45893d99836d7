/** Contract 18: what is true for a moment only, what a shop believes of amounts, and what is asked again. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type ExploreOptions, explore } from '../../../src/suites/explore/explore'
import { type Call, card, clientOf, order, pay, type Run, rules } from './flows'

const once = 'metadata.order'
const charging = (call: Call, form: Readonly<Record<string, string>>, key?: string) =>
  call('/charges', { ...order, ...form }, key)

/** A code for the order: the customer can pay it as long as it is open. */
const showCode = (call: Call, key: string): Promise<{ readonly id: string }> =>
  charging(call, { 'source[type]': 'promptpay' }, key)

const failedOf = (options: ExploreOptions): Promise<unknown> =>
  explore(options).then(
    () => 'it held',
    (error: unknown) => error,
  )

describe('double-charge', () => {
  const twoCodes: ExploreOptions['flow'] = async ({ sandbox }) => {
    const call = clientOf(sandbox)
    await showCode(call, 'first')
    await showCode(call, 'second')
  }

  it('is found where two codes of one order can both be paid', async () => {
    expect(await failedOf({ once, flow: twoCodes })).toMatchObject({
      code: 'flow_failed',
      message: expect.stringMatching(
        /2 charges share metadata\.order "A-1" and can all be paid: chrg_\S+ \(waits/,
      ),
    })
  })

  it('is found where one is paid while the other can be, though it is closed later', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox)
      const [first, second] = [await showCode(call, 'first'), await showCode(call, 'second')]
      sandbox.simulate.payCharge(first.id)
      await call(`/charges/${second.id}/expire`, {})
    }
    expect(await failedOf({ once, flow })).toMatchObject({
      message: expect.stringContaining('can all be paid'),
    })
  })

  it('is not found where the first code was closed before the second was shown', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox)
      const first = await showCode(call, 'first')
      await call(`/charges/${first.id}/expire`, {})
      const second = await showCode(call, 'second')
      sandbox.simulate.payCharge(second.id)
    }
    expect((await explore({ once, flow, kinds: ['refused'] })).findings).toEqual([])
  })

  it('does not count a code whose answer was lost and that was read by no one', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox, { tries: 1 })
      await showCode(call, 'first').catch(() => showCode(call, 'second'))
    }
    const options = { once, flow, only: 'POST /charges #1: answer-lost' }
    expect(rules(await explore(options))).toEqual([])
    const reading: ExploreOptions = {
      ...options,
      flow: async (run) => {
        await flow(run)
        const { fetch, url, authorization } = run.sandbox
        await fetch(`${url}/charges`, { headers: { authorization: authorization.secret } })
      },
    }
    expect(rules(await explore(reading))).toEqual(['POST /charges #1: answer-lost: double-charge'])
  })
})

describe('wrong-amount', () => {
  const flow: ExploreOptions['flow'] = ({ sandbox }) => pay(clientOf(sandbox), 'A-1')
  const believing = (believed: object): ExploreOptions => ({
    flow,
    books: ({ sandbox }) => [{ charge: sandbox.charges.last()?.id, paid: true, ...believed }],
  })

  it.each([
    ['another amount', { amount: 1000 }, 'took 100000 thb, and the shop says 1000 thb'],
    ['another currency', { currency: 'JPY' }, 'took 100000 thb, and the shop says 100000 jpy'],
    ['both', { amount: 1000, currency: 'jpy' }, 'took 100000 thb, and the shop says 1000 jpy'],
    ['no number', { amount: '1000' }, 'has an amount that is no whole number of subunits'],
    ['no currency', { currency: 764 }, 'has a currency that is no text such as thb'],
  ])('says %s', async (_, believed, message) => {
    expect(await failedOf(believing(believed))).toMatchObject({ message: expect.stringContaining(message) })
  })

  it('compares what was authorized, in any case of letters, and nothing of a charge that took nothing', async () => {
    const held = await explore({
      ...believing({ amount: 100_000, currency: 'THB' }),
      kinds: ['rate-limited'],
    })
    expect(held.ok).toBe(true)
    const authorized: ExploreOptions = {
      flow: async ({ sandbox }) => {
        const call = clientOf(sandbox)
        const { id } = await call('/tokens', card)
        await charging(call, { card: id, capture: 'false' })
      },
      books: ({ sandbox }) => [{ charge: sandbox.charges.last()?.id, paid: false, amount: 5 }],
    }
    expect(await failedOf(authorized)).toMatchObject({ message: expect.stringContaining('took 100000 thb') })
    const waiting: ExploreOptions = {
      flow: async ({ sandbox }) => void (await showCode(clientOf(sandbox), 'A-1')),
      books: authorized.books,
    }
    expect((await explore({ ...waiting, kinds: ['rate-limited'] })).ok).toBe(true)
  })
})

describe('retried-decline', () => {
  const saved = { sandbox: { fixtures: ['saved-card'] }, once, only: 'POST /charges #1: declined' }
  const byCustomer = ({ sandbox }: Run): Readonly<Record<string, string>> => ({
    customer: sandbox.customers.last()?.id ?? '',
  })
  const twice =
    (means: (run: Run, i: number) => Promise<Readonly<Record<string, string>>>): ExploreOptions['flow'] =>
    async (run) => {
      const call = clientOf(run.sandbox)
      for (const i of [1, 2]) {
        await charging(call, await means(run, i), `attempt-${i}`)
        if (run.sandbox.charges.last()?.paid) return
      }
    }
  const tokenOf = async ({ sandbox }: Run): Promise<string> => (await clientOf(sandbox)('/tokens', card)).id

  it.each<[string, ExploreOptions['flow'], readonly string[]]>([
    ['the same customer', twice(async (run) => byCustomer(run)), ['retried-decline']],
    [
      'the same token',
      async (run) => {
        const token = await tokenOf(run)
        await twice(async () => ({ card: token }))(run)
      },
      ['retried-decline'],
    ],
    ['another token', twice(async (run) => ({ card: await tokenOf(run) })), []],
    [
      'the saved card, and then its customer',
      twice(async (run, i) => {
        const saved = run.sandbox.customers.last()?.default_card ?? ''
        return i === 1 ? { ...byCustomer(run), card: saved } : byCustomer(run)
      }),
      ['retried-decline'],
    ],
  ])('after a decline: %s', async (_, flow, found) => {
    const { findings } = await explore({ ...saved, flow })
    expect(findings.map(({ rule }) => rule)).toEqual(found)
  })

  it('counts recover, and no stored answer of the same key', async () => {
    const flow: ExploreOptions['flow'] = (run) => charging(clientOf(run.sandbox), byCustomer(run), 'A-1')
    const again = (key: string): ExploreOptions['recover'] => {
      return async (run) => {
        if (run.sandbox.charges.last()?.paid) return
        await charging(clientOf(run.sandbox), byCustomer(run), key)
      }
    }
    expect((await explore({ ...saved, flow, recover: again('A-1') })).findings).toEqual([])
    expect(rules(await explore({ ...saved, flow, recover: again('A-2') }))).toEqual([
      'POST /charges #1: declined: retried-decline',
    ])
  })

  it('sees a code that was refused as the payer paid, and asked for again', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox)
      for (const key of ['first', 'second']) {
        const { id } = await showCode(call, key)
        sandbox.simulate.payCharge(id)
        if (sandbox.charges.get(id)?.paid) return
      }
    }
    expect(rules(await explore({ once, flow, only: saved.only }))).toEqual([
      'POST /charges #1: declined: retried-decline',
    ])
  })

  it('lets each of two customers who click make decisions of his own', async () => {
    const flow: ExploreOptions['flow'] = (run) => charging(clientOf(run.sandbox), byCustomer(run), 'A-1')
    const pair = 'flow: double-click + POST /charges #1: declined'
    expect((await explore({ ...saved, flow, only: pair })).findings).toEqual([])
  })
})

describe('the first run', () => {
  const paying = (receive: (request: Request) => unknown) => (run: Run) => {
    run.sandbox.webhooks.onDelivery(receive)
    return pay(clientOf(run.sandbox), 'A-1')
  }

  it('fails where no webhook was accepted: status, address, what was signed how, and its story', async () => {
    expect(await failedOf({ once, flow: paying(() => 401) })).toMatchObject({
      code: 'flow_failed',
      message: expect.stringMatching(
        /^no webhook was accepted without a fault: https:\S+ answered 401; signed in Service-Signature .*\n.*delivery charge\.create #1 -> 401/s,
      ),
      story: expect.arrayContaining([expect.stringMatching(/^delivery charge\.create #1 -> 401$/)]),
    })
  })

  it('gives the cells of a delivery that was never accepted as refused', async () => {
    const flow = paying(async (request) => ((await request.json()).key === 'charge.create' ? 500 : 204))
    const report = await explore({ once, flow, kinds: ['twice', 'late'] })
    expect(report.deliveries).toEqual(['charge.create #1', 'charge.complete #1'])
    expect(JSON.parse(JSON.stringify(report)).deliveries).toEqual([
      { name: 'charge.create #1', accepted: false, status: 500 },
      { name: 'charge.complete #1', accepted: true, status: 204 },
    ])
    const text = report.text()
    expect(text).toMatch(/^charge\.create #1\s+refused refused$/m)
    expect(text).toMatch(/did not accept charge\.create #1\s+\(answered\s+500\)/)
  })

  it('accepts a delivery whose retry is accepted', async () => {
    const seen = new Set<string | null>()
    const flow = paying(async (request) => {
      const { id } = await request.json()
      if (seen.has(id)) return 204
      seen.add(id)
      return 500
    })
    expect((await explore({ once, flow, kinds: ['rate-limited'] })).refused).toEqual([])
  })

  it('names the fields that could be once', async () => {
    const flow: ExploreOptions['flow'] = async ({ sandbox }) => {
      const call = clientOf(sandbox)
      for (const description of ['shoes', 'socks']) {
        const { id } = await call('/tokens', card)
        await charging(call, {
          card: id,
          description,
          ...(description === 'shoes' && { 'metadata[a]': '1' }),
        })
      }
    }
    const report = await explore({ flow, kinds: ['rate-limited'] })
    expect(report.onceCouldBe).toEqual(['metadata.order', 'description'])
    expect(report.text()).toMatch(/could\s+be\s+metadata\.order\s+or\s+description/)
  })

  it.each([
    ['crash-before', 'it needs `recover`'],
    ['twice', 'the first run had no delivery'],
    ['together', 'no delivery that another to the same receiver follows'],
    ['beside', 'no delivery that a call has caused'],
  ] as const)('refuses %s where it can apply nowhere', async (kind, why) => {
    const flow: ExploreOptions['flow'] = ({ sandbox }) => pay(clientOf(sandbox), 'A-1')
    expect(await failedOf({ flow, kinds: ['refused', kind] })).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(
        `${kind} can apply nowhere: ${why.replace(/^no /, 'the first run had no ')}`,
      ),
    })
  })
})

test('a double-click is tried at the start and at each call of the flow', async () => {
  const flow = async ({ sandbox }: Run): Promise<unknown> => pay(clientOf(sandbox), 'A-1')
  const { scenarios, findings } = await explore({ once, flow, kinds: ['double-click'] })
  expect(scenarios.map(({ name }) => name)).toEqual([
    'flow: double-click',
    'flow: double-click at POST /tokens #1',
    'flow: double-click at POST /charges #1',
  ])
  expect(findings).toEqual([])
})

test('deliveries over sockets overlap, too', async () => {
  const underWay = { now: 0, most: 0 }
  const server = createServer((_, response) => {
    underWay.now += 1
    underWay.most = Math.max(underWay.most, underWay.now)
    setTimeout(() => {
      underWay.now -= 1
      response.writeHead(204).end()
    }, 20)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const sandbox = { webhook: `http://127.0.0.1:${port}/` }
  const most: Record<string, number> = {}
  await explore({
    ...{ sandbox, kinds: ['at-once', 'together', 'late'] },
    flow: ({ sandbox }) => pay(clientOf(sandbox), 'A-1'),
    check: ({ scenario }) => {
      most[scenario ?? 'first'] = underWay.most
      underWay.most = 0
    },
  })
  server.close()
  expect(most).toMatchObject({
    ...{ first: 1, 'charge.create #1: late': 1, 'charge.create #1: at-once': 2 },
    ...{ 'charge.complete #1: at-once': 2, 'charge.create #1: together': 2 },
  })
})

describe('parallel deliveries', () => {
  const mostAtOnce = async (open: () => Sandbox): Promise<number> => {
    const sandbox = open()
    const underWay = { now: 0, most: 0 }
    sandbox.webhooks.onDelivery(async () => {
      underWay.now += 1
      underWay.most = Math.max(underWay.most, underWay.now)
      await new Promise((resolve) => setImmediate(resolve))
      underWay.now -= 1
    })
    for (let i = 0; i < 30; i += 1) sandbox.trigger('customer.create')
    await sandbox.webhooks.settle()
    await sandbox.close()
    return underWay.most
  }

  it.each([
    ['one after the other', {}, 1],
    ['16 at once with webhooks.parallel', { webhooks: { parallel: true } }, 16],
    ['16 at once with webhookParallel', { webhookParallel: true }, 16],
  ])('%s', async (_, options, most) => {
    const { createSandbox } = await import('../../../src/index')
    expect(await mostAtOnce(() => createSandbox(options))).toBe(most)
  })
})
