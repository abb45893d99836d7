/** Tokens without a request (contract 9.5): made by the operation of the vault, given as the record. */
import { describe, expect } from 'vitest'
import type { CardFailureCode, TokenInput } from '../../src/index'
import { failingCards } from '../../src/service/simulation/cards'
import { clientWith, test } from '../support/set-up'

describe('sandbox.token', () => {
  test('is a Visa that pays, the same record that a reader gives, frozen', async ({ sandbox, client }) => {
    const token = sandbox.token()
    expect(token).toMatchObject({
      object: 'token',
      used: false,
      card: { brand: 'Visa', last_digits: '4242' },
    })
    expect(token).toEqual(sandbox.tokens.last())
    expect(Object.isFrozen(token)).toBe(true)
    expect((await client.charge({ card: token.id })).status).toBe('successful')
  })

  test('is a fresh one at each call', ({ sandbox }) => {
    expect(sandbox.token().id).not.toBe(sandbox.token().id)
    expect(sandbox.tokens.count()).toBe(2)
  })

  test.for<[TokenInput, string]>([
    ['jcb', 'JCB'],
    ['JCB', 'JCB'],
    ['visa', 'Visa'],
    ['mastercard', 'MasterCard'],
    ['amex', 'American Express'],
    ['american express', 'American Express'],
    ['Diners Club', 'Diners Club'],
    ['discover', 'Discover'],
    ['unionpay', 'UnionPay'],
    ['5555 5555 5555 4444', 'MasterCard'],
    [{ number: '378282246310005' }, 'American Express'],
  ])('of %o is a %s card that pays', async ([card, brand], { sandbox, client }) => {
    const token = sandbox.token(card)
    expect(token.card?.brand).toBe(brand)
    expect((await client.charge({ card: token.id })).paid).toBe(true)
  })

  /** All that an editor completes. */
  const completed: Readonly<Record<CardFailureCode, true>> = {
    ...{ failed_fraud_check: true, failed_processing: true, insufficient_fund: true },
    ...{ invalid_account_number: true, invalid_security_code: true, payment_rejected: true },
    stolen_or_lost_card: true,
  }

  test('completes the failure codes that test cards have, and no others', () => {
    expect(Object.keys(completed).sort()).toEqual(
      [...new Set<string>(failingCards.map(({ outcome }) => outcome))].sort(),
    )
  })

  test.for(Object.keys(completed) as CardFailureCode[])(
    'of the failure code %s is declined for that reason',
    async (code, { sandbox, client }) => {
      await client.post('/charges', { amount: 10_000, currency: 'thb', card: sandbox.token(code).id })
      expect(sandbox.charges.last()).toMatchObject({ status: 'failed', failure_code: code })
    },
  )

  test('takes the fields of the vault, each with a default', ({ sandbox }) => {
    const { card } = sandbox.token({ name: 'Noi', expiration_month: 3, city: 'Bangkok' })
    expect(card).toMatchObject({ name: 'Noi', expiration_month: 3, expiration_year: 2027, city: 'Bangkok' })
  })

  test('belongs to its account and mode', async ({ sandbox }) => {
    const other = sandbox.createAccount()
    expect(sandbox.live.token().livemode).toBe(true)
    const { id } = other.token()
    expect([other.test.tokens.get(id)?.id, sandbox.tokens.get(id)]).toEqual([id, undefined])
    expect((await clientWith(sandbox, other.keys).charge({ card: id })).paid).toBe(true)
  })

  test.for<[TokenInput, RegExp]>([
    ['insufficient_funds', /not a card number.* did you mean insufficient_fund\?/],
    ['expired_card', /there are visa, mastercard, .* insufficient_fund/],
    ['', /there are visa/],
    ['4242424242424241', /number is invalid/],
    [{ expiration_year: 2020 }, /expiration date cannot be in the past/],
    [{ colour: 'red' } as TokenInput, /card\[colour\]: has no meaning for POST \/tokens: there are name/],
  ])('of %o is refused with the reason, and nothing is made', ([card, reason], { sandbox }) => {
    expect(() => sandbox.token(card)).toThrow(
      expect.objectContaining({ code: 'refused', message: expect.stringMatching(reason) }),
    )
    expect([sandbox.tokens.count(), sandbox.cards.count()]).toEqual([0, 0])
  })
})
