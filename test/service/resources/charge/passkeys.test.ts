/** Contract 22: what a cardholder is asked for. 3-D Secure lacks fields of the card, and a passkey has a page of its own. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../../src/index'
import { goodCard } from '../../../support/client'
import { open } from '../../../support/open'
import { visit } from '../../../support/schedules'
import { stateOf } from '../../../support/set-up'

const shop = 'https://shop.example/thanks'
const omise = { profile: 'omise' } as const

const chargeCard = async (options: SandboxOptions, params: object, card: object = {}) => {
  const { sandbox, ask } = open(options)
  const key = sandbox.authorization.public
  const token = (await ask('POST', '/tokens', { card: { ...goodCard, ...card } }, key)).body
  const order = { amount: 10_000, currency: 'thb', card: token.id, return_uri: shop }
  const { body } = await ask('POST', '/charges', { ...order, ...params })
  const address = String(body.authorize_uri)
  return {
    sandbox,
    ask,
    token,
    charge: body,
    address,
    read: async () => (await ask('GET', `/charges/${body.id}`)).body,
    answer: (result: string, at = address) => visit(sandbox, at, { body: { result }, browser: true }),
  }
}

describe('missing3dsFields: named', () => {
  const email = 'a@example.com'
  test.each([
    [{}, ['email', 'phone_number']],
    [{ email }, ['phone_number']],
    [{ phone_number: '+66812345678' }, ['email']],
    [{ email: ' ', phone_number: '' }, ['email', 'phone_number']],
    [{ email, phone_number: '+66812345678' }, []],
  ])('a card with %j lacks %j', async (card, missing) => {
    const { charge, read } = await chargeCard(omise, { authentication: '3DS' }, card)
    expect(charge).toMatchObject({ status: 'pending', missing_3ds_fields: missing, authenticated_by: '3DS' })
    expect((await read()).missing_3ds_fields).toEqual(missing)
  })

  test('a saved card keeps what it was given, and shows no email', async () => {
    const { ask, sandbox } = open(omise)
    const card = { ...goodCard, email }
    const token = (await ask('POST', '/tokens', { card }, sandbox.authorization.public)).body
    expect(JSON.stringify(token)).not.toContain(email)
    const { id } = (await ask('POST', '/customers', { card: token.id })).body
    const order = { amount: 10_000, currency: 'thb', customer: id, authentication: '3DS' }
    expect((await ask('POST', '/charges', order)).body.missing_3ds_fields).toEqual(['phone_number'])
  })

  test('without authentication, by a source, and in spec nothing is missing', async () => {
    expect((await chargeCard(omise, {})).charge.missing_3ds_fields).toEqual([])
    const source = { type: 'promptpay' }
    expect((await chargeCard(omise, { card: undefined, source })).charge.missing_3ds_fields).toEqual([])
    const inSpec = await chargeCard({}, { authentication: '3DS' })
    expect(inSpec.charge).toMatchObject({ missing_3ds_fields: [], authenticated_by: null })
  })
})

describe('passkeys: page', () => {
  const passkey = (options: SandboxOptions = omise, params: object = {}, card: object = {}) =>
    chargeCard(options, { authentication: 'PASSKEY', ...params }, card)

  test('a charge waits at an address with a signature', async () => {
    const { charge, token, ask } = await passkey()
    expect(charge).toMatchObject({ status: 'pending', authorized: false, authenticated_by: 'PASSKEY' })
    const { pathname, searchParams } = new URL(String(charge.authorize_uri))
    expect(pathname).toMatch(/^\/payments\/paym_test_[0-9a-z]{19}\/authorize$/)
    expect(searchParams.get('signature')).toMatch(/^\w{20,}$/)
    expect((await ask('GET', '/balance')).body.total).toBe(0)
    expect((await ask('GET', `/tokens/${token.id}`)).body.used).toBe(true)
  })

  test('its page says that it is about a passkey, and asks', async () => {
    const { sandbox, address } = await passkey()
    const before = stateOf(sandbox)
    const { status, text } = await visit(sandbox, address, { browser: true })
    expect(status).toBe(200)
    for (const part of ['Confirm with your passkey', 'fingerprint', '>Confirm<', '>Reject<', 'VISA'])
      expect(text.toLowerCase()).toContain(part.toLowerCase())
    expect(stateOf(sandbox)).toBe(before)
  })

  test.each([
    ['success', { status: 'successful', paid: true, authenticated_by: 'PASSKEY' }],
    ['failure', { status: 'failed', failure_code: 'payment_rejected', authenticated_by: 'PASSKEY' }],
  ])('%s leads back to the shop', async (result, becomes) => {
    const { answer, read, sandbox } = await passkey()
    expect(await answer(result)).toMatchObject({ status: 302, location: shop })
    expect(await read()).toMatchObject(becomes)
    expect(sandbox.events.list().map(({ key }) => key)).toEqual(['charge.create', 'charge.complete'])
  })

  test('a charge that is authorized first is held after the page', async () => {
    const { answer, read } = await passkey(omise, { capture: false })
    await answer('success')
    expect(await read()).toMatchObject({ status: 'pending', authorized: true, capturable: true })
  })

  test('a card that declines does so when its holder confirms', async () => {
    const { answer, read } = await passkey(omise, { metadata: { sandbox_fail: 'insufficient_fund' } })
    await answer('success')
    expect(await read()).toMatchObject({ status: 'failed', failure_code: 'insufficient_fund' })
  })

  test('the page is not found without its signature, or with another one', async () => {
    const { sandbox, address, read } = await passkey()
    const before = stateOf(sandbox)
    const bare = address.replace(/\?.*/, '')
    for (const at of [bare, `${bare}?signature=`, `${address}x`]) {
      const answer = await visit(sandbox, at, { body: { result: 'success' }, browser: true })
      expect([answer.status, answer.text.includes('complete, up to its last parameter')]).toEqual([404, true])
    }
    expect(stateOf(sandbox)).toBe(before)
    expect((await visit(sandbox, `${address}&lang=th`, { browser: true })).status).toBe(200)
    expect((await read()).status).toBe('pending')
  })

  test('it expires as a charge that waits for 3-D Secure', async () => {
    const { sandbox, read } = await passkey()
    await sandbox.clock.advance('7d')
    expect(await read()).toMatchObject({ status: 'expired', failure_code: null })
  })

  test('the check of a card waits, too', async () => {
    const { charge, answer, read } = await passkey(omise, { amount: 0 })
    expect(charge).toMatchObject({ status: 'pending', amount: 0 })
    await answer('success')
    expect(await read()).toMatchObject({ status: 'successful', transaction: null })
  })

  test('in spec the passkey was checked before, and no address has a signature', async () => {
    const { charge } = await passkey({})
    expect(charge).toMatchObject({ status: 'successful', paid: true, authenticated_by: 'PASSKEY' })
    expect(charge.authorize_uri).toMatch(/\/authorize$/)
  })

  test('state and fixtures keep it', async () => {
    const { sandbox, charge, address } = await passkey()
    const { sandbox: copy } = open(omise)
    copy.restore(sandbox.snapshot())
    expect(copy.charges.get(charge.id)).toEqual(sandbox.charges.get(charge.id))
    await visit(copy, address, { body: { result: 'success' } })
    for (const one of [sandbox, copy]) {
      const again = open(omise).sandbox
      const { fixture } = await one.record()
      await again.seed(fixture)
      const { status, missing_3ds_fields } = one.charges.get(charge.id) ?? {}
      expect(again.charges.list()).toMatchObject([
        { status, missing_3ds_fields, authenticated_by: 'PASSKEY' },
      ])
    }
  })
})
