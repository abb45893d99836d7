/** Contract 22: refusals in the words of the real service, and what the rows of the profile allow. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { open } from '../../support/open'
import { stateOf } from '../../support/set-up'

type Service = ReturnType<typeof open>
type Refusal = readonly [status: number, code: string, message: string]
type Call = (service: Service) => Promise<{ readonly status: number; readonly body: object }>

const omise = { profile: 'omise' } as const

const tokenWith =
  (card: object): Call =>
  ({ ask, sandbox }) => {
    const good = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }
    return ask('POST', '/tokens', { card: { ...good, ...card } }, sandbox.authorization.public)
  }

const chargeOf =
  (params: object): Call =>
  ({ charge }) =>
    charge(params)

const paid = async ({ charge }: Service): Promise<string> => (await charge()).body.id

const reversed: Call = async ({ ask, charge }) => {
  const { id } = (await charge({ capture: false })).body
  await ask('POST', `/charges/${id}/reverse`)
  return ask('POST', `/charges/${id}/capture`)
}

const refund =
  (params: object): Call =>
  async (service) =>
    service.ask('POST', `/charges/${await paid(service)}/refunds`, params)

const fraction = 'currency is currently not supported and amount must be an integer'
const notPositive = [400, 'invalid_amount', 'amount must be greater than 0'] as const
const noAmount = [400, 'failed_refund', 'amount is not a number'] as const
const noMonth = 'expiration month is not between 1 and 12 and expiration date is invalid'
const wrongMonth = [400, 'invalid_card', noMonth] as const

const cases: readonly [name: string, call: Call, spec: Refusal, omise: Refusal][] = [
  [
    'a charge with a fraction of a subunit',
    chargeOf({ amount: 2000.5 }),
    [400, 'invalid_amount', 'amount must be an integer (in subunits)'],
    [400, 'invalid_charge', 'amount must be an integer'],
  ],
  [
    'a fraction and another mistake',
    chargeOf({ amount: '2000.5', currency: 'xyz' }),
    [400, 'invalid_charge', `${fraction} (in subunits)`],
    [400, 'invalid_charge', fraction],
  ],
  ['a charge of 0', chargeOf({ amount: 0 }), notPositive, notPositive],
  ['a charge of -1', chargeOf({ amount: -1 }), notPositive, notPositive],
  [
    'the capture of a reversed charge',
    reversed,
    [422, 'invalid_charge', 'charge was reversed'],
    [400, 'failed_capture', 'charge was reversed'],
  ],
  ['a refund whose amount is blank', refund({ amount: '' }), noAmount, noAmount],
  ['a token with a wrong month', tokenWith({ expiration_month: 13 }), wrongMonth, wrongMonth],
]

describe('a refusal by profile', () => {
  const answerTo = async (options: SandboxOptions, call: Call) => {
    const { status, body } = await call(open(options))
    return 'message' in body && 'code' in body ? [status, body.code, body.message] : null
  }

  test.each(cases)('%s', async (_, call, inSpec, inOmise) => {
    expect(await answerTo({}, call)).toEqual(inSpec)
    expect(await answerTo(omise, call)).toEqual(inOmise)
  })

  test('a charge of baht by an account of another currency has words of our own', async () => {
    const { sandbox } = open(omise)
    const { keys } = sandbox.createAccount({ country: 'JP' })
    const answer = await sandbox.fetch(`${sandbox.url}/charges`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${keys.secret}:`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 1, currency: 'thb', source: { type: 'promptpay' } }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        code: 'invalid_charge',
        message: expect.stringMatching(/^amount must be at least \d+ \(in subunits\)$/),
      },
    ])
  })
})

describe('refundAmount', () => {
  test('required refuses a refund without an amount, whatever else is wrong, and changes nothing', async () => {
    const service = open({ overrides: { refundAmount: 'required' } })
    const id = await paid(service)
    const before = stateOf(service.sandbox)
    const answer = await service.ask('POST', `/charges/${id}/refunds`, { void: true })
    expect([answer.status, answer.body.code, answer.body.validation_errors]).toEqual([
      400,
      'failed_refund',
      [{ field: 'amount', code: 'required', message: 'amount is not a number' }],
    ])
    expect(stateOf(service.sandbox)).toBe(before)
    expect((await service.ask('POST', '/charges/chrg_test_none/refunds')).body.code).toBe('not_found')
  })

  test('required leaves fixtures and triggers as they are: there the rest is the default', async () => {
    const { sandbox } = open(omise)
    await sandbox.seed({ charges: [{ amount: 5000, currency: 'thb', refunds: [{ amount: 2000 }, {}] }] })
    expect(sandbox.charges.list()[0]).toMatchObject({ refunded_amount: 5000 })
    sandbox.trigger('refund.create')
    expect(sandbox.refunds.count()).toBe(3)
  })
})

describe('refundBalance', () => {
  /** A balance of 9609 after fees; a refund gives none of them back, unless it is a void. */
  const refunded = async (options: SandboxOptions, amount: number) => {
    const service = open(options)
    const id = await paid(service)
    await service.sandbox.clock.advance('1d')
    const { status, body } = await service.ask('POST', `/charges/${id}/refunds`, { amount })
    return [status, body.code, body.message]
  }
  const refusal = [400, 'failed_refund', 'account does not have sufficient balance for a refund']
  const needed = { overrides: { refundBalance: 'needed' } } as const

  test.each(['spec', 'omise'] as const)(
    'any, in %s, lets a refund take the balance below zero',
    async (profile) => {
      expect((await refunded({ profile }, 10_000))[0]).toBe(200)
    },
  )

  test('needed refuses what the balance does not cover, to the subunit', async () => {
    expect(await refunded(needed, 9609)).toEqual([200, undefined, undefined])
    expect(await refunded(needed, 9610)).toEqual(refusal)
    expect(await refunded({ ...omise, ...needed }, 10_000)).toEqual(refusal)
  })

  test('needed lets a void through, which gives the fees back', async () => {
    const { ask, charge } = open(needed)
    const { id } = (await charge()).body
    expect((await ask('POST', `/charges/${id}/refunds`, { amount: 10_000 })).body.voided).toBe(true)
  })

  test('is any or needed', () => {
    const overrides = { refundBalance: 'some' } as never
    expect(() => open({ overrides })).toThrow(/refundBalance: must be any or needed/)
  })
})
