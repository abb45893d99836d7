import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../src/index'
import { type Operation, operations, runs } from '../support/arbitraries'
import { goodCard } from '../support/client'
import { encodeForm, type Params } from '../support/form'
import { auditSandbox, plainSandbox, start } from '../support/sandbox'
import { type AccountFacts, Model, type ModelCharge, type Verdict } from './model'

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
type Ask = ReturnType<typeof asking>

type Request = Exclude<Operation, { do: 'advance' }>

/** The operation as a request. `ids` are those of the charges, in the order of the model's. */
const perform = async (ask: Ask, ids: string[], model: Model, operation: Request): Promise<Verdict> => {
  const [status, body] = await request(ask, ids, model, operation)
  if (status !== 200) return [status, body.code]
  if (operation.do === 'create') ids.push(body.id)
  return 'done'
}

const request = async (ask: Ask, ids: readonly string[], model: Model, operation: Request) => {
  if (operation.do === 'create') {
    const { amount, currency, hold } = operation
    const [, { id: card }] = await ask('/tokens', { card: goodCard })
    const held = hold === 'none' ? {} : { capture: false, authorization_type: hold }
    return ask('/charges', { amount, currency, card, ...held })
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

/** Does all operations to both, compares each answer, and at the end everything. */
const compare = async (
  sandbox: Sandbox,
  facts: AccountFacts,
  planned: readonly Operation[],
): Promise<void> => {
  const model = new Model(facts, Date.parse(start))
  const ask = asking(sandbox)
  const ids: string[] = []
  for (const operation of planned) {
    if (operation.do !== 'advance') {
      const answered = await perform(ask, ids, model, operation)
      expect(answered).toEqual(model.apply(operation))
    } else {
      await sandbox.clock.advance(operation.ms)
      model.apply(operation)
    }
  }
  expect(ids.map((id) => sandbox.charges.get(id))).toMatchObject(model.charges.map(shownAs))
  expect(sandbox.transactions.count()).toBe(model.entries)
  const [, balance] = await ask('/balance')
  expect(balance).toMatchObject({ total: model.balance, transferable: model.balance })
  auditSandbox(sandbox)
}

const countries = {
  TH: { currency: 'thb', feeRate: 365, vatRate: 700, holdDays: 7 },
  JP: { currency: 'jpy', feeRate: 365, vatRate: 0, holdDays: 30 },
  SG: { currency: 'sgd', feeRate: 340, vatRate: 0, holdDays: 7 },
} as const

const sequences = [
  { country: 'TH', count: 1000 },
  { country: 'JP', count: 300 },
  { country: 'SG', count: 200 },
] as const

describe('spec 4.2: refund arithmetic and the ledger', () => {
  test.each(sequences)(
    'an account in $country has the charges, entries and balance of a simple model ($count sequences)',
    async ({ country, count }) => {
      const property = fc.asyncProperty(operations(12), (planned) =>
        compare(plainSandbox({ country }), countries[country], planned),
      )
      await fc.assert(property, runs(count))
    },
    60_000,
  )

  test('refunds of a foreign charge give back exactly what came in, however they are cut', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 100, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
      async (amount, cuts) => {
        const sandbox = plainSandbox()
        const ask = asking(sandbox)
        const [, { id: card }] = await ask('/tokens', { card: goodCard })
        const [, charge] = await ask('/charges', { amount, currency: 'usd', card })
        await sandbox.clock.advance('1d')
        for (const cut of cuts)
          await ask(`/charges/${charge.id}/refunds`, { amount: Math.ceil((amount * cut) / 100) })
        await ask(`/charges/${charge.id}/refunds`, {})
        const back = sandbox.refunds.list().reduce((sum, refund) => sum + refund.funding_amount, 0)
        expect(back).toBe(charge.funding_amount)
        auditSandbox(sandbox)
      },
    )
    await fc.assert(property, runs(300))
  }, 60_000)
})
