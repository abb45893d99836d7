import { describe, expect } from 'vitest'
import type { AccountObject } from '../../../../src/index'
import { currentVersion, versions } from '../../../../src/service/versions/history'
import {
  clientWith,
  expectError,
  expectRefusal,
  expectSuccess,
  makeSandbox,
  savedState,
  setUp,
  start,
  stateOf,
  test,
} from '../../../support/set-up'

describe('spec 2.11, 4.8: the account', () => {
  test('shows its ids, money and default settings', async ({ client }) => {
    expect(expectSuccess(await client.get('/account'))).toMatchObject({
      team: 'acct_sandbox',
      livemode: false,
      location: '/account',
      country: 'TH',
      currency: 'thb',
      created_at: start,
      supported_currencies: expect.arrayContaining(['thb', 'jpy', 'usd']),
      api_version: currentVersion,
      auto_activate_recipients: false,
      webhook_uri: null,
      webhook_endpoints: [],
      metadata_export_keys: { charge: [], transfer: [], refund: [], dispute: [] },
      transfer_config: { min_transfer_amount: '30.00', fee: '30.00', is_payout_enabled: true },
    })
  })

  test.each([
    ['TH', '30.00'],
    ['JP', /^\d+$/],
    ['SG', /^\d+\.\d\d$/],
  ] as const)('of %s says what a transfer costs in units of its currency', async (country, fee) => {
    const { transfer_config } = (await setUp({ country }).client.get<AccountObject>('/account')).body
    expect(transfer_config.fee).toMatch(fee)
    expect(transfer_config.min_transfer_amount).toBe(transfer_config.fee)
  })

  test('has ids that are its own in each mode, and the same in every run', async () => {
    const ids = async () => {
      const sandbox = makeSandbox()
      const clients = [sandbox.keys, sandbox.live.keys].map((keys) => clientWith(sandbox, keys))
      return Promise.all(clients.map(async (client) => (await client.get('/account')).body.id))
    }
    const [test = '', live = ''] = await ids()
    expect(test).toMatch(/^account_test_[0-9a-z]{19}$/)
    expect(live).toMatch(/^account_[0-9a-z]{19}$/)
    expect(live.slice(-19)).not.toBe(test.slice(-19))
    expect(await ids()).toEqual([test, live])
  })

  const changes = [
    ['webhook_uri', 'http://localhost:3000/hooks', 'http://localhost:3000/hooks'],
    ['webhook_endpoints', ['https://a.example.com', 'https://b.example.com/x'], undefined],
    ['auto_activate_recipients', true, true],
    ['auto_activate_recipients', '1', true],
    ['api_version', '2017-11-02', '2017-11-02'],
    ['chain_enabled', 'yes', true],
    ['chain_return_uri', 'https://a.example.com/back', 'https://a.example.com/back'],
    ['zero_interest_installments', true, true],
  ] as const

  test.for(
    changes.flatMap(([field, given, shown]) =>
      (['form', 'json'] as const).map((as) => ({ field, given, shown: shown ?? given, as })),
    ),
  )('PATCH as $as sets $field to $given', async ({ field, given, shown, as }, { client }) => {
    const patched = expectSuccess(await client.patch('/account', { [field]: given }, { as }))
    expect(patched).toMatchObject({ [field]: shown })
    const current = { headers: { 'Service-Version': '2019-05-29' } }
    expect((await client.get('/account', {}, current)).body).toEqual(patched)
  })

  test.for(['webhook_uri', 'chain_return_uri', 'webhook_endpoints'])(
    '%s is removed by null and by an empty text',
    async (field, { client }) => {
      const url = 'https://a.example.com'
      const [some, none] = field === 'webhook_endpoints' ? [[url], []] : [url, null]
      for (const [given, as] of [
        ['', 'form'],
        ['', 'json'],
        [null, 'json'],
      ] as const) {
        expectSuccess(await client.patch('/account', { [field]: some }))
        const body = expectSuccess(await client.patch('/account', { [field]: given }, { as }))
        expect({ given, as, [field]: body[field] }).toEqual({ given, as, [field]: none })
      }
    },
  )

  test('a null in other fields is ignored', async ({ client, sandbox }) => {
    const before = stateOf(sandbox)
    const nulls = { auto_activate_recipients: null, api_version: null }
    expectSuccess(await client.patch('/account', nulls, { as: 'json' }))
    expect(stateOf(sandbox)).toBe(before)
  })

  test('of the export keys, the kinds that are given change', async ({ client }) => {
    await client.patch('/account', { metadata_export_keys: { charge: ['order'], refund: ['why'] } })
    const change = { metadata_export_keys: { charge: ['order', 'shop'] } }
    const { body } = await client.patch<AccountObject>('/account', change)
    const kept = { transfer: [], refund: ['why'], dispute: [] }
    expect(body.metadata_export_keys).toEqual({ ...change.metadata_export_keys, ...kept })
  })

  const refused = [
    [{ webhook_uri: 'hooks' }, 'webhook_uri is invalid'],
    [{ webhook_uri: 'ftp://a.example.com' }, 'webhook_uri is invalid'],
    [{ chain_return_uri: 'back' }, 'chain_return_uri is invalid'],
    [{ webhook_endpoints: ['https://a.example.com', 'b'] }, 'webhook_endpoints[1] is invalid'],
    [{ auto_activate_recipients: 'maybe' }, 'auto_activate_recipients must be true or false'],
    [{ api_version: '2018-01-01' }, `api_version is not included in the list (${versions.join(', ')})`],
    [{ metadata_export_keys: 'order' }, 'metadata_export_keys is invalid'],
    [{ api_version: 'x', chain_enabled: 'x' }, /api_version is not .* and chain_enabled must be/],
  ] as const

  test.for(refused)(
    'PATCH %j is refused and changes nothing',
    async ([params, message], { client, sandbox }) => {
      const patch = () => client.patch('/account', params, { as: 'json' })
      await expectRefusal(sandbox, patch, 'bad_request', { message })
    },
  )

  test('the identity of the account cannot be changed', async ({ client }) => {
    const before = expectSuccess(await client.get('/account'))
    const answer = await client.patch('/account', { country: 'JP', id: 'x' })
    expect(expectSuccess(answer)).toEqual(before)
    expect(answer.headers.get('sandbox-ignored-params')).toBe('country, id')
  })

  test('each mode and account has settings of its own', async ({ client, sandbox }) => {
    await client.patch('/account', { webhook_uri: 'https://a.example.com' })
    for (const keys of [sandbox.live.keys, sandbox.createAccount().keys])
      expect((await clientWith(sandbox, keys).get('/account')).body.webhook_uri).toBeNull()
  })

  test('in live mode events only go to https addresses', async ({ sandbox }) => {
    const live = clientWith(sandbox, sandbox.live.keys)
    const params = { webhook_uri: 'http://a.example.com', webhook_endpoints: ['HTTP://b.example.com'] }
    expectError(await live.patch('/account', params), 'bad_request', {
      message: /^webhook_uri must be an https URL in live mode and webhook_endpoints/,
      fields: ['webhook_uri', 'webhook_endpoints'],
    })
    expectSuccess(await live.patch('/account', { webhook_uri: 'https://a.example.com' }))
  })

  test('settings survive a snapshot and go back with a reset', async ({ client, sandbox }) => {
    await client.patch('/account', { auto_activate_recipients: true })
    sandbox.restore(savedState(sandbox))
    expect((await client.get('/account')).body.auto_activate_recipients).toBe(true)
    sandbox.reset()
    expect((await client.get('/account')).body.auto_activate_recipients).toBe(false)
  })

  test('makes no events', async ({ client, sandbox }) => {
    await client.patch('/account', { auto_activate_recipients: true })
    expect(sandbox.events.count()).toBe(0)
  })
})
