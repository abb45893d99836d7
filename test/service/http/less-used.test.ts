/** What published clients can send and few do: answered on purpose, not by accident. */
import { describe, expect } from 'vitest'
import type { Transfer } from '../../../src/index'
import type { ListBody } from '../../support/client'
import { rich } from '../../support/payouts'
import { expectError, expectSuccess, setUp, test } from '../../support/set-up'

describe('POST /transfers: idemp_key is an idempotency key (wire 1.5)', () => {
  const order = { amount: 5_000, idemp_key: 'payout-1' }

  test('the same key again is answered what is stored, and makes no second transfer', async () => {
    const { client, sandbox } = await rich()
    const first = await client.post<Transfer>('/transfers', order)
    const second = await client.post<Transfer>('/transfers', order)
    expect(expectSuccess(second)).toEqual(expectSuccess(first))
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('sandbox-ignored-params')).toBeNull()
    expect(sandbox.transfers.count()).toBe(1)
  })

  test('the header wins over the parameter', async () => {
    const { client, sandbox } = await rich()
    for (const key of ['a', 'b']) {
      const answer = await client.post('/transfers', order, { headers: { 'idempotency-key': key } })
      expect(expectSuccess(answer).object).toBe('transfer')
    }
    expect(sandbox.transfers.count()).toBe(2)
  })

  test('it is as long as the header may be', async () => {
    const { client, sandbox } = await rich()
    const answer = await client.post('/transfers', { ...order, idemp_key: 'k'.repeat(256) })
    expectError(answer, 'bad_request', { message: /too long \(maximum is 255 characters\)/ })
    expect(sandbox.transfers.count()).toBe(0)
  })

  test('elsewhere it is ignored, and the answer says so', async ({ client, sandbox }) => {
    for (let i = 0; i < 2; i += 1) {
      const answer = await client.post('/customers', { idemp_key: 'once' })
      expect(answer.headers.get('sandbox-ignored-params')).toBe('idemp_key')
    }
    expect(sandbox.customers.count()).toBe(2)
  })
})

test('POST /transfers: split_transfer is accepted, but a transfer stays one transfer', async () => {
  const { client, sandbox } = await rich()
  const answer = await client.post<Transfer>('/transfers', { amount: 50_000, split_transfer: true })
  expect(expectSuccess(answer)).toMatchObject({ amount: 50_000, split_transfer_group_id: null })
  expect(answer.headers.get('sandbox-ignored-params')).toBeNull()
  expect(sandbox.transfers.count()).toBe(1)
})

describe('linked_account: there is no direct debit', () => {
  test.for([
    ['POST', '/charges', { amount: 10_000, currency: 'thb' }],
    ['POST', '/customers', {}],
    ['PATCH', '/customers/:id', {}],
  ] as const)('%s %s', async ([method, path, params], { client, sandbox }) => {
    const { id } = await client.customer()
    const state = JSON.stringify(sandbox)
    const ask = method === 'POST' ? client.post : client.patch
    const answer = await ask(path.replace(':id', id), { ...params, linked_account: 'larc_test_1' })
    const message = /^linked_account is not supported/
    expectError(answer, 'feature_not_supported', { message, fields: ['linked_account'] })
    expect(JSON.stringify(sandbox)).toBe(state)
  })

  test('blank is absent', async ({ client }) => {
    expect(expectSuccess(await client.post('/customers', { linked_account: '' })).object).toBe('customer')
  })
})

describe('chains: none (wire 15.5)', () => {
  test('the list is empty, and takes the parameters of a list', async ({ client }) => {
    const page = expectSuccess(await client.get<ListBody>('/chains', { limit: 5, offset: 2 }))
    const empty = { object: 'list', data: [], total: 0, location: '/chains' }
    expect(page).toMatchObject({ ...empty, limit: 5, offset: 2 })
    expectError(await client.get('/chains', { limit: 0 }), 'bad_request', { message: 'limit must be >= 1' })
  })
})

test('POST /schedules/upload is no operation here', async () => {
  expectError(await setUp().client.post('/schedules/upload'), 'not_found')
})
