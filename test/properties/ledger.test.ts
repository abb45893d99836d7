import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { patience, runs } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { goodCard } from '../support/client'
import { encodeForm, type Params } from '../support/form'
import { plainSandbox, stateOf } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

interface Shown {
  readonly id: string
  readonly code: string
  readonly [field: string]: unknown
}

/** Only what is needed: these tests make tens of thousands of requests. */
const asking =
  (sandbox: Sandbox) =>
  async (path: string, params?: Params): Promise<[number, Shown]> => {
    const vault = path === '/tokens'
    const answer = await sandbox.fetch(`${vault ? sandbox.vaultUrl : sandbox.url}${path}`, {
      method: params === undefined ? 'GET' : 'POST',
      headers: {
        authorization: sandbox.authorization[vault ? 'public' : 'secret'],
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: params === undefined ? null : encodeForm(params),
    })
    return [answer.status, await answer.json()]
  }

/** A sandbox with a customer whose card can be charged again and again, and the state to begin from. */
const openShop = async () => {
  const sandbox = plainSandbox()
  const ask = asking(sandbox)
  const [, token] = await ask('/tokens', { card: goodCard })
  const [, customer] = await ask('/customers', { card: token.id })
  return { sandbox, ask, customer: customer.id, state: sandbox.snapshot() }
}
describe('spec 4.2: refund arithmetic and the ledger', () => {
  test('refunds of a foreign charge give back exactly what came in, however they are cut', async () => {
    const { sandbox, ask, customer, state } = await openShop()
    const property = fc.asyncProperty(
      fc.integer({ min: 100, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
      async (amount, cuts) => {
        sandbox.restore(state)
        const [, charge] = await ask('/charges', { amount, currency: 'usd', customer })
        await sandbox.clock.advance('1d')
        for (const cut of cuts)
          await ask(`/charges/${charge.id}/refunds`, { amount: Math.ceil((amount * cut) / 100) })
        await ask(`/charges/${charge.id}/refunds`, {})
        const back = sandbox.refunds.list().reduce((sum, refund) => sum + refund.funding_amount, 0)
        expect(back).toBe(charge.funding_amount)
        expect(auditBooks(stateOf(sandbox))).toEqual([])
      },
    )
    await fc.assert(property, runs(200))
  })
})
