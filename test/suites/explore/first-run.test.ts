/** Contract 18: what is said of the first run, and how deliveries and clicks overlap. */
import { describe, expect, it, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { deferred } from '../../../src/kernel/deferred'
import { within } from '../../../src/kernel/real-time'
import { type ExploreOptions, explore } from '../../../src/suites/explore/explore'
import { serverOf } from '../../support/server'
import { card, charging, clientOf, failedOf, pay, paying, type Run } from './flows'
import { queue } from './racing'

const once = 'metadata.order'

describe('the first run', () => {
  const payingWith = (receive: (request: Request) => unknown) => (run: Run) => {
    run.sandbox.webhooks.onDelivery(receive)
    return paying(run)
  }

  it('fails where no webhook was accepted: status, address, what was signed how, and its story', async () => {
    expect(await failedOf({ once, flow: payingWith(() => 401) })).toMatchObject({
      code: 'flow_failed',
      message: expect.stringMatching(
        /^no webhook was accepted without a fault: https:\S+ answered 401; signed in Service-Signature .*\n.*delivery charge\.create #1 -> 401/s,
      ),
      story: expect.arrayContaining([expect.stringMatching(/^delivery charge\.create #1 -> 401$/)]),
    })
  })

  it('gives the cells of a delivery that was never accepted as refused', async () => {
    const flow = payingWith(async (request) => ((await request.json()).key === 'charge.create' ? 500 : 204))
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
    const flow = payingWith(async (request) => {
      const { id } = await request.json()
      if (seen.has(id)) return 204
      seen.add(id)
      return 500
    })
    expect((await explore({ once, flow, kinds: ['rate-limited'] })).refused).toEqual([])
  })

  it('lets webhooks arrive at a receiver that the flow takes away at its end', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const heard = deferred()
      let left = 2
      const end = sandbox.webhooks.onDelivery(() => {
        left -= 1
        if (left === 0) heard.resolve()
      })
      await pay(clientOf(sandbox), 'A-1')
      await within(100, heard.promise)
      end()
    }
    expect((await explore({ once, flow, kinds: ['twice'] })).refused).toEqual([])
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
    expect(report.text()).toMatch(/has\s+metadata\.order\s+and\s+description/)
  })

  it.each([
    ['crash-before', 'it needs `recover`'],
    ['twice', 'the first run had no delivery'],
    ['together', 'no delivery with another to the same receiver after it'],
    ['beside', 'no delivery that the flow caused'],
  ] as const)('refuses %s where it can apply nowhere', async (kind, why) => {
    expect(await failedOf({ flow: paying, kinds: ['refused', kind] })).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(
        `${kind} can apply nowhere: ${why.replace(/^no /, 'the first run had no ')}`,
      ),
    })
  })
})

const clicks = [
  'flow: double-click',
  'flow: double-click at POST /tokens #1',
  'flow: double-click at POST /charges #1',
]

test.each([
  ['is tried at the start and at each call of the flow', paying, []],
  [
    'is tried at each call, too, where it breaks the shop at the start',
    ({ sandbox }: Run) => pay(clientOf(sandbox)),
    clicks,
  ],
])('a double-click %s', async (_, flow, found) => {
  const { scenarios, findings } = await explore({ once, flow, kinds: ['double-click'] })
  expect(scenarios.map(({ name }) => name)).toEqual(clicks)
  expect(findings.map(({ scenario }) => scenario)).toEqual(found)
})

test('deliveries over sockets overlap, too', async () => {
  const underWay = { now: 0, most: 0 }
  const webhook = await serverOf((_, response) => {
    underWay.now += 1
    underWay.most = Math.max(underWay.most, underWay.now)
    setTimeout(() => {
      underWay.now -= 1
      response.writeHead(204).end()
    }, 20)
  })
  const most: Record<string, number> = {}
  await explore({
    ...{ sandbox: { webhook }, kinds: ['at-once', 'together', 'late'] },
    flow: paying,
    check: ({ scenario }) => {
      most[scenario ?? 'first'] = underWay.most
      underWay.most = 0
    },
  })
  expect(most).toMatchObject({
    ...{ first: 1, 'charge.create #1: late': 1, 'charge.create #1: at-once': 2 },
    ...{ 'charge.complete #1: at-once': 2, 'charge.create #1: together': 2 },
  })
})

test('jobs that run in turn are all waited for before a run is judged', async () => {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const report = await explore({
    ...{ kinds: ['at-once'], once },
    flow: async ({ sandbox }) => {
      const shop = { parcels: 0 }
      const { authorization, fetch, url } = sandbox
      const headers = { authorization: authorization.secret }
      const inTurn = queue()
      const ship = async (id: string): Promise<void> => {
        await fetch(`${url}/charges/${id}`, { headers })
        await wait(20)
        shop.parcels += 1
      }
      sandbox.webhooks.onDelivery(async (request) => {
        const { key, data } = await request.json()
        if (key === 'charge.complete') void inTurn(() => ship(data.id))
      })
      await pay(clientOf(sandbox), 'A-1')
      return shop
    },
    check: ({ result }) => expect(result?.parcels).toBeLessThan(2),
  })
  expect(report.findings.map(({ scenario }) => scenario)).toEqual(['charge.complete #1: at-once'])
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
