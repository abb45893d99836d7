/** Contract 12.1: each call and each webhook of a flow goes wrong once, and what that does to a shop is found. */
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type ExploreOptions, explore } from '../../../src/suites/explore/explore'
import { matchers } from '../../../src/suites/testing/matchers/matchers'
import { brokenShops } from './broken-shops'
import { correctShops } from './correct-shops'
import { card, clientOf } from './flows'

/** A customer whose card is saved pays an order. */
const checkout =
  ({ key }: { readonly key: string | undefined }) =>
  async ({ sandbox }: { readonly sandbox: Sandbox }) => {
    const call = clientOf(sandbox)
    const customer = sandbox.customers.last()?.id ?? ''
    const form = { amount: '100000', currency: 'thb', customer, 'metadata[order]': 'A-1' }
    return call('/charges', form, key)
  }

const saved = { sandbox: { fixtures: ['saved-card'] }, once: 'metadata.order' }

describe('a checkout', () => {
  test('that repeats a charge without an idempotency key charges twice when the answer is lost', async () => {
    const report = await explore({ ...saved, flow: checkout({ key: undefined }) })
    expect(report.findings).toMatchObject([
      { scenario: 'POST /charges #1: answer-lost', rule: 'double-charge' },
    ])
    expect(report.text()).toContain('DOUBLE-')
    expect(report.text()).toMatch(/^How to fix each: npx payment-sandbox docs explore$/m)
    for (const line of report.text().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('with a key for the order holds, alone and in pairs, and crashes are recovered by the same call', async () => {
    const flow = checkout({ key: 'order-A-1' })
    const report = await explore({ ...saved, flow, recover: flow, depth: 2 })
    expect(report.findings).toEqual([])
    expect(report.scenarios.map(({ outcome }) => outcome)).not.toContain('not-reached')
    expect(report.scenarios.map(({ name }) => name)).toContain('POST /charges #1: crash-after')
  })
})

describe('what cannot be explored', () => {
  const flow = async ({ sandbox }: { readonly sandbox: Sandbox }) => clientOf(sandbox)('/tokens', card)
  const paying = checkout({ key: undefined })
  const misspelt = { ...saved, flow: paying, once: 'metadata.ordr' }
  const unbooked = { ...saved, flow: paying, books: () => [{ charge: null, paid: true, refunded: false }] }
  const withWrongKey = ({ sandbox }: { readonly sandbox: Sandbox }) =>
    sandbox.fetch('/account', { headers: { authorization: `Basic ${btoa('skey_test_of_the_shop:')}` } })
  const wrong: [what: string, options: object, code: string, message: RegExp][] = [
    [
      'a flow that throws before its first call',
      { flow: () => Promise.reject(new Error('no stock')) },
      'flow_failed',
      /no stock\n.*\n {2}the flow made no call: let it call the sandbox that it gets/s,
    ],
    [
      'a flow that throws as its key is unknown',
      { flow: async (run: { readonly sandbox: Sandbox }) => Promise.reject(await withWrongKey(run)) },
      'flow_failed',
      /\n {2}no call was accepted without a fault: GET \/account was refused with 401 authentication_failure: key skey_test_…hop is not known/,
    ],
    [
      'a flow that throws after a call',
      { flow: async (run: { readonly sandbox: Sandbox }) => Promise.reject(new Error((await flow(run)).id)) },
      'flow_failed',
      /: tokn_test_\w+\n(?!.*no call)/s,
    ],
    [
      'a flow that throws no error',
      { flow: () => Promise.reject('no stock') },
      'flow_failed',
      /not an error/,
    ],
    [
      'a flow that throws synchronously',
      {
        flow: () => {
          throw undefined
        },
      },
      'flow_failed',
      /undefined/,
    ],
    ['a flow without a call', { flow: () => 1 }, 'nothing_to_explore', /made no call/],
    [
      'a flow that hangs',
      { flow: () => new Promise(() => undefined), timeoutMs: 20 },
      'flow_failed',
      /20 ms/,
    ],
    [
      'a check that fails',
      { flow, check: () => Promise.reject(new Error('unpaid')) },
      'flow_failed',
      /unpaid/,
    ],
    [
      'a field that no charge has',
      misspelt,
      'flow_failed',
      /no charge has .*ordr: did you mean metadata\.order\?/,
    ],
    [
      'books with a wrong field',
      unbooked,
      'flow_failed',
      /books must return .*: \[0\] has a refunded that is not/,
    ],
  ]
  test.each(wrong)('%s', async (_, options, code, message) => {
    await expect(explore(options as ExploreOptions)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  test('a rejection that is left behind fails the first run, and does not end the process', async () => {
    const leaving = async ({ sandbox }: { readonly sandbox: Sandbox }) => {
      void Promise.reject(new Error('forgotten'))
      return clientOf(sandbox)('/tokens', card)
    }
    await expect(explore({ flow: leaving })).rejects.toMatchObject({
      code: 'flow_failed',
      message: expect.stringMatching(/left unhandled.*forgotten/),
    })
  })
})

test('two findings of one scenario are counted as such, and tell its story once', async () => {
  const report = await explore({
    ...{ ...saved, kinds: ['answer-lost'], flow: checkout({ key: undefined }) },
    check: ({ sandbox }) => {
      if (sandbox.charges.count() > 1) throw new Error('two parcels')
    },
  })
  expect(report.findings).toHaveLength(2)
  expect(report.text()).toContain('0 held, 2 findings in 1 scenario')
  expect(report.text().match(/fault POST/g)).toHaveLength(1)
})

test('toHaveHeld shows the table and the stories of what did not hold', () => {
  const judge = (received: unknown) => matchers.toHaveHeld.call({ isNot: false } as never, received)
  expect(judge({ ok: true, text: () => '' }).pass).toBe(true)
  expect(judge({ ok: false, text: () => 'the table' }).message()).toBe('the table')
  expect(judge(1).message()).toContain('takes a report of explore()')
})

// Contract 12.1: the mistakes that shops make are found where they show, and shops without one hold.

test.each(brokenShops)('a shop is found that $mistake', async ({ shop, found }) => {
  const { findings } = await explore(shop)
  expect(findings.map(({ scenario, rule }) => `${scenario} ${rule}`)).toEqual(found)
})

test.each(correctShops)('nothing is found in a shop that $does', async ({ shop }) => {
  const report = await explore(shop)
  expect(report.ok, report.text()).toBe(true)
  expect(report.scenarios.filter(({ outcome }) => outcome !== 'held')).toEqual([])
})
