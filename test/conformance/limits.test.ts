import { expect } from 'vitest'
import { dayMs, hourMs } from '../../src/kernel/calendar'
import { limits as ours } from '../../src/kernel/limits'
import { currentVersion, versions as ourVersions } from '../../src/service/versions/history'
import { signWebhook, verifyWebhook } from '../../src/service/webhooks/signature'
import { limits } from '../spec/limits'
import { versionHeader, versions } from '../spec/versions'
import type { Client, ListBody } from '../support/client'
import { dispute } from '../support/disputes'
import { expectError, expectSuccess, type SetUp, setUp, test } from '../support/set-up'

const createCharge = async (client: Client, amount: number, currency: string, headers = {}) => {
  const card = (await client.token()).id
  return client.post('/charges', { amount, currency, card }, { headers })
}

type Edge = (setup: SetUp, value: number) => Promise<void>

const smallest =
  (currency: 'thb' | 'jpy' | 'sgd'): Edge =>
  async ({ client }, min) => {
    expectSuccess(await createCharge(client, min, currency))
    expectError(await createCharge(client, min - 1, currency), 'invalid_charge', {
      message: `amount must be at least ${min} (in subunits)`,
      fields: ['amount'],
    })
  }

/** A list takes the value, and not the next one. */
const inList =
  (param: string, sign: '>=' | '<='): Edge =>
  async ({ client }, value) => {
    expectSuccess(await client.get('/charges', { [param]: value }))
    const beyond = value + (sign === '>=' ? -1 : 1)
    const message = `${param} must be ${sign} ${value}`
    expectError(await client.get('/charges', { [param]: beyond }), 'bad_request', { message })
  }

const byDefault =
  (path: string, param: string): Edge =>
  async ({ client }, value) =>
    expect((await client.get(path)).body[param]).toBe(value)

/** The edge of each limit, driven over HTTP: the last accepted value and the first refused one. */
const edges: Readonly<Record<string, Edge>> = {
  list_page_size_min: inList('limit', '>='),
  list_page_size_max: inList('limit', '<='),
  list_page_size_default: byDefault('/charges', 'limit'),
  search_page_size_default: byDefault('/search', 'limit'),
  offset_min: inList('offset', '>='),
  offset_default: byDefault('/charges', 'offset'),
  search_index_delay: async () => {
    const { sandbox, client } = setUp({ searchDelay: 1500 })
    const found = async () => (await client.get('/search', { query: 'coffee' })).body.total
    await client.charge({ description: 'Coffee' })
    expect(await found()).toBe(0)
    await sandbox.clock.advance(1499)
    expect(await found()).toBe(0)
    await sandbox.clock.advance(1)
    expect(await found()).toBe(1)
  },
  webhook_timestamp_tolerance: async (_, seconds) => {
    const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
    const { headers } = signWebhook({ body, secret: 'secret', timestamp: 1_000_000 })
    const received = (second: number) => () =>
      verifyWebhook({ body, headers, secret: 'secret', now: second * 1000 })
    for (const second of [1_000_000 + seconds, 1_000_000 - seconds])
      expect(received(second)()).toMatchObject({ key: 'charge.create' })
    const [late, early] = [1_000_001 + seconds, 999_999 - seconds]
    expect(received(late)).toThrow(expect.objectContaining({ code: 'timestamp_too_old' }))
    expect(received(early)).toThrow(expect.objectContaining({ code: 'timestamp_too_new' }))
  },
  idempotency_key_length_max: async ({ client }, max) => {
    const keyOf = (length: number) => ({ 'idempotency-key': 'k'.repeat(length) })
    expectSuccess(await createCharge(client, 10_000, 'thb', keyOf(max)))
    expectError(await createCharge(client, 10_000, 'thb', keyOf(max + 1)), 'bad_request', {
      message: /too long \(maximum is 255 characters\)/,
    })
  },
  idempotency_key_lifetime: async ({ client, sandbox }, hours) => {
    const make = async () =>
      (await client.post('/customers', {}, { headers: { 'idempotency-key': 'once' } })).body.id
    const first = await make()
    await sandbox.clock.advance(hours * hourMs - 1)
    expect(await make()).toBe(first)
    await sandbox.clock.advance(1)
    expect(await make()).not.toBe(first)
  },
  event_retention: async ({ client, sandbox }, days) => {
    await client.charge()
    const [{ id } = { id: '' }] = (await client.get<ListBody>('/events')).body.data
    await sandbox.clock.advance(`${days}d`)
    expectSuccess(await client.get(`/events/${id}`))
    await sandbox.clock.advance(2)
    expectError(await client.get(`/events/${id}`), 'not_found', { message: `event ${id} was not found` })
  },
  charge_amount_min_thb: smallest('thb'),
  charge_amount_min_jpy: smallest('jpy'),
  charge_amount_min_sgd: smallest('sgd'),
  refund_amount_min: async ({ client }, min) => {
    const { id } = await client.charge()
    expectError(await client.post(`/charges/${id}/refunds`, { amount: min - 1 }), 'invalid_amount', {
      message: `amount must be greater than ${min - 1}`,
    })
    expect((await client.refund(id, { amount: min })).amount).toBe(min)
  },
  refund_amount_max: async ({ client }) => {
    const { id } = await client.charge({ amount: 10_000 })
    await client.refund(id, { amount: 4_000 })
    expectError(
      await client.post(`/charges/${id}/refunds`, { amount: 6_001 }),
      'insufficient_refundable_amount',
      {
        message: 'amount is above the refundable balance of 6000 (in subunits)',
        charge_id: id,
      },
    )
    expect((await client.refund(id, { amount: 6_000 })).charge.refunded_amount).toBe(10_000)
  },
  dispute_response_window: async ({ client, sandbox }) => {
    expect(ours.disputeResponseMs / dayMs).toBeGreaterThanOrEqual(14)
    expect(ours.disputeResponseMs / dayMs).toBeLessThanOrEqual(21)
    const early = await dispute(client)
    const late = await dispute(client)
    await sandbox.clock.advance(ours.disputeResponseMs - 1)
    expectSuccess(await client.patch(`/disputes/${early.id}`, { message: 'Delivered' }))
    await sandbox.clock.advance(1)
    expectError(await client.patch(`/disputes/${late.id}`, { message: 'Delivered' }), 'deadline_passed')
  },
  card_token_uses_max: async ({ client }) => {
    const { id: card } = await client.token()
    await client.charge({ card })
    expectError(await client.post('/charges', { amount: 10_000, currency: 'thb', card }), 'used_token')
    expectError(await client.post('/customers', { card }), 'used_token')
  },
}

test.for(limits)('spec 8: $name, $value, holds at its edge', async ({ name, value }, { setup }) => {
  const drive = edges[name]
  if (drive === undefined) expect.fail(`nothing drives ${name}`)
  await drive(setup, Number(value))
})

test.for(versions)('spec 9: version $version is known, current: $current', async (row, { client }) => {
  const { version, current } = row
  expect(ourVersions).toContain(version)
  const newest: string = currentVersion
  expect(version === newest, 'test/spec/versions.ts names the newest version').toBe(current)
  expectSuccess(await client.get('/charges', {}, { headers: { [versionHeader]: version } }))
})
