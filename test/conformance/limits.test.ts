import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../src/kernel/calendar'
import { limits as ours } from '../../src/kernel/limits'
import { currencies } from '../../src/kernel/money'
import { eventKeys } from '../../src/service/resources/event/model'
import { currentVersion, versions as ourVersions } from '../../src/service/versions/history'
import { webhookToleranceSeconds } from '../../src/service/webhooks/scheme'
import { signWebhook, verifyWebhook } from '../../src/service/webhooks/signature'
import { events } from '../spec/events'
import { limits } from '../spec/limits'
import { versionHeader, versions } from '../spec/versions'
import { type Client, type ListBody, makeClient } from '../support/client'
import { dispute } from '../support/disputes'
import { expectError, expectSuccess, makeSandbox } from '../support/set-up'

/** The constant in the code for each number of the specification, in the unit of its row. */
const numbers: Readonly<Record<string, number>> = {
  list_page_size_min: ours.listPageSizeMin,
  list_page_size_max: ours.listPageSizeMax,
  list_page_size_default: ours.listPageSizeDefault,
  offset_default: ours.offsetDefault,
  search_page_size_default: ours.searchPageSizeDefault,
  idempotency_key_length_max: ours.idempotencyKeyLengthMax,
  idempotency_key_lifetime: ours.idempotencyLifetimeMs / hourMs,
  event_retention: ours.eventRetentionMs / dayMs,
  refund_amount_min: ours.refundMin,
  webhook_timestamp_tolerance: webhookToleranceSeconds,
  charge_amount_min_thb: currencies.thb.chargeMin,
  charge_amount_min_jpy: currencies.jpy.chargeMin,
  charge_amount_min_sgd: currencies.sgd.chargeMin,
}

const createCharge = async (client: Client, amount: number, currency: string, headers = {}) => {
  const card = (await client.token()).id
  return client.post('/charges', { amount, currency, card }, { headers })
}

const smallest = (currency: 'thb' | 'jpy' | 'sgd', min: number) => async (): Promise<void> => {
  const client = makeClient(makeSandbox())
  expectSuccess(await createCharge(client, min, currency))
  expectError(await createCharge(client, min - 1, currency), 'invalid_charge', {
    message: `amount must be at least ${min} (in subunits)`,
    fields: ['amount'],
  })
}

/** The edge of each limit, driven over HTTP: the last accepted value and the first refused one. */
const edges: Readonly<Record<string, () => Promise<void>>> = {
  list_page_size_min: async () => {
    const client = makeClient(makeSandbox())
    expectSuccess(await client.get('/charges', { limit: 1 }))
    expectError(await client.get('/charges', { limit: 0 }), 'bad_request', { message: 'limit must be >= 1' })
  },
  list_page_size_max: async () => {
    const client = makeClient(makeSandbox())
    expectSuccess(await client.get('/charges', { limit: 100 }))
    expectError(await client.get('/charges', { limit: 101 }), 'bad_request', {
      message: 'limit must be <= 100',
    })
  },
  list_page_size_default: async () => {
    expect((await makeClient(makeSandbox()).get<ListBody>('/charges')).body.limit).toBe(20)
  },
  search_page_size_default: async () => {
    expect((await makeClient(makeSandbox()).get('/search')).body.limit).toBe(30)
  },
  search_index_delay: async () => {
    const sandbox = makeSandbox({ searchDelay: 1500 })
    const client = makeClient(sandbox)
    const found = async () => (await client.get('/search', { scope: 'charge' })).body.total
    await client.charge()
    await sandbox.clock.advance('1s')
    expect(await found()).toBe(0)
    await sandbox.clock.advance('1s')
    expect(await found()).toBe(1)
  },
  webhook_timestamp_tolerance: async () => {
    const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
    const { headers } = signWebhook({ body, secret: 'secret', timestamp: 1_000_000 })
    const received = (second: number) => () =>
      verifyWebhook({ body, headers, secret: 'secret', now: second * 1000 })
    for (const second of [1_000_300, 999_700])
      expect(received(second)()).toMatchObject({ key: 'charge.create' })
    expect(received(1_000_301)).toThrow(expect.objectContaining({ code: 'timestamp_too_old' }))
    expect(received(999_699)).toThrow(expect.objectContaining({ code: 'timestamp_too_new' }))
  },
  offset_min: async () => {
    const client = makeClient(makeSandbox())
    expectSuccess(await client.get('/charges', { offset: 0 }))
    expectError(await client.get('/charges', { offset: -1 }), 'bad_request', {
      message: 'offset must be >= 0',
    })
  },
  offset_default: async () => {
    expect((await makeClient(makeSandbox()).get<ListBody>('/charges')).body.offset).toBe(0)
  },
  idempotency_key_length_max: async () => {
    const client = makeClient(makeSandbox())
    const keyOf = (length: number) => ({ 'idempotency-key': 'k'.repeat(length) })
    expectSuccess(await createCharge(client, 10_000, 'thb', keyOf(255)))
    expectError(await createCharge(client, 10_000, 'thb', keyOf(256)), 'bad_request', {
      message: /too long \(maximum is 255 characters\)/,
    })
  },
  idempotency_key_lifetime: async () => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const make = async () =>
      (await client.post('/customers', {}, { headers: { 'idempotency-key': 'once' } })).body.id
    const first = await make()
    await sandbox.clock.advance(24 * hourMs - 1)
    expect(await make()).toBe(first)
    await sandbox.clock.advance(1)
    expect(await make()).not.toBe(first)
  },
  event_retention: async () => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    await client.charge()
    const [{ id } = { id: '' }] = (await client.get<ListBody>('/events')).body.data
    await sandbox.clock.advance('90d')
    expectSuccess(await client.get(`/events/${id}`))
    await sandbox.clock.advance(2)
    expectError(await client.get(`/events/${id}`), 'not_found', { message: `event ${id} was not found` })
  },
  charge_amount_min_thb: smallest('thb', 2000),
  charge_amount_min_jpy: smallest('jpy', 50),
  charge_amount_min_sgd: smallest('sgd', 100),
  refund_amount_min: async () => {
    const client = makeClient(makeSandbox())
    const { id } = await client.charge()
    expectError(await client.post(`/charges/${id}/refunds`, { amount: 0 }), 'invalid_amount', {
      message: 'amount must be greater than 0',
    })
    expect((await client.refund(id, { amount: 1 })).amount).toBe(1)
  },
  refund_amount_max: async () => {
    const client = makeClient(makeSandbox())
    const { id } = await client.charge({ amount: 10_000 })
    await client.refund(id, { amount: 4_000 })
    expectError(
      await client.post(`/charges/${id}/refunds`, { amount: 6_001 }),
      'insufficient_refundable_amount',
      {
        message: 'amount is above the refundable balance of 6000 (in subunits)',
      },
    )
    expect((await client.refund(id, { amount: 6_000 })).charge.refunded_amount).toBe(10_000)
  },
  dispute_response_window: async () => {
    expect(ours.disputeResponseMs / dayMs).toBeGreaterThanOrEqual(14)
    expect(ours.disputeResponseMs / dayMs).toBeLessThanOrEqual(21)
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const early = await dispute(client)
    const late = await dispute(client)
    await sandbox.clock.advance(ours.disputeResponseMs - 1)
    expectSuccess(await client.patch(`/disputes/${early.id}`, { message: 'Delivered' }))
    await sandbox.clock.advance(1)
    expectError(await client.patch(`/disputes/${late.id}`, { message: 'Delivered' }), 'deadline_passed')
  },
  card_token_uses_max: async () => {
    const client = makeClient(makeSandbox())
    const { id: card } = await client.token()
    await client.charge({ card })
    expectError(await client.post('/charges', { amount: 10_000, currency: 'thb', card }), 'used_token')
    expectError(await client.post('/customers', { card }), 'used_token')
  },
}

describe('spec 8: limits', () => {
  test.each(limits.filter((row) => row.name in numbers))('$name is $value $unit', ({ name, value }) => {
    expect(numbers[name]).toBe(value)
  })

  test.each(limits)('$name holds at its edge', async ({ name }) => {
    const drive = edges[name]
    if (drive === undefined) expect.fail(`nothing drives ${name}`)
    await drive()
  })
})

describe('spec 6: events', () => {
  test.each(events)('$key is a kind of event', ({ key }) => {
    expect(eventKeys).toContain(key)
  })

  test('there is no other kind of event', () => {
    expect([...eventKeys].sort()).toEqual(events.map((row) => row.key).sort())
  })
})

test.each(versions)('spec 9: version $version is known, current: $current', async ({ version, current }) => {
  expect(ourVersions).toContain(version)
  const newest: string = currentVersion
  expect(version === newest, 'test/spec/versions.ts names the newest version').toBe(current)
  const client = makeClient(makeSandbox())
  expectSuccess(await client.get('/charges', {}, { headers: { [versionHeader]: version } }))
})
