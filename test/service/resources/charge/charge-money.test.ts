import { describe, expect } from 'vitest'
import type { Charge, Link } from '../../../../src/index'
import { type Currency, currencies } from '../../../../src/kernel/money'
import { expectError, expectRefusal, expectSuccess, setUp, test } from '../../../support/set-up'

describe('200: fees', () => {
  test.for([
    [100_000, 3650, 256, 96_094],
    [20_000, 730, 51, 19_219],
    [12_345, 451, 32, 11_862],
    [3000, 110, 8, 2882],
    [2000, 73, 5, 1922],
    [19_900, 726, 51, 19_123],
    [50_000, 1825, 128, 48_047],
  ])('of %i satang: fee %i, tax %i, net %i, as recorded', async (row, { client, sandbox }) => {
    const [amount = 0, fee, fee_vat, net] = row
    const charge = await client.charge({ amount })
    expect(charge).toMatchObject({ fee, fee_vat, net, interest: 0, interest_vat: 0, funding_amount: amount })
    expect(charge.transaction_fees).toEqual({ fee_flat: '0.0', fee_rate: '3.65', vat_rate: '7.0' })
    expect(sandbox.transactions.last()?.amount).toBe(net)
  })

  test.each([
    ['JP', 'jpy', 365, 0],
    ['SG', 'sgd', 340, 0],
    ['MY', 'myr', 280, 0],
  ] as const)('of an account in %s, which settles in %s', async (country, currency, fee, fee_vat) => {
    const { client } = setUp({ country })
    const charge = await client.charge({ currency })
    expect(charge).toMatchObject({ fee, fee_vat, net: 10_000 - fee, funding_currency: currency })
  })

  test('are known before the capture, and measured on what is captured', async ({ client }) => {
    const { id, fee } = await client.authorized({ amount: 100_000, authorization_type: 'pre_auth' })
    expect(fee).toBe(3650)
    const answer = await client.post(`/charges/${id}/capture`, { capture_amount: 20_000 })
    const measured = { fee: 730, fee_vat: 51, net: 19_219, funding_amount: 20_000 }
    expect(expectSuccess(answer)).toMatchObject(measured)
  })
})

describe('200: a foreign currency', () => {
  test.each([
    ['usd', 10_000, 325_439],
    ['eur', 100, 3678],
    ['jpy', 100, 2962],
    ['thb', 10_000, 10_000],
    ['sgd', 12_345, 296_949],
  ] as const)('%s %i is worth %i satang, rounded half up', async (currency, amount, funding_amount) => {
    const { client, sandbox } = setUp()
    const charge = await client.charge({ currency, amount })
    expect(charge).toMatchObject({ currency, amount, funding_amount, funding_currency: 'thb' })
    expect(charge.net).toBe(funding_amount - charge.fee - charge.fee_vat)
    expect(sandbox.transactions.last()).toMatchObject({ currency: 'thb', amount: charge.net })
  })

  test('is converted to the currency of the account, also one without parts', async () => {
    const { client } = setUp({ country: 'JP' })
    const charge = await client.charge({ currency: 'usd', amount: 100 })
    expect(charge).toMatchObject({ funding_amount: 110, funding_currency: 'jpy' })
  })
})

describe('200 and 400: the smallest and the largest amount (7)', () => {
  const rows = Object.entries(currencies).map(([currency, rule]) => ({
    currency: currency as Currency,
    ...rule,
    // 2.63 rupiahs are worth less than half a satang.
    smallest: currency === 'idr' ? 264 : rule.chargeMin,
  }))

  test.each(rows)('$currency: from $smallest to $chargeMax', async ({ currency, smallest, chargeMax }) => {
    const { client, sandbox } = setUp()
    const below = { currency, amount: smallest - 1, card: (await client.token()).id }
    const message = `amount must be at least ${smallest} (in subunits)`
    expectError(await client.post('/charges', below), 'invalid_charge', { message, fields: ['amount'] })
    const above = { ...below, amount: chargeMax + 1 }
    expectError(await client.post('/charges', above), 'invalid_charge', {
      message: `amount must be at most ${chargeMax} (in subunits)`,
      fields: ['amount'],
    })
    expect(sandbox.charges.count()).toBe(0)
    expect((await client.charge({ currency, amount: smallest })).paid).toBe(true)
    expect((await client.charge({ currency, amount: chargeMax })).paid).toBe(true)
  })

  describe.each([
    ['TH', 264],
    ['JP', 7794],
    ['SG', 6331],
    ['MY', 2066],
  ] as const)('what is worth nothing in the currency of an account in %s', (country, smallest) => {
    const money = { amount: smallest - 1, currency: 'idr' } as const
    const message = `amount must be at least ${smallest} (in subunits)`

    test('is refused by card, by source and in a schedule, and leaves nothing', async () => {
      const { client, sandbox } = setUp({ country })
      const customer = (await client.customer()).id
      const bySource = { ...money, source: { type: 'dana' }, return_uri: 'https://shop.example.com' }
      const charge = { ...money, customer }
      for (const params of [charge, bySource])
        await expectRefusal(sandbox, () => client.post('/charges', params), 'invalid_charge', { message })
      const schedule = { every: 1, period: 'day', charge }
      const fields = ['charge[amount]']
      await expectRefusal(sandbox, () => client.post('/schedules', schedule), 'bad_request', {
        message,
        fields,
      })
      const least = expectSuccess(await client.post<Charge>('/charges', { ...charge, amount: smallest }))
      expect(least).toMatchObject({ paid: true, funding_amount: 1, net: 1 })
    })

    test('is refused by a link, and by the page of one whose payer decides', async () => {
      const { client, sandbox } = setUp({ country })
      const words = { title: 'Tea', description: 'Green' }
      expectError(await client.post('/links', { ...money, ...words }), 'invalid_link', {
        message: `amount must be 0 (the payer decides) or at least ${smallest} (in subunits)`,
      })
      const free = { ...words, amount: 0, currency: 'idr' }
      const link = expectSuccess(await client.post<Link>('/links', free))
      const answer = await sandbox.fetch(link.payment_uri, {
        method: 'POST',
        headers: { accept: 'text/html' },
        body: new URLSearchParams({ amount_in_units: '1', test_card: 'successful' }),
      })
      const least = `${Math.floor(smallest / 100)}.${String(smallest % 100).padStart(2, '0')}`
      expect(await answer.text()).toContain(`Enter at least IDR ${least}.`)
      expect(sandbox.charges.count()).toBe(0)
    })

    test('cannot be captured either', async () => {
      const { client, sandbox } = setUp({ country })
      const held = { currency: 'idr', amount: 100_000, authorization_type: 'pre_auth' } as const
      const { id } = await client.authorized(held)
      const capture = (capture_amount: number) =>
        client.post<Charge>(`/charges/${id}/capture`, { capture_amount })
      await expectRefusal(sandbox, () => capture(smallest - 1), 'failed_capture', {
        message: `capture_${message}`,
        fields: ['capture_amount'],
      })
      expect(expectSuccess(await capture(smallest))).toMatchObject({ funding_amount: 1 })
    })
  })
})

describe('402: a declined charge is an outcome (7.1)', () => {
  test('of a card that is saved: it is attached, and fails when charged', async ({ client }) => {
    const customer = await client.customer({ card: (await client.token('4111111111140011')).id })
    const params = { amount: 10_000, currency: 'thb', customer: customer.id }
    expectError(await client.post('/charges', params), 'insufficient_fund')
  })

  test('also without capture', async ({ client, sandbox }) => {
    const card = (await client.token('4111111111130012')).id
    const params = { amount: 10_000, currency: 'thb', card, capture: false }
    expectError(await client.post('/charges', params), 'stolen_or_lost_card')
    expect(sandbox.charges.last()).toMatchObject({ status: 'failed', capturable: false, reversible: false })
  })

  test('a saved card is good until the last moment of its month, by the clock', async () => {
    const { client, sandbox } = setUp()
    const card = (await client.token('4242424242424242', { expiration_month: 1, expiration_year: 2026 })).id
    const customer = await client.customer({ card })
    await sandbox.clock.set('2026-01-31T23:59:59.999Z')
    expect((await client.charge({ customer: customer.id })).paid).toBe(true)
    await sandbox.clock.advance(1)
    const params = { amount: 10_000, currency: 'thb', customer: customer.id }
    expectError(await client.post('/charges', params), 'payment_declined')
    expect(sandbox.charges.last()).toMatchObject({ failure_code: 'expired_card', status: 'failed' })
  })
})
