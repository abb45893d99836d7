/** Contract 16: the rows of the profile that came with the real service's name. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { open } from '../../support/open'

describe('headerPrefix, failureMessages, minimum, tokenizationMethods', () => {
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
