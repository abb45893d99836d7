import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { type Operation, operations, patience, runs } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { goodCard } from '../support/client'
import { encodeForm, type Params } from '../support/form'
import { plainSandbox, start, stateOf } from '../support/sandbox'
import { type AccountFacts, Model, type ModelCharge, type Verdict } from './model'

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
const openShop = async (country: 'TH' | 'JP' | 'SG') => {
  const sandbox = plainSandbox({ country })
  const ask = asking(sandbox)
  const [, token] = await ask('/tokens', { card: goodCard })
  const [, customer] = await ask('/customers', { card: token.id })
  return { sandbox, ask, customer: customer.id, state: sandbox.snapshot() }
}
type Shop = Awaited<ReturnType<typeof openShop>>

type Request = Exclude<Operation, { do: 'advance' }>

/** The operation as a request. `ids` are those of the charges, in the order of the model's. */
const perform = async (shop: Shop, ids: string[], model: Model, operation: Request): Promise<Verdict> => {
  const [status, body] = await request(shop, ids, model, operation)
  if (status !== 200) return [status, body.code]
  if (operation.do === 'create') ids.push(body.id)
  return 'done'
}

const request = ({ ask, customer }: Shop, ids: readonly string[], model: Model, operation: Request) => {
  if (operation.do === 'create') {
    const { amount, currency, hold } = operation
    const held = hold === 'none' ? {} : { capture: false, authorization_type: hold }
    return ask('/charges', { amount, currency, customer, ...held })
  }
  const path = `/charges/${ids[operation.pick % ids.length] ?? 'none'}`
  if (operation.do === 'reverse' || operation.do === 'expire') return ask(`${path}/${operation.do}`, {})
  const amount = model.amountOf(operation.pick, operation.share) ?? undefined
  return operation.do === 'capture'
    ? ask(`${path}/capture`, { capture_amount: amount })
    : ask(`${path}/refunds`, { amount, void: operation.asVoid ? true : undefined })
}

const statusOf = { held: 'pending', paid: 'successful', reversed: 'reversed', expired: 'expired' } as const

const shownAs = (charge: ModelCharge) => ({
  status: statusOf[charge.state],
  captured_amount: charge.captured,
  refunded_amount: charge.refunded,
  refunded: charge.refunded,
  voided: charge.voided,
  funding_amount: charge.funding,
  fee: charge.fee,
  fee_vat: charge.feeVat,
  net: charge.funding - charge.fee - charge.feeVat,
  refundable: charge.state === 'paid' && charge.refunded < charge.captured,
  capturable: charge.state === 'held',
})

/** Does all operations to both and compares every answer, and at the end all there is. */
const compare = async (shop: Shop, facts: AccountFacts, planned: readonly Operation[]): Promise<void> => {
  const { sandbox, ask, state } = shop
  sandbox.restore(state)
  const model = new Model(facts, Date.parse(start))
  const ids: string[] = []
  const answered: Verdict[] = []
  const predicted: Verdict[] = []
  for (const operation of planned) {
    if (operation.do === 'advance') await sandbox.clock.advance(operation.ms)
    else answered.push(await perform(shop, ids, model, operation))
    const verdict = model.apply(operation)
    if (operation.do !== 'advance') predicted.push(verdict)
  }
  expect(answered).toEqual(predicted)
  expect(ids.map((id) => sandbox.charges.get(id))).toMatchObject(model.charges.map(shownAs))
  expect(sandbox.transactions.count()).toBe(model.entries)
  const [, balance] = await ask('/balance')
  expect(balance).toMatchObject({ total: model.balance, transferable: model.balance })
  expect(auditBooks(stateOf(sandbox))).toEqual([])
}

const countries = {
  TH: { currency: 'thb', feeRate: 365, vatRate: 700, holdDays: 7 },
  JP: { currency: 'jpy', feeRate: 365, vatRate: 0, holdDays: 30 },
  SG: { currency: 'sgd', feeRate: 340, vatRate: 0, holdDays: 7 },
} as const

const sequences = [
  { country: 'TH', count: 1000 },
  { country: 'JP', count: 200 },
  { country: 'SG', count: 100 },
] as const

describe('spec 4.2: refund arithmetic and the ledger', () => {
  test.each(sequences)(
    'an account in $country has the charges, entries and balance of a simple model ($count sequences)',
    async ({ country, count }) => {
      const shop = await openShop(country)
      const property = fc.asyncProperty(operations(12), (planned) =>
        compare(shop, countries[country], planned),
      )
      await fc.assert(property, runs(count))
    },
  )

  test('refunds of a foreign charge give back exactly what came in, however they are cut', async () => {
    const { sandbox, ask, customer, state } = await openShop('TH')
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
