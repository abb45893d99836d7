/** Contract 5.1: each row where the specification and recordings differ, alone and as a profile. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { createSandbox } from '../../../src/index'
import { open } from '../../support/open'

type Overrides = NonNullable<SandboxOptions['overrides']>

const row = (overrides: Overrides) => open({ overrides })
const declined = '4111111111140011'

describe('declines', () => {
  test('charge: 200 with the failed charge, as it is read later; error: 402', async () => {
    const { sandbox, charge, ask } = row({ declines: 'charge' })
    const { status, body } = await charge({}, declined)
    expect([status, body]).toMatchObject([
      200,
      { object: 'charge', status: 'failed', failure_code: 'insufficient_fund', paid: false },
    ])
    expect((await ask('GET', `/charges/${body.id}`)).body).toEqual(body)
    expect(sandbox.events.list().map(({ key }) => key)).toEqual(['charge.create', 'charge.complete'])
    expect((await open({}).charge({}, declined)).status).toBe(402)
  })

  test('as an option of its own; refusals that leave no charge stay errors', async () => {
    const { charge } = open({ declines: 'charge' })
    expect((await charge({}, declined)).status).toBe(200)
    expect((await charge({ amount: 1 })).status).toBe(400)
    expect((await charge({ card: 'tokn_test_none' })).status).toBe(404)
  })

  test('a replay repeats the 200', async () => {
    const { sandbox, token } = row({ declines: 'charge' })
    const body = JSON.stringify({ amount: 10_000, currency: 'thb', card: await token(declined) })
    const send = async () => {
      const headers = {
        authorization: sandbox.authorization.secret,
        'content-type': 'application/json',
        'idempotency-key': 'k',
      }
      const answer = await sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })
      return [answer.status, await answer.text()]
    }
    expect(await send()).toEqual(await send())
    expect(sandbox.charges.count()).toBe(1)
  })
})

describe('refundCharge: id', () => {
  test('in answers, lists, events, deliveries and the library; with expand it is the charge', async () => {
    const { sandbox, charge, ask } = row({ refundCharge: 'id' })
    const received: unknown[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      received.push(await request.json())
      return 200
    })
    const { id } = (await charge()).body
    const { body: refund } = await ask('POST', `/charges/${id}/refunds`, { amount: 100 })
    expect(refund.charge).toBe(id)
    expect((await ask('GET', '/refunds')).body.data[0]?.charge).toBe(id)
    expect((await ask('GET', '/events?order=chronological')).body.data.at(-1)?.data).toMatchObject({
      charge: id,
    })
    await sandbox.webhooks.settle()
    expect(received.at(-1)).toMatchObject({ key: 'refund.create', data: { charge: id } })
    expect(sandbox.webhooks.deliveries().at(-1)?.event.data).toMatchObject({ charge: id })
    expect(sandbox.refunds.last()?.charge).toBe(id)
    const { body } = await ask('GET', `/refunds/${refund.id}?expand=true`)
    expect(body.charge).toMatchObject({ object: 'charge', id })
  })
})

test('listOrder: chronological is the order of lists that ask for none', async () => {
  const { ask } = row({ listOrder: 'chronological' })
  for (const description of ['a', 'b']) await ask('POST', '/customers', { description })
  const order = async (query: string) => {
    const { body } = await ask('GET', `/customers${query}`)
    return [body.order, body.data.map(({ description }) => description).join('')]
  }
  expect(await order('')).toEqual(['chronological', 'ab'])
  expect(await order('?order=reverse_chronological')).toEqual(['reverse_chronological', 'ba'])
})

describe('currencyCase: upper', () => {
  test('of every currency in answers; metadata stays as it was written', async () => {
    const { sandbox, charge, ask } = row({ currencyCase: 'upper' })
    const { body } = await charge({ metadata: { currency: 'thb' } })
    const upper = { currency: 'THB', funding_currency: 'THB' }
    expect(body).toMatchObject({ ...upper, metadata: { currency: 'thb' }, refunds: { object: 'list' } })
    const account = (await ask('GET', '/account')).body
    expect([account.currency, account.supported_currencies]).toEqual(['THB', expect.arrayContaining(['JPY'])])
    expect((await ask('GET', '/balance')).body.currency).toBe('THB')
    expect((await ask('GET', '/search?scope=charge')).body.data[0]?.currency).toBe('THB')
    expect(sandbox.charges.last()?.currency).toBe('THB')
    expect((await charge({ currency: 'THB' })).status).toBe(200)
  })

  test('of 2019-05-29 only: older versions have lower case, in answers and in the data of their events', async () => {
    const { sandbox, charge, ask } = row({ currencyCase: 'upper' })
    await ask('PATCH', '/account', { api_version: '2017-11-02' })
    const { body } = await charge()
    expect(body).toMatchObject({ currency: 'thb', funding_currency: 'thb' })
    expect((await ask('GET', '/forex/usd')).body).toMatchObject({ from: 'usd', to: 'thb' })
    const account = (await ask('GET', '/account')).body
    expect([account.currency, account.supported_currencies]).toEqual(['thb', expect.arrayContaining(['jpy'])])
    const headers = { authorization: sandbox.authorization.secret, 'service-version': '2019-05-29' }
    const shown = async (path: string) => (await sandbox.fetch(`${sandbox.url}${path}`, { headers })).json()
    expect(await shown(`/charges/${body.id}`)).toMatchObject({ currency: 'THB' })
    const last = sandbox.events.last()
    for (const event of [last, await shown(`/events/${last?.id}`)])
      expect(event).toMatchObject({ data: { created: expect.any(String), currency: 'thb' } })
  })
})

describe('timestamps: seconds', () => {
  test('of every time in answers, in older versions too; texts stay as they were written', async () => {
    const { sandbox, charge } = row({ timestamps: 'seconds' })
    const now = '2026-01-15T09:00:00Z'
    const time = '2026-01-15T09:00:00.123Z'
    const { body } = await charge({ description: time, metadata: { created_at: time } })
    const written = { description: time, metadata: { created_at: time } }
    expect(body).toMatchObject({ ...written, created_at: now, paid_at: now, card: { created_at: now } })
    expect(JSON.stringify({ ...body, description: '', metadata: {} })).not.toMatch(/\.\d{3}Z/)
    const headers = { authorization: sandbox.authorization.secret, 'service-version': '2015-11-17' }
    const old = await (await sandbox.fetch(`${sandbox.url}/charges/${body.id}`, { headers })).json()
    expect(old).toMatchObject({ created: now })
    await sandbox.fetch(`${sandbox.url}/account`, {
      method: 'PATCH',
      headers,
      body: 'api_version=2015-11-17',
    })
    await charge()
    const events = await (await sandbox.fetch(`${sandbox.url}/events?limit=1`, { headers })).json()
    expect(events).toMatchObject({ data: [{ created: now, data: { created: now } }] })
  })
})

// sourceReadKey is in browsers.test.ts, secretEncoding in test/service/webhooks.
test('recaptureError: failed_capture names the charge', async () => {
  const { charge, ask } = row({ recaptureError: 'failed_capture' })
  const { id } = (await charge()).body
  const { status, body } = await ask('POST', `/charges/${id}/capture`)
  expect([status, body.code, body.charge_id]).toEqual([400, 'failed_capture', id])
})

describe('the profile', () => {
  test('is omise where the hosts are those of the real service, unless another is given', () => {
    for (const hosts of [
      'omise',
      { api: 'api.omise.co', vault: 'vault.omise.co' },
      { api: ['api.example.com', 'api.omise.co'] },
    ] as const) {
      expect(createSandbox({ hosts }).profile).toBe('omise')
      expect(createSandbox({ hosts, profile: 'spec' }).profile).toBe('spec')
    }
    expect(createSandbox({ hosts: { api: 'api.example.com' } }).profile).toBe('spec')
    expect(createSandbox().profile).toBe('spec')
    expect(createSandbox({ profile: 'omise' }).profile).toBe('omise')
  })
})

describe('profiles', () => {
  const bad: [options: object, message: string][] = [
    [{ profile: 'recorded' }, 'profile: must be spec or omise'],
    [{ profile: 'real' }, 'profile: must be spec or omise'],
    [{ declines: '402' }, 'declines: must be error or charge'],
    ...Object.entries({
      'tokenizationMethods.0: must be googlepay or applepay': { tokenizationMethods: ['cash'] },
      'headerPrefix: must be a word that a header can begin with': { headerPrefix: 'a b' },
      'timestamps: must be milliseconds or seconds': { timestamps: 'minutes' },
      'timestamp: is not an option; did you mean timestamps?': { timestamp: 'seconds' },
    }).map(([says, overrides]): [object, string] => [{ overrides }, `overrides.${says}`]),
  ]
  test.each(bad)('%j is refused', (options, message) => {
    expect(() => createSandbox(options)).toThrow(expect.objectContaining({ code: 'invalid_option', message }))
  })
})
