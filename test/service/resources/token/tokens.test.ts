import { describe, expect } from 'vitest'
import type { RequestEntry, Token } from '../../../../src/index'
import { goodCard } from '../../../support/client'
import type { Params } from '../../../support/form'
import { clientWith, expectError, expectSuccess, setUp, start, test } from '../../../support/set-up'
import { textWithoutChance } from '../../../support/traces'

const vault = { host: 'vault' } as const

describe('200: POST /tokens on the vault (4.3)', () => {
  test('shows the card, but neither its number nor its security code', async ({ client, sandbox }) => {
    const token = await client.token()
    expect(token).toMatchObject({
      location: `/tokens/${token.id}`,
      used: false,
      charge_status: 'unknown',
      created_at: start,
      card: {
        brand: 'Visa',
        last_digits: '4242',
        first_digits: null,
        name: goodCard.name,
        expiration_month: 12,
        expiration_year: 2030,
        location: null,
        security_code_check: true,
      },
    })
    expect(sandbox.events.count()).toBe(0)
  })

  const elsewhere = { street1: 'a', street2: 'b', state: 'c', phone_number: '+66' }
  const accepted: [params: Params, shown: object][] = [
    [{ number: '4242 4242 4242 4242' }, { last_digits: '4242' }],
    [{ number: '4242-4242-4242-4242' }, { last_digits: '4242' }],
    [{ expiration_year: 30 }, { expiration_year: 2030 }],
    [
      { expiration_year: '30', expiration_month: '02' },
      { expiration_year: 2030, expiration_month: 2 },
    ],
    [{ expiration_year: 2026, expiration_month: 1 }, { expiration_month: 1 }],
    [{ security_code: '' }, { security_code_check: true }],
    [{ security_code: undefined }, { security_code_check: true }],
    [{ security_code: '1234' }, { security_code_check: true }],
    [
      { country: 'TH', city: 'Bangkok', postal_code: 10320 },
      { country: 'th', city: 'Bangkok', postal_code: '10320' },
    ],
    [elsewhere, elsewhere],
  ]
  test.for(accepted)('%j is accepted', async ([params, shown], { client }) => {
    const card = { ...goodCard, ...params }
    const answer = await client.post<Token>('/tokens', { card }, { ...vault, as: 'json' })
    expect(expectSuccess(answer).card).toMatchObject(shown)
  })

  test('the fingerprint depends on the number, within one account (wire-facts 4)', async () => {
    const { client, sandbox } = setUp()
    const fingerprint = async (number: string, params = {}) =>
      (await client.token(number, params)).card?.fingerprint
    const first = await fingerprint('4242424242424242')
    expect(await fingerprint('4242 4242 4242 4242', { name: 'Other', expiration_year: 2031 })).toBe(first)
    expect(await fingerprint('4111111111111111')).not.toBe(first)
    const other = clientWith(sandbox, sandbox.createAccount().keys)
    expect((await other.token()).card?.fingerprint).not.toBe(first)
    expect(first).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  })

  test('GET works on both servers, with either key', async ({ client }) => {
    const token = await client.token()
    for (const host of ['api', 'vault'] as const)
      for (const key of ['public', 'secret'] as const)
        expect((await client.get(`/tokens/${token.id}`, {}, { host, key })).body).toEqual(token)
  })
})

describe('400: card data (7.1, wire-facts 3.2)', () => {
  const both = 'number is invalid and brand not supported (unknown)'
  const flaws: [params: Params, message: string, fields?: string[]][] = [
    [{ name: '' }, "name can't be blank", ['card[name]']],
    [{ name: ' ' }, "name can't be blank"],
    [{ number: undefined }, "number can't be blank", ['card[number]']],
    [{ number: '4242424242424241' }, 'number is invalid', ['card[number]']],
    [{ number: '1234567890123456' }, both, ['card[number]', 'card[number]']],
    [{ number: 'four' }, both],
    [{ number: '9999999999999995' }, 'brand not supported (unknown)', ['card[number]']],
    [{ expiration_month: '' }, "expiration month can't be blank", ['card[expiration_month]']],
    [{ expiration_month: 13 }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ expiration_month: 0 }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ expiration_month: 'May' }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ expiration_year: '' }, "expiration year can't be blank", ['card[expiration_year]']],
    [{ expiration_year: '203' }, 'expiration year is invalid', ['card[expiration_year]']],
    [{ expiration_year: 'next' }, 'expiration year is invalid'],
    [{ expiration_year: 2025 }, 'expiration date cannot be in the past', ['card[expiration_date]']],
    [{ expiration_year: 25 }, 'expiration date cannot be in the past'],
    [{ security_code: '12' }, 'security code is invalid', ['card[security_code]']],
    [{ security_code: '12345' }, 'security code is invalid'],
    [{ security_code: 'abc' }, 'security code is invalid'],
    [
      { expiration_year: '?', number: '1' },
      'expiration year is invalid, number is invalid, and brand not supported (unknown)',
    ],
    [
      { expiration_month: 13, expiration_year: '?', name: '', number: '', security_code: '?' },
      'expiration month is not between 1 and 12, expiration year is invalid, ' +
        "name can't be blank, number can't be blank, and security code is invalid",
      [
        'card[expiration_month]',
        'card[expiration_year]',
        'card[name]',
        'card[number]',
        'card[security_code]',
      ],
    ],
  ]
  test.for(flaws)('%j: %s', async ([params, message, fields], { client, sandbox }) => {
    const answer = await client.post(
      '/tokens',
      { card: { ...goodCard, ...params } },
      { ...vault, as: 'json' },
    )
    expectError(answer, 'invalid_card', fields === undefined ? { message } : { message, fields })
    expect(sandbox.tokens.count() + sandbox.cards.count()).toBe(0)
  })

  test('a card is good until the last moment of its month, by the clock', async ({ client, sandbox }) => {
    const params = { card: { ...goodCard, expiration_month: 1, expiration_year: 2026 } }
    await sandbox.clock.set('2026-01-31T23:59:59.999Z')
    expectSuccess(await client.post('/tokens', params, vault))
    await sandbox.clock.advance(1)
    expectError(await client.post('/tokens', params, vault), 'invalid_card', {
      message: 'expiration date cannot be in the past',
    })
  })

  test.for([{}, { name: 'Somchai', number: '4242424242424242' }])(
    'without `card` it is missing: %j',
    async (params, { client }) => {
      expectError(await client.post('/tokens', params, vault), 'missing_card', { fields: ['card'] })
    },
  )

  test('a `card` that is no object is no card', async ({ client }) => {
    expectError(await client.post('/tokens', { card: '4242' }, vault), 'invalid_card', {
      message: 'card is invalid',
    })
  })

  test('on the API server the domain is wrong, with the secret key too (4.1 rule 5)', async ({ client }) => {
    expectError(await client.post('/tokens', { card: goodCard }, { host: 'api' }), 'invalid_domain')
  })
})

describe('404', () => {
  test.each(['/charges', '/customers', '/events', '/nothing'])('the vault has no %s', async (path) => {
    const { client } = setUp()
    expectError(await client.get(path, {}, { ...vault, key: 'secret' }), 'not_found')
    expectError(await client.get(path, {}, { ...vault, key: 'none' }), 'authentication_failure')
  })
})

describe('a number and a security code leave no trace', () => {
  test('in answers, state, events and log, whatever is done with the card', async ({ client, sandbox }) => {
    const number = '4539578763621486'
    const code = '7319'
    const log: RequestEntry[] = []
    sandbox.onRequest((entry) => log.push(entry))
    const seen: unknown[] = [log]
    const card = { ...goodCard, number, security_code: code }
    const headers = { 'idempotency-key': 'k' }
    for (const flaw of [{}, { name: '' }, { number: `${number}0` }, { security_code: `${code}7` }])
      seen.push((await client.post('/tokens', { card: { ...card, ...flaw } }, vault)).body)
    for (let i = 0; i < 2; i += 1)
      seen.push((await client.post('/tokens', { card }, { ...vault, headers })).body)
    const customer = await client.customer({ card: sandbox.tokens.last()?.id })
    seen.push(customer, await client.charge({ customer: customer.id }), (await client.get('/events')).body)
    const contentType = 'application/json'
    for (const body of [
      `{"number":x${number}`,
      `x${number}`,
      `{"card":{"number": ${number}, ?`,
      `[${number},${code}`,
    ])
      seen.push((await client.send('POST', '/tokens', { ...vault, body, contentType })).body)
    const secrets = [number, number.slice(0, 9), number.slice(6, 12), code]
    const traces = () => {
      const { charges, tokens } = sandbox
      const all = textWithoutChance([seen, sandbox.snapshot(), charges.list(), tokens.list()])
      return secrets.filter((secret) => all.includes(secret))
    }
    expect(traces()).toEqual([])
    expect(log).toHaveLength(13)
    // Where text may be anything they are kept, and found.
    await client.customer({ description: number, metadata: { code } })
    expect(traces()).toEqual(secrets)
  })
})
