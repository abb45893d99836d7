/** payment-sandbox/factories: records for unit tests, made by the operations of the service. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Charge, EventKey } from '../../src/index'
import { checkValue } from '../../src/kernel/schema'
import { eventKeysOf } from '../../src/service/resources/event/keys'
import { kindOf } from '../../src/service/resources/registry'
import { methods } from '../../src/service/simulation/methods'
import { verifyWebhook } from '../../src/service/webhooks/signature'
import { charge, type Factories, factories } from '../../src/suites/factories/factories'
import { makeSandbox } from '../support/set-up'

const { event, webhook, ...records } = factories()

type Trait = (...given: unknown[]) => { readonly object: string; readonly [field: string]: unknown }

/** Each factory and each of its traits. */
const calls = Object.entries(records).flatMap(([name, factory]) => [
  { name, make: factory as Trait },
  ...Object.entries(factory as object).map(([trait, make]) => ({
    name: `${name}.${trait}`,
    make: make as Trait,
  })),
])

const isOf = (name: string): boolean => /\.of$/.test(name)
const make = ({ name, make: call }: (typeof calls)[number]) => (isOf(name) ? call('jcb') : call())

describe('every factory and trait', () => {
  test.each(calls)('$name gives a record that fits the schema of the service', (call) => {
    const record = make(call)
    const { schema } = kindOf(record.object)
    expect(checkValue(schema(), record).error?.issues ?? []).toEqual([])
  })

  test('gives the same records for the same seed and time, and another one at each call', () => {
    const run = (made: Factories): readonly unknown[] => {
      const { event: makeEvent, webhook: _, ...rest } = made
      return [...Object.values(rest).flatMap((factory) => [factory(), factory()]), makeEvent('link.create')]
    }
    const options = { seed: 'shop', now: '2026-02-01T00:00:00Z' }
    const first = run(factories(options))
    expect(run(factories(options))).toEqual(first)
    expect(run(factories({ ...options, seed: 'other' }))).not.toEqual(first)
    const ids = first.map((record) => (record as { readonly id: string }).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(first[0]).toMatchObject({ created_at: '2026-02-01T00:00:00.000Z' })
    expect(factories({ now: new Date('2027-01-01') }).token()).toMatchObject({
      created_at: '2027-01-01T00:00:00.000Z',
    })
    expect(() => factories({ now: 'soon' })).toThrow('now: must be a time')
  })
})

/** A factory, or one of its traits, by its name in the types. */
type Name = { [K in keyof Factories & string]: K | `${K}.${keyof Factories[K] & string}` }[keyof Factories]

test.each<[name: Name, given: readonly unknown[], shows: object]>([
  ['charge', [], { status: 'successful', paid: true, amount: 100_000, net: 96_094 }],
  ['charge.declined', [], { status: 'failed', failure_code: 'insufficient_fund' }],
  ['charge.declined', ['timeout'], { status: 'failed', failure_code: 'timeout' }],
  ['charge.authorized', [], { status: 'pending', authorized: true, capturable: true }],
  ['charge.captured', [400], { paid: true, captured_amount: 400 }],
  ['charge.pending', [], { status: 'pending', source_of_fund: 'offline', card: null }],
  ['charge.challenged', [], { status: 'pending', authorize_uri: expect.any(String), source: null }],
  ['charge.paidBySource', ['truemoney'], { paid: true, source: { type: 'truemoney' } }],
  ['charge.refunded', [], { refunded_amount: 100_000, refundable: false, voided: false }],
  ['charge.refunded', [500], { refunded_amount: 500, refundable: true }],
  ['charge.voided', [], { voided: true, refunded_amount: 100_000 }],
  ['charge.expired', [], { status: 'expired', expired: true }],
  ['charge.reversed', [], { status: 'reversed', reversed: true }],
  ['charge.disputed', [], { disputable: false, dispute: { status: 'open' } }],
  ['refund.voided', [], { voided: true }],
  ['customer.withoutCard', [], { default_card: null, cards: { total: 0 } }],
  ['customer.deleted', [], { deleted: true }],
  ['card.of', ['jcb'], { brand: 'JCB' }],
  ['token.of', ['4242424242424242'], { card: { last_digits: '4242' }, used: false }],
  ['token.used', [], { used: true, charge_status: 'successful', card: null }],
  ['source.charged', [], { charge_status: 'pending', scannable_code: { type: 'qr' } }],
  ['source.paid', [], { status: 'successful' }],
  ['source.failed', [], { status: 'failed', charge_status: 'failed' }],
  ['source.expired', [], { charge_status: 'expired' }],
  ['recipient.verified', [], { verified: true, active: true }],
  ['recipient.rejected', [], { verified: false, failure_code: 'name_mismatch' }],
  ['recipient.deleted', [], { deleted: true }],
  ['transfer', [], { sent: false, sendable: true }],
  ['transfer.sent', [], { sent: true, paid: false }],
  ['transfer.paid', [], { paid: true }],
  ['transfer.failed', ['transfers_suspended'], { failure_code: 'transfers_suspended' }],
  ['transfer.deleted', [], { deleted: true }],
  ['dispute', [], { status: 'open', closed_at: null }],
  ['dispute.pending', [], { status: 'pending', message: 'It was delivered' }],
  ['dispute.won', [], { status: 'won', closed_at: expect.any(String) }],
  ['dispute.lost', [], { status: 'lost' }],
  ['dispute.accepted', [], { status: 'lost' }],
  ['dispute.lapsed', [], { status: 'lost', message: null }],
  ['schedule.ofTransfers', [], { transfer: { object: 'scheduled_transfer' } }],
  ['schedule.suspended', [], { status: 'suspended', active: false }],
  ['schedule.expired', [], { status: 'expired', active: false }],
  ['schedule.deleted', [], { deleted: true }],
  ['occurrence', [], { status: 'scheduled' }],
  ['occurrence.successful', [], { status: 'successful' }],
  ['occurrence.failed', [], { status: 'failed', message: expect.any(String) }],
  ['link.multiple', [], { multiple: true }],
  ['link.used', [], { used: true, charges: { total: 1 } }],
  ['link.deleted', [], { deleted: true }],
  ['transaction', [], { key: 'charge.captured.net', direction: 'credit' }],
  ['transaction.ofRefund', [], { direction: 'debit' }],
  ['transaction.ofDispute', [], { key: 'dispute.started.debit' }],
  ['transaction.ofTransfer', [], { key: 'transfer.sent.debit' }],
])('%s, given %j, is what its name says', (name, given, shows) => {
  const call = calls.find((one) => one.name === name)
  expect(call?.make(...given)).toMatchObject(shows)
})

test.each(methods.map(({ type }) => type))(
  'charge.paidBySource(%s) gives what the method asks for',
  (type) => {
    expect(charge.paidBySource(type)).toMatchObject({ paid: true, source: { type } })
    expect(records.source({ type })).toMatchObject({ type })
  },
)

describe('overrides', () => {
  test('that are parameters go to the operation, so that what follows from them agrees', async () => {
    const made = charge({ amount: 5_000, currency: 'thb', description: 'Tea', metadata: { order: 7 } })
    const sandbox = makeSandbox()
    const real = (await sandbox.trigger('charge.complete', { amount: 5_000 })).data
    const { fee, fee_vat, net, captured_amount } = real
    expect(made).toMatchObject({ amount: 5_000, fee, fee_vat, net, captured_amount })
    expect(made).toMatchObject({ description: 'Tea', metadata: { order: 7 } })
    expect(charge.refunded(undefined, { amount: 7_000 })).toMatchObject({
      amount: 7_000,
      refunded_amount: 7_000,
    })
    expect(records.token({ card: { name: 'Ann', expiration_year: 2040 } }).card).toMatchObject({
      name: 'Ann',
    })
    expect(records.source({ type: 'alipay' })).toMatchObject({ type: 'alipay', flow: 'redirect' })
    expect(event('refund.create', { data: { amount: 300 } }).data.amount).toBe(300)
  })

  test('replace other fields at any depth, and lists and metadata as a whole', () => {
    const made = charge({ id: 'chrg_test_1', card: { last_digits: '0000' }, customer: 'cust_test_1' })
    expect(made).toMatchObject({ id: 'chrg_test_1', customer: 'cust_test_1' })
    expect(made.card).toMatchObject({ last_digits: '0000', brand: 'Visa' })
    expect(records.customer({ metadata: { a: 1 } }).metadata).toEqual({ a: 1 })
    expect(charge({ card: null }).card).toBeNull()
    expect(event('charge.complete', { id: 'evnt_test_1', data: { id: 'chrg_test_2' } })).toMatchObject({
      id: 'evnt_test_1',
      data: { id: 'chrg_test_2', paid: true },
    })
  })

  test('of a field that the record does not have are refused by name, as are amounts that the service refuses', () => {
    const wrong = { amuont: 5 } as object
    expect(() => charge(wrong)).toThrow('a charge has no field amuont; did you mean amount?')
    expect(() => charge({ card: { brnd: 'x' } as object })).toThrow(
      'a card has no field brnd; did you mean brand?',
    )
    expect(() => charge({ amount: 1 })).toThrow('amount must be at least 2000')
    expect(() => charge.refunded(200_000)).toThrow('refund')
    expectTypeOf(charge).parameter(0).not.toExtend<{ readonly amuont: number } | undefined>()
    expectTypeOf(charge.declined).returns.toEqualTypeOf<Charge>()
  })

  test('belong to the caller: a record can be changed, and no later one changes with it', () => {
    const made = charge({ metadata: { order: 7 } })
    made.amount = 1
    Object.assign(made.metadata, { order: 8 })
    expect(charge().amount).toBe(100_000)
  })
})

describe('events and webhooks', () => {
  test.each(eventKeysOf('spec'))('event(%s) carries the record of its kind', (key: EventKey) => {
    const made = event(key)
    expect(made).toMatchObject({ object: 'event', key, webhook_deliveries: [] })
    expect(checkValue(kindOf(made.data.object).schema(), made.data).error?.issues ?? []).toEqual([])
  })

  test('event() has the data of its key, and refuses a key that does not exist', () => {
    expectTypeOf(event('charge.complete').data.amount).toEqualTypeOf<number>()
    expect(() => event('charge.completed' as 'charge.complete')).toThrow('did you mean charge.complete?')
  })

  test('webhook() is a signed request that a receiver verifies', async () => {
    const request = webhook('charge.complete', { secret: 'whsec', overrides: { data: { amount: 4_000 } } })
    expect(request).toMatchObject({ method: 'POST', url: 'https://shop.example.com/webhooks' })
    const body = await request.text()
    const verified = verifyWebhook({ body, headers: request.headers, secret: 'whsec' })
    expect(verified).toMatchObject({ key: 'charge.complete', data: { amount: 4_000, paid: true } })
    expect(() => verifyWebhook({ body, headers: request.headers, secret: 'other' })).toThrow()
  })

  test('webhook() takes a timestamp, an address and the prefix of its headers', async () => {
    const url = 'http://127.0.0.1/hook'
    const old = webhook('refund.create', { secret: 'whsec', timestamp: 1, url, headerPrefix: 'Acme' })
    expect([...old.headers.keys()]).toContain('acme-signature')
    expect(old.url).toBe(url)
    const body = await old.text()
    const verify = () => verifyWebhook({ body, headers: old.headers, secret: 'whsec', headerPrefix: 'Acme' })
    expect(verify).toThrow('more than 300 s')
  })
})
