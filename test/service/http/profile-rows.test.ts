/** Contract 16: the rows of the profile that came with the real service's name. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { open } from '../../support/open'

describe('headerPrefix, failureMessages, expiry, tokenizationMethods', () => {
  test('headerPrefix: the version is read from its header, and the option wins', async () => {
    for (const [options, prefix] of [
      [{}, 'Service'],
      [{ profile: 'omise' }, 'Omise'],
      [{ profile: 'omise', overrides: { headerPrefix: 'Shop' } }, 'Shop'],
      [{ profile: 'omise', overrides: { headerPrefix: 'Shop' }, headerPrefix: 'Pay' }, 'Pay'],
    ] as const) {
      const { sandbox } = open(options)
      const answer = await sandbox.fetch(`${sandbox.url}/account`, {
        headers: { authorization: sandbox.authorization.secret, [`${prefix}-Version`]: '2015-11-17' },
      })
      expect(answer.headers.get(`${prefix}-Version`)).toBe('2015-11-17')
      expect(await answer.json()).toHaveProperty('created')
    }
  })

  test('failureMessages: omise has the words of the real service, and spec those of the specification', async () => {
    const messageOf = async (options: SandboxOptions, code: string) =>
      (await open({ declines: 'charge', ...options }).charge({ metadata: { sandbox_fail: code } })).body
        .failure_message
    for (const [code, spec, omise] of [
      [
        'insufficient_fund',
        'insufficient funds',
        'insufficient funds in the account or the card has reached the credit limit',
      ],
      ['stolen_or_lost_card', 'stolen or lost card', 'card is stolen or lost'],
      ['failed_processing', 'processing failed', 'failed processing'],
      ['invalid_security_code', 'invalid security code', 'the security code is invalid'],
      ['payment_rejected', 'payment rejected', 'payment rejected'],
    ] as const) {
      expect(await messageOf({}, code)).toBe(spec)
      expect(await messageOf({ overrides: { failureMessages: 'omise' } }, code)).toBe(omise)
    }
  })

  test('expiry: by-method gives a code 24 hours, internet banking 5 minutes more, and bills seven days', async () => {
    const expiresAfter = async (options: SandboxOptions, source: Record<string, unknown>) => {
      const params = { card: undefined, source, amount: 200_000, return_uri: 'https://shop.example' }
      const { created_at, expires_at } = (await open(options).charge(params)).body
      return (Date.parse(String(expires_at)) - Date.parse(String(created_at))) / 60_000
    }
    const days = 7 * 24 * 60
    for (const [source, byMethod] of [
      [{ type: 'internet_banking_bay' }, 24 * 60 + 5],
      [{ type: 'installment_bay', installment_term: 3 }, 24 * 60 + 5],
      [{ type: 'promptpay' }, 24 * 60],
      [{ type: 'bill_payment_tesco_lotus' }, days],
    ] as const) {
      expect(await expiresAfter({}, source)).toBe(days)
      expect(await expiresAfter({ profile: 'omise' }, source)).toBe(byMethod)
    }
  })

  test("minimum: converted asks of another currency what is worth the account's own smallest charge", async () => {
    for (const [currency, own, converted] of [
      ['thb', 2000, 2000],
      ['usd', 100, 62],
      ['jpy', 50, 68],
      ['idr', 264, 1_052_369],
    ] as const)
      for (const [minimum, least] of [
        ['own', own],
        ['converted', converted],
      ] as const) {
        const { charge } = open({ overrides: { minimum } })
        expect((await charge({ amount: least, currency })).status).toBe(200)
        expect(await charge({ amount: least - 1, currency })).toMatchObject({
          status: 400,
          body: { code: 'invalid_charge', message: `amount must be at least ${least} (in subunits)` },
        })
      }
  })

  test('tokenizationMethods: none, those of the real service, or a list', async () => {
    const shown = async (options: SandboxOptions) =>
      (await open(options).ask('GET', '/capability')).body.tokenization_methods
    expect(await shown({})).toEqual([])
    expect(await shown({ profile: 'omise' })).toEqual(['googlepay', 'applepay'])
    expect(await shown({ overrides: { tokenizationMethods: ['applepay'] } })).toEqual(['applepay'])
  })
})
