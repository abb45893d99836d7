/** Contract 18: what is true for a moment only, what a shop believes of amounts, and what is asked again. */
import { describe, expect, it } from 'vitest'
import { type ExploreOptions, explore } from '../../../src/suites/explore/explore'
import { type Call, call, card, charging, clientOf, failedOf, paying, type Run, rules } from './flows'

const once = 'metadata.order'
/** A code for the order: the customer can pay it as long as it is open. */
const showCode = (call: Call, key: string): Promise<{ readonly id: string }> =>
  charging(call, { 'source[type]': 'promptpay' }, key)

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

  it('is found where the money of one order is held twice', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox)
      const { id: token } = await call('/tokens', card)
      const { id: customer } = await call('/customers', { card: token })
      const { id } = await charging(call, { customer, capture: 'false' })
      await call(`/charges/${id}/capture`, {})
    }
    const { findings } = await explore({ once, flow, kinds: ['answer-lost'] })
    expect(findings).toMatchObject([
      {
        scenario: 'POST /charges #1: answer-lost',
        rule: 'double-charge',
        message: expect.stringMatching(
          /^2 charges share metadata\.order "A-1" and hold money: \S+ \(authorized\), \S+ \(paid\)$/,
        ),
      },
    ])
  })

  it('is found where two hosted checkouts of one order can both be paid, and not where a new one follows the old', async () => {
    const opening = async ({ sandbox }: Run, key: string): Promise<{ readonly id: string }> =>
      call({ sandbox }, 'POST', '/api/sessions', {
        ...{ amount: '100000', currency: 'thb', 'metadata[order]': 'A-1', description: key },
        'redirect_urls[complete_url]': 'https://shop.example/thanks',
      })
    const options = { once, sandbox: { profile: 'omise' }, kinds: ['refused'] } as const
    const both = async (run: Run): Promise<void> => {
      await opening(run, 'first')
      run.sandbox.simulate.payCheckout((await opening(run, 'second')).id)
    }
    expect(await failedOf({ ...options, flow: both })).toMatchObject({
      message: expect.stringMatching(
        /2 charges share metadata\.order "A-1" and can all be paid: sess_\S+ \(waits/,
      ),
    })
    const inTurn = async (run: Run): Promise<void> => {
      run.sandbox.simulate.cancelCheckout((await opening(run, 'first')).id)
      run.sandbox.simulate.payCheckout((await opening(run, 'second')).id)
    }
    const report = await explore({ ...options, flow: inTurn, kinds: ['payer-never', 'payer-twice'] })
    expect(report.payers).toEqual(['payer: cancel-checkout #1', 'payer: pay-checkout #1'])
    expect(rules(report)).toEqual(['payer: cancel-checkout #1: payer-never: double-charge'])
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
  const believing = (believed: object): ExploreOptions => ({
    flow: paying,
    books: ({ sandbox }) => [{ charge: sandbox.charges.last()?.id, paid: true, ...believed }],
  })

  it.each([
    ['another amount', { amount: 1000 }, 'took 100000 thb, but the shop says 1000 thb'],
    ['another currency', { currency: 'JPY' }, 'took 100000 thb, but the shop says 100000 jpy'],
    ['both', { amount: 1000, currency: 'jpy' }, 'took 100000 thb, but the shop says 1000 jpy'],
    ['no number', { amount: '1000' }, 'has an amount that is not a whole number of subunits'],
    ['no currency', { currency: 764 }, 'has a currency that is not a text such as thb'],
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

  it('lets a customer scan a new code after one that was refused', async () => {
    const flow = async ({ sandbox }: Run): Promise<void> => {
      const call = clientOf(sandbox)
      for (const key of ['first', 'second']) {
        const { id } = await showCode(call, key)
        sandbox.simulate.payCharge(id)
        if (sandbox.charges.get(id)?.paid) return
      }
    }
    expect(rules(await explore({ once, flow, only: saved.only }))).toEqual([])
  })

  it('lets each of two customers who click make decisions of his own', async () => {
    const flow: ExploreOptions['flow'] = (run) => charging(clientOf(run.sandbox), byCustomer(run), 'A-1')
    const pair = 'flow: double-click + POST /charges #1: declined'
    expect((await explore({ ...saved, flow, only: pair })).findings).toEqual([])
  })
})
