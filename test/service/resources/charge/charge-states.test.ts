import { describe, expect } from 'vitest'
import type { Charge } from '../../../../src/index'
import { catalogue } from '../../../../src/kernel/error-catalogue'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Client } from '../../../support/client'
import {
  day,
  expectError,
  expectRefusal,
  expectSuccess,
  later,
  setUp,
  start,
  test,
} from '../../../support/set-up'
import { type StandingName, standings } from '../../../support/standings'

const act = (client: Client, id: string, action: string, params = {}) =>
  client.post<Charge>(`/charges/${id}/${action}`, params)

describe('200: capture', () => {
  test('takes what was authorized, at the time of the capture (3.3, 4.2)', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('6d')
    const times = { authorized_at: start, paid_at: later(start, 6 * day) }
    const captured = expectSuccess(await act(client, id, 'capture'))
    expect(captured).toMatchObject({ ...times, capture: false, captured_amount: 10_000 })
    expect(sandbox.transactions.count({ origin: id })).toBe(1)
  })

  test('of a pre_auth charge may take a part, once; the rest is released', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ authorization_type: 'pre_auth' })
    expect(expectSuccess(await act(client, id, 'capture', { capture_amount: 3000 }))).toMatchObject({
      amount: 10_000,
      authorized_amount: 10_000,
      captured_amount: 3000,
      funding_amount: 3000,
      net: 2882,
    })
    const again = await act(client, id, 'capture', { capture_amount: 1 })
    expectError(again, 'invalid_charge_state', { message: 'charge was already captured' })
    const tooMuch = await client.post(`/charges/${id}/refunds`, { amount: 3001 })
    expectError(tooMuch, 'insufficient_refundable_amount', { message: /balance of 3000/ })
    await client.refund(id)
    expect(sandbox.charges.get(id)).toMatchObject({ refunded_amount: 3000, refundable: false })
  })

  const pre_auth = { authorization_type: 'pre_auth' } as const
  test.for([
    [1, pre_auth],
    [9999, pre_auth],
    [10_000, pre_auth],
    [10_000, {}],
  ] as const)('may take %i of a charge of 10,000 with %j', async ([capture_amount, params], { client }) => {
    const { id } = await client.authorized(params)
    const { body } = await act(client, id, 'capture', { capture_amount })
    expect(body).toMatchObject({ paid: true, captured_amount: capture_amount })
  })
})

describe('200: reverse', () => {
  test('releases the authorization; the balance does not move (2.4)', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('1h')
    expect(expectSuccess(await act(client, id, 'reverse')).reversed_at).toBe(later(start, 3_600_000))
    expect(sandbox.transactions.count()).toBe(0)
    await sandbox.clock.advance('30d')
    expect(sandbox.charges.get(id)?.status).toBe('reversed')
  })
})

describe('200: expiry', () => {
  test('of a charge that waits for its cardholder by request: expires_at is now', async ({
    client,
    sandbox,
  }) => {
    const { id } = await client.charge({ authentication: '3DS' })
    await sandbox.clock.advance('1h')
    const now = later(start, 3_600_000)
    expect(expectSuccess(await act(client, id, 'expire'))).toMatchObject({ expired_at: now, expires_at: now })
  })

  test.each([
    ['TH', 7],
    ['SG', 7],
    ['MY', 7],
    ['JP', 30],
  ] as const)('an authorization in %s ends by itself after %i days', async (country, days) => {
    const { client, sandbox } = setUp({ country })
    const { id } = await client.authorized()
    await sandbox.clock.advance(days * day - 1)
    expect(sandbox.charges.get(id)?.status).toBe('pending')
    await sandbox.clock.advance(1)
    const expired = { status: 'expired', expired_at: later(start, days * day) }
    expect(sandbox.charges.get(id)).toMatchObject(expired)
  })

  test('comes at expires_at, at its own moment, however far the clock is moved', async () => {
    const { client, sandbox } = setUp()
    const { id } = await client.authorized({ expires_at: later(start, 300_000) })
    await sandbox.clock.advance('3d')
    expect(sandbox.charges.get(id)?.expired_at).toBe(later(start, 300_000))
    expect(sandbox.events.last()?.created_at).toBe(later(start, 300_000))
  })

  test('does not touch what was captured in time', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await act(client, id, 'capture')
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)).toMatchObject({ status: 'successful', expired: false, expired_at: null })
  })
})

type Refusal = [action: string, standing: StandingName, name: ErrorName, message?: string]

const onlyUncaptured = 'only uncaptured authorized charges can be reversed'
const refused: Refusal[] = [
  ['capture', 'waiting for 3-D Secure', 'failed_capture', 'charge is not authorized'],
  ['capture', 'failed', 'failed_capture', 'charge is not authorized'],
  ['capture', 'expired before it was authorized', 'expired_charge'],
  ['capture', 'expired after it was authorized', 'expired_charge'],
  ['reverse', 'auto-captured', 'failed_reverse', onlyUncaptured],
  ['reverse', 'waiting for 3-D Secure', 'failed_reverse', onlyUncaptured],
  ['reverse', 'failed', 'failed_reverse', onlyUncaptured],
  ['reverse', 'reversed', 'failed_reverse', onlyUncaptured],
  ['reverse', 'expired before it was authorized', 'expired_charge'],
  ['reverse', 'expired after it was authorized', 'expired_charge'],
  ['expire', 'auto-captured', 'failed_expire'],
  ['expire', 'authorized, capture=false', 'failed_expire'],
  ['expire', 'failed', 'failed_expire'],
  ['expire', 'reversed', 'failed_expire'],
  ['expire', 'expired before it was authorized', 'failed_expire'],
  ['expire', 'expired after it was authorized', 'failed_expire'],
  ['capture', 'auto-captured', 'invalid_charge_state', 'charge was already captured'],
  ['capture', 'reversed', 'invalid_charge_state', 'charge was reversed'],
  ['refunds', 'authorized, capture=false', 'not_refundable'],
  ['refunds', 'waiting for 3-D Secure', 'not_refundable'],
  ['refunds', 'failed', 'not_refundable'],
  ['refunds', 'reversed', 'not_refundable'],
  ['refunds', 'expired before it was authorized', 'not_refundable'],
  ['refunds', 'expired after it was authorized', 'not_refundable'],
]

describe('400 and 422: the state of the charge does not allow it (3.3, 7.1)', () => {
  test.each(refused)('%s of a charge that is %s: %s', async (action, standing, name, message) => {
    const { client, sandbox } = setUp()
    const { id } = await standings[standing]({ client, sandbox })
    const details = { ...(message && { message }), ...(catalogue[name].status === 422 && { charge_id: id }) }
    await expectRefusal(sandbox, () => act(client, id, action), name, details)
  })
})

test.for([
  [{ authorization_type: 'pre_auth' }, 10_001, 'failed_capture', /must be less than or equal to authorized/],
  [{ authorization_type: 'pre_auth' }, -1, 'invalid_amount', /greater than 0/],
  [{ authorization_type: 'pre_auth' }, 'all', 'failed_capture', 'capture_amount is not a number'],
  [{ authorization_type: 'pre_auth' }, 10.5, 'invalid_amount', /must be an integer/],
  [{ authorization_type: 'final_auth' }, 9999, 'failed_capture', /needs authorization_type pre_auth/],
  [{}, 9999, 'failed_capture', /needs authorization_type pre_auth/],
] as const)(
  '400: a partial capture of %j with capture_amount %s: %s',
  async ([params, capture_amount, name, message], { client, sandbox }) => {
    const { id } = await client.authorized(params)
    const capture = () => act(client, id, 'capture', { capture_amount })
    await expectRefusal(sandbox, capture, name, { message, fields: ['capture_amount'] })
  },
)
