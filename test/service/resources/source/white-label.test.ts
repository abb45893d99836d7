/** Instalments by a card and a source in one charge (wire 5.3, assumption `white-label-installments`). */
import { describe, expect } from 'vitest'
import {
  type Charge,
  createSandbox,
  type Sandbox,
  type SandboxOptions,
  type Source,
} from '../../../../src/index'
import type { Client } from '../../../support/client'
import type { Params } from '../../../support/form'
import { expectError, expectSuccess, setUp, test } from '../../../support/set-up'

const plan = { type: 'installment_wlb_kbank', installment_term: 6 }
const money = { amount: 300_000, currency: 'thb' }
const return_uri = 'https://shop.test/done'

/** A charge that waits for its payer. */
const waiting = async (client: Client, more: Params = {}): Promise<Charge> => {
  const payer = 'customer' in more ? {} : { card: (await client.token()).id }
  return client.charge({ ...money, return_uri, source: plan, ...payer, ...more })
}

const opened = async (options: SandboxOptions = {}, more: Params = {}) => {
  const { client, sandbox } = setUp(options)
  return { client, sandbox, charge: await waiting(client, more) }
}

describe('a charge with a card and a source', () => {
  test.for([{}, { overrides: { expiry: 'by-method' } }] as const)(
    'shows both, and waits at authorize_uri: %j',
    async (options) => {
      const { client, charge, sandbox } = await opened(options)
      expect(charge).toMatchObject({
        status: 'pending',
        authorized: false,
        paid: false,
        customer: null,
        transaction: null,
        authorize_uri: expect.stringMatching(/\/payments\/paym_test_\w+\/authorize$/),
        card: { last_digits: '4242' },
        source: { ...plan, flow: 'redirect', absorption_type: 'customer', charge_status: 'pending' },
        disputable: false,
        refundable: false,
      })
      expect(Date.parse(charge.expires_at) - Date.parse(charge.created_at)).toBe(7 * 24 * 3_600_000)
      const token = sandbox.tokens.last()
      expect(token).toMatchObject({ used: true, charge_status: 'pending' })
      const again = { ...money, return_uri, source: plan, card: token?.id }
      expectError(await client.post('/charges', again), 'used_token', { message: 'token was already used' })
      expect(sandbox.sources.count()).toBe(1)
    },
  )

  test('takes the source by id, and a saved card of a customer', async ({ client }) => {
    const { id } = expectSuccess(await client.post<Source>('/sources', { ...money, ...plan }))
    const customer = await client.customer()
    const charge = await waiting(client, { source: id, customer: customer.id })
    const shown = { source: { id }, customer: customer.id, card: { id: customer.default_card } }
    expect(charge).toMatchObject(shown)
  })

  test('is paid when the cardholder confirms, and is refunded as instalments are', async () => {
    const { client, charge } = await opened({ overrides: { refunds: 'by-method' } })
    const flags = {
      refundable: true,
      partially_refundable: false,
      disputable: false,
      can_perform_void: false,
    }
    const paid = { ...flags, status: 'successful', authenticated_by: '3DS', source: { status: 'successful' } }
    expect(await client.confirm(charge, 'success')).toMatchObject(paid)
    const part = await client.post(`/charges/${charge.id}/refunds`, { amount: 1000 })
    expectError(part, 'not_refundable', { message: /full refunds only/ })
    expect(await client.refund(charge.id)).toMatchObject({ amount: 300_000, voided: false })
    const disputed = await client.post(`/charges/${charge.id}/disputes`)
    expectError(disputed, 'invalid_dispute', { message: /disputed/ })
  })

  test.for([
    ['4111111111140011', 'success', 'insufficient_fund'],
    ['4111111111130012', 'success', 'stolen_or_lost_card'],
    ['4242424242424242', 'failure', 'payment_rejected'],
  ] as const)('%s and %s on the page: %s', async ([number, answer, code], { client }) => {
    const charge = await waiting(client, { card: (await client.token(number)).id })
    expect(charge).toMatchObject({ status: 'pending', failure_code: null })
    expect(await client.confirm(charge, answer)).toMatchObject({
      status: 'failed',
      failure_code: code,
      source: { status: 'failed', charge_status: 'failed' },
    })
  })

  test('a card that expired while the charge waited declines', async () => {
    const { client, sandbox } = setUp()
    const card = { expiration_month: 1, expiration_year: 2026 }
    await sandbox.clock.set('2026-01-29T00:00:00Z')
    const charge = await waiting(client, { card: (await client.token(undefined, card)).id })
    await sandbox.clock.advance('4d')
    expect((await client.confirm(charge, 'success')).failure_code).toBe('expired_card')
  })

  test('expires after seven days, with its source', async () => {
    const { sandbox, charge } = await opened({ overrides: { expiry: 'by-method' } })
    await sandbox.clock.advance('7d')
    expect(sandbox.charges.get(charge.id)).toMatchObject({
      status: 'expired',
      source: { charge_status: 'expired' },
    })
  })
})

describe('refused, without a trace', () => {
  const fresh = 'a token that was not used'
  const fourMonths = { ...plan, installment_term: 4 }
  const noCard =
    /^card can't be blank: a charge by installment_wlb_kbank takes the token of a card beside the source$/
  test.for([
    ['invalid_charge', ['card'], noCard, {}],
    ['invalid_charge', ['card'], noCard, { card: '' }],
    ['not_found', null, /^token tokn_test_nope was not found$/, { card: 'tokn_test_nope' }],
    ['invalid_charge', ['return_uri'], /can't be blank$/, { card: fresh, return_uri: '' }],
    ['bad_request', ['installment_term'], / \(3, 6, 10\)$/, { card: fresh, source: fourMonths }],
    ['bad_request', ['source'], /together$/, { card: fresh, source: { ...plan, type: 'installment_kbank' } }],
  ] as const)('%s, %j, %s: %j', async ([code, fields, message, given], { client, sandbox }) => {
    const { id } = await client.token()
    const card = 'card' in given && given.card === fresh ? { card: id } : {}
    const answer = await client.post('/charges', { ...money, return_uri, source: plan, ...given, ...card })
    expectError(answer, code, { message, ...(fields && { fields }) })
    expect([sandbox.charges.count(), sandbox.sources.count(), sandbox.events.list()]).toEqual([0, 0, []])
    expect(sandbox.tokens.get(id)?.used).toBe(false)
  })

  test('instalments by redirect come with an empty card from a plugin', async ({ client }) => {
    const source = { type: 'installment_kbank', installment_term: 6 }
    expectSuccess(await client.post('/charges', { ...money, return_uri, source, card: '' }))
  })
})

describe('without a request', () => {
  test('a trigger gives it a card', async ({ sandbox }) => {
    for (const [key, params] of [
      ['source.successful', { ...money, ...plan }],
      ['charge.complete', { ...money, return_uri, source: plan }],
    ] as const) {
      await sandbox.trigger(key, params)
      const paid = { paid: true, card: { last_digits: '4242' }, source: plan }
      expect(sandbox.charges.last()).toMatchObject(paid)
    }
  })

  test('a recording keeps card and source', async ({ sandbox, client }) => {
    const declining = { card: (await client.token('4111111111140011')).id }
    await client.confirm(await waiting(client), 'success')
    await client.confirm(await waiting(client, declining), 'success')
    const customer = await client.customer()
    await waiting(client, { customer: customer.id })
    const shown = (one: Sandbox) =>
      one.charges.list().map(({ status, failure_code, card, source }) => ({
        status,
        failure_code,
        card: card?.last_digits,
        type: source?.type,
        term: source?.installment_term,
      }))
    const { fixture, leftOut } = await sandbox.record()
    expect(leftOut).toEqual([])
    const copy = createSandbox({ freeze: true, now: '2020-01-01' })
    await copy.seed(fixture)
    expect(shown(copy)).toEqual(shown(sandbox))
  })
})
