/** Every error of the catalogue is answered by some request; what none can cause, test data asks for. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Charge } from '../../src/index'
import { catalogue, type ErrorName } from '../../src/kernel/errors'
import { limits } from '../../src/kernel/limits'
import { chargeRecord } from '../../src/resources/charge/record'
import { type Answer, type Client, makeClient } from '../support/client'
import { dispute, upload } from '../support/disputes'
import { expectError, expectSuccess } from '../support/expect'
import type { Params } from '../support/form'
import { goodAccount, goodRecipient } from '../support/payouts'
import { type SetUp, setUp } from '../support/set-up'
import { errorRows } from './tables'

type Drive = (stage: SetUp) => Promise<Answer<unknown>>

const order = { amount: 10_000, currency: 'thb' } as const

/** A charge whose creation asks for a failure. */
const asked =
  (failure: string): Drive =>
  async ({ client }) =>
    client.post('/charges', {
      ...order,
      card: (await client.token()).id,
      metadata: { sandbox_fail: failure },
    })

/** An action on an authorized or waiting charge that asks for a failure. */
const askedLater =
  (action: string, failure: string): Drive =>
  async ({ client }) => {
    const params: Params = action === 'expire' ? { authentication: '3DS' } : { capture: false }
    const { id } = await client.charge({ ...params, metadata: { sandbox_fail: failure } })
    return client.post(`/charges/${id}/${action}`)
  }

const declined =
  (number: string): Drive =>
  async ({ client }) =>
    client.post('/charges', { ...order, card: (await client.token(number)).id })

const answerTo =
  (method: 'get' | 'post' | 'patch' | 'delete', path: string, params: Params = {}): Drive =>
  ({ client }) =>
    client[method](path, params)

const withKey =
  (change: 'expired' | 'read_only' | 'locked'): Drive =>
  async ({ sandbox }) => {
    const account = sandbox.createAccount()
    account.update(change === 'locked' ? { locked: true } : { keys: { [account.keys.secret]: change } })
    return makeClient(sandbox, account).post('/customers', { email: 'a@example.com' })
  }

const closedDispute = async (client: Client): Promise<string> => {
  const { id } = await dispute(client)
  await client.patch(`/disputes/${id}/close`, { status: 'won' })
  return id
}

/** The service has no known way to fail: this breaks a part of it. */
const broken: Drive = async ({ client }) => {
  const { id } = await client.charge()
  const spy = vi.spyOn(chargeRecord, 'render').mockImplementation(() => {
    throw new Error('broken on purpose')
  })
  onTestFinished(() => spy.mockRestore())
  return client.get(`/charges/${id}`)
}

const drives: Readonly<Record<ErrorName, Drive>> = {
  backend_error: asked('backend_error'),
  bad_request: answerTo('get', '/charges', { limit: 101 }),
  brand_not_supported: asked('brand_not_supported'),
  documents_locked: async ({ client }) => upload(client, await closedDispute(client)),
  expired_charge: async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('7d')
    return client.post(`/charges/${id}/capture`)
  },
  failed_capture: askedLater('capture', 'failed_capture'),
  failed_expire: askedLater('expire', 'failed_expire'),
  failed_fraud_check: asked('failed_fraud_check'),
  failed_multi_currency: asked('failed_multi_currency'),
  failed_refund: async ({ client }) =>
    client.post(`/charges/${(await client.charge()).id}/refunds`, {
      metadata: { sandbox_fail: 'failed_refund' },
    }),
  failed_reverse: askedLater('reverse', 'failed_reverse'),
  failed_void: async ({ client }) =>
    client.post(`/charges/${(await client.charge()).id}/refunds`, { amount: 100, void: true }),
  feature_not_supported: answerTo('post', '/charges', { ...order, linked_account: 'larc_test_1' }),
  invalid_amount: answerTo('post', '/charges', { amount: 2000.5, currency: 'thb' }),
  invalid_bank_account: answerTo('post', '/recipients', {
    ...goodRecipient,
    bank_account: { ...goodAccount, number: '1' },
  }),
  invalid_card: ({ client }) => client.post('/tokens', { card: { number: '1' } }, { host: 'vault' }),
  invalid_card_token: ({ client }) => client.post('/charges', { ...order, card: 5 }, { as: 'json' }),
  invalid_charge: answerTo('post', '/charges', { amount: 1999, currency: 'thb' }),
  invalid_dispute: async ({ client }) => {
    const { id } = await dispute(client)
    await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    return client.patch(`/disputes/${id}`, { message: 'It really was' })
  },
  invalid_domain: ({ client }) => client.post('/tokens', {}, { key: 'public' }),
  invalid_file_type: async ({ client }) => upload(client, (await dispute(client)).id, 'liar.pdf'),
  invalid_link: answerTo('post', '/links', { amount: 10_000, currency: 'thb' }),
  invalid_recipient: answerTo('post', '/recipients', { ...goodRecipient, type: 'ghost' }),
  invalid_transfer: answerTo('post', '/transfers', { amount: 5_000 }),
  limit_reached: async ({ client }) => {
    expectSuccess(await client.post('/webhooks/secrets'))
    return client.post('/webhooks/secrets')
  },
  missing_card: answerTo('post', '/charges', order),
  missing_file: async ({ client }) => client.post(`/disputes/${(await dispute(client)).id}/documents`),
  used_token: async ({ client }) => {
    const { id: card } = await client.token()
    await client.charge({ card })
    return client.post('/charges', { ...order, card })
  },

  authentication_failure: ({ client }) => client.get('/charges', {}, { key: 'none' }),

  payment_declined: declined('4111111111190016'),
  insufficient_fund: declined('4111111111140011'),
  declined_invalid_card: asked('invalid_card'),
  stolen_or_lost_card: declined('4111111111130012'),
  failed_processing: declined('4111111111120013'),
  payment_cancelled: asked('payment_cancelled'),
  payment_expired: asked('payment_expired'),
  payment_rejected: declined('4111111111110014'),

  key_expired_error: withKey('expired'),
  locked_account_error: withKey('locked'),
  not_authorized: withKey('read_only'),

  not_found: answerTo('get', '/charges/chrg_test_nobody'),
  dispute_not_found: answerTo('get', '/disputes/dspt_test_nobody'),
  serializer_not_found: ({ client }) =>
    client.get('/search', { scope: 'link' }, { headers: { 'service-version': '2014-07-27' } }),
  service_not_found: ({ client }) =>
    client.get('/links', {}, { headers: { 'service-version': '2014-07-27' } }),

  body_too_large: ({ client }) => client.post('/customers', { description: 'x'.repeat(limits.bodyBytesMax) }),

  deadline_passed: async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    await sandbox.clock.advance('15d')
    return client.patch(`/disputes/${id}`, { message: 'It was delivered' })
  },
  dispute_closed: async ({ client }) => client.patch(`/disputes/${await closedDispute(client)}/accept`),
  failed_deletion: async ({ client }) => {
    await client.charge({ amount: 100_000 })
    const { id } = expectSuccess(await client.post('/transfers', { amount: 5_000 }))
    await client.post(`/transfers/${id}/mark_as_sent`)
    return client.delete(`/transfers/${id}`)
  },
  insufficient_refundable_amount: async ({ client }) =>
    client.post(`/charges/${(await client.charge()).id}/refunds`, { amount: 10_001 }),
  invalid_charge_state: async ({ client }) => client.post(`/charges/${(await client.charge()).id}/capture`),
  invalid_customer: async ({ client }) => {
    const { id } = await client.customer()
    await client.delete(`/customers/${id}`)
    return client.patch(`/customers/${id}`, { email: 'a@example.com' })
  },
  not_refundable: async ({ client }) => client.post(`/charges/${(await client.authorized()).id}/refunds`),

  invalid_filter: answerTo('get', '/search', { scope: 'charge', filters: { colour: 'red' } }),
  invalid_page: answerTo('get', '/search', { scope: 'charge', page: 0 }),
  invalid_per_page: answerTo('get', '/search', { scope: 'charge', per_page: 101 }),
  invalid_scope: answerTo('get', '/search', { scope: 'colour' }),

  internal_error: broken,

  // Nothing here is ever too busy; a tester asks for it (contract: faults).
  too_many_requests: ({ client, sandbox }) => {
    sandbox.faults.add({ path: '/balance', respond: { status: 429 } })
    return client.get('/balance')
  },
  search_unavailable: ({ client, sandbox }) => {
    sandbox.faults.add({ path: '/search', respond: { status: 503, code: 'search_unavailable' } })
    return client.get('/search')
  },
}

const names = Object.keys(catalogue) as ErrorName[]

describe('spec 7.1: some request provokes every error', () => {
  const cases = names.map((name) => ({ name, ...catalogue[name] }))

  test.each(cases)('$status $code ($name) is answered', async ({ name }) => {
    expectError(await drives[name](setUp()), name, { message: /./ })
  })

  test('every code of the specification is among them', () => {
    const answered = names.map((name) => `${catalogue[name].status} ${catalogue[name].code}`)
    for (const { status, code } of errorRows) expect(answered).toContain(`${status} ${code}`)
  })
})

describe('assumption asked-failures: metadata[sandbox_fail]', () => {
  test('a declined charge is stored with the requested failure code', async () => {
    const stage = setUp()
    const answer = await asked('payment_expired')(stage)
    const { id = '' } = stage.sandbox.charges.last() ?? {}
    expectError(answer, 'payment_expired', { charge_id: id })
    const charge = expectSuccess(await stage.client.get<Charge>(`/charges/${id}`))
    expect(charge).toMatchObject({
      status: 'failed',
      failure_code: 'payment_expired',
      failure_message: 'payment expired',
    })
  })

  test('a refused creation leaves nothing behind, so that the token can be used again', async () => {
    const { client, sandbox } = setUp()
    const { id: card } = await client.token()
    const metadata = { sandbox_fail: 'backend_error' }
    expectError(await client.post('/charges', { ...order, card, metadata }), 'backend_error')
    expect(sandbox.charges.count()).toBe(0)
    expect(await client.charge({ card })).toMatchObject({ status: 'successful' })
  })

  test('a charge that waits for its cardholder fails after the confirmation', async () => {
    const { client } = setUp()
    const metadata = { sandbox_fail: 'insufficient_fund' }
    const charge = await client.charge({ authentication: '3DS', metadata })
    expect(charge.status).toBe('pending')
    expect(await client.confirm(charge)).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_fund',
    })
  })

  test('live mode and unknown codes ignore it', async () => {
    const { client, sandbox } = setUp()
    expect(await client.charge({ metadata: { sandbox_fail: 'nothing known' } })).toMatchObject({ paid: true })
    const live = makeClient(sandbox, sandbox.live)
    expect(await live.charge({ metadata: { sandbox_fail: 'backend_error' } })).toMatchObject({ paid: true })
  })

  test('a failure for another operation has no effect on this one', async () => {
    const { client } = setUp()
    const { id } = await client.charge({ metadata: { sandbox_fail: 'failed_reverse' }, capture: false })
    expect(expectSuccess(await client.post<Charge>(`/charges/${id}/capture`)).paid).toBe(true)
  })
})
