import { describe, expect } from 'vitest'
import type { Link } from '../../../../src/index'
import type { ListBody } from '../../../support/client'
import type { Params } from '../../../support/form'
import { cardForm, coffee, createLink, keysOf, visit } from '../../../support/schedules'
import { clientWith, expectError, expectRefusal, expectSuccess, start, test } from '../../../support/set-up'

describe('200: POST /links', () => {
  test('makes an address that can be paid', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const token = link.id.slice('link_test_'.length).toUpperCase()
    expect(link).toMatchObject({
      ...coffee,
      multiple: false,
      used: false,
      used_at: null,
      deleted: false,
      deleted_at: null,
      payment_uri: `${sandbox.url}/pay/${token}`,
      created_at: start,
    })
    expect(link.charges).toMatchObject({ location: `/links/${link.id}/charges`, total: 0, data: [] })
  })

  test.for([
    { amount: 0 },
    { amount: 2000 },
    { amount: 100_000_000 },
    { amount: 1_000_000, currency: 'jpy' },
    { multiple: true },
  ])('takes %j', async (params, { client }) => {
    expect(await createLink(client, params)).toMatchObject(params)
  })
})

const refused: [params: Params, message: string | RegExp][] = [
  [{ amount: undefined }, 'amount is not a number'],
  [{ amount: 'much' }, 'amount is not a number'],
  [{ amount: -1 }, 'amount must be >= 0'],
  [{ amount: 20.5 }, 'amount is not a number'],
  [{ amount: 1999 }, /^amount must be 0 \(the payer decides\) or at least 2000/],
  [{ amount: 100_000_001 }, 'amount must be less than or equal to 1000000.0'],
  [{ amount: 1_000_001, currency: 'jpy' }, 'amount must be less than or equal to 1000000.0'],
  [{ currency: undefined }, 'currency is currently not supported'],
  [{ currency: 'xyz' }, 'currency is currently not supported'],
  [{ title: undefined }, "title can't be blank"],
  [{ title: ' ' }, "title can't be blank"],
  [{ description: undefined }, "description can't be blank"],
  [{ multiple: 'perhaps' }, 'multiple must be true or false'],
  [{ title: undefined, description: undefined }, "title can't be blank and description can't be blank"],
]

describe('400: POST /links', () => {
  test.for(refused)('%j is an invalid link (7.1)', async ([params, message], { client, sandbox }) => {
    const create = () => client.post('/links', { ...coffee, ...params })
    await expectRefusal(sandbox, create, 'invalid_link', { message })
  })
})

describe('reading and deleting', () => {
  test('GET /links lists the newest first and leaves deleted ones out (4.9)', async ({ client }) => {
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.unshift((await createLink(client)).id)
    const [third, second, first] = ids
    await client.delete(`/links/${second}`)
    const listed = (await client.get<ListBody<Link>>('/links')).body
    expect(listed.data.map((link) => link.id)).toEqual([third, first])
  })

  test('a deleted link keeps its fields', async ({ client }) => {
    const link = await createLink(client)
    const deleted = expectSuccess(await client.delete<Link>(`/links/${link.id}`))
    expect(deleted).toEqual({ ...link, deleted: true, deleted_at: start })
    expect((await client.get(`/links/${link.id}`)).body).toEqual(deleted)
    expectError(await client.delete(`/links/${link.id}`), 'failed_deletion', {
      message: 'link was already deleted',
    })
  })

  test('a link is not changed: there is no PATCH', async ({ client }) => {
    const { id } = await createLink(client)
    const answer = await client.send('PATCH', `/links/${id}`, { body: 'title=Tea' })
    expectError(answer, 'not_found')
  })
})

describe('a payment at payment_uri', () => {
  test('by card is a charge of the link (assumption link-events)', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const paid = await visit(sandbox, link.payment_uri, { body: cardForm() })
    expect(paid.status).toBe(200)
    expect(paid.body).toMatchObject({
      link: link.id,
      amount: 20_000,
      currency: 'thb',
      paid: true,
      description: 'Coffee\n\nOne cup, black',
      return_uri: `${link.payment_uri}/complete`,
    })
    const read = (await client.get<Link>(`/links/${link.id}`)).body
    expect(read).toMatchObject({ used: true, used_at: start })
    expect(read.charges).toMatchObject({ total: 1, data: [{ id: paid.body.id, paid: true }] })
    const events = await client.get<ListBody>(`/charges/${paid.body.id}/events`)
    expect(events.body.total).toBe(4)
  })

  test('by token, named as the card', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const card = (await client.token()).id
    expect((await visit(sandbox, link.payment_uri, { body: { card } })).body.paid).toBe(true)
    expect(sandbox.tokens.get(card)?.used).toBe(true)
  })

  test('by QR code waits, and is complete when the payer has paid', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const { body } = await visit(sandbox, link.payment_uri, { body: { 'source[type]': 'promptpay' } })
    expect(body).toMatchObject({ status: 'pending', link: link.id, source: { type: 'promptpay' } })
    expect(sandbox.links.last()).toMatchObject({ used: false, charges: { total: 1 } })
    expect(keysOf(sandbox, /^link/)).toEqual(['link.create', 'link.payment.create'])
    await sandbox.clock.advance('1h')
    await client.post(`/charges/${body.id}/mark_as_paid`)
    expect(sandbox.links.last()).toMatchObject({ used: true, used_at: '2026-01-15T10:00:00.000Z' })
    expect(keysOf(sandbox, /^link/)).toEqual(['link.create', 'link.payment.create', 'link.payment.complete'])
  })

  test('with 3-D Secure is complete when the cardholder has confirmed', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const { body } = await visit(sandbox, link.payment_uri, { body: cardForm('4111111111140003') })
    expect(body).toMatchObject({ status: 'pending', link: link.id })
    await client.confirm(body, 'failure')
    expect(sandbox.links.last()?.used).toBe(false)
  })

  test('by a card that is declined leaves the link open', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const declined = await visit(sandbox, link.payment_uri, { body: cardForm('4111111111140011') })
    expect(declined).toMatchObject({ status: 402, body: { code: 'insufficient_fund' } })
    expect(sandbox.links.last()).toMatchObject({ used: false, charges: { data: [{ status: 'failed' }] } })
    expect(keysOf(sandbox, /^link/)).toEqual(['link.create', 'link.payment.create'])
    expect((await visit(sandbox, link.payment_uri, { body: cardForm() })).status).toBe(200)
    expect(sandbox.links.last()).toMatchObject({ used: true, charges: { total: 2 } })
  })

  test('once only, unless the link says multiple', async ({ client, sandbox }) => {
    for (const multiple of [false, true]) {
      const link = await createLink(client, { multiple })
      await visit(sandbox, link.payment_uri, { body: cardForm() })
      await sandbox.clock.advance('1h')
      const second = await visit(sandbox, link.payment_uri, { body: cardForm() })
      if (multiple) expect(second.body.paid).toBe(true)
      else expect(second.body).toMatchObject({ code: 'invalid_link', message: 'link was already used' })
      const { used_at, charges } = (await client.get<Link>(`/links/${link.id}`)).body
      expect([used_at, charges.total]).toEqual([link.created_at, multiple ? 2 : 1])
    }
  })

  test('by both codes of a single-use link: none refuses a payment at the bank', async ({
    client,
    sandbox,
  }) => {
    const link = await createLink(client)
    const code = () => visit(sandbox, link.payment_uri, { body: { 'source[type]': 'promptpay' } })
    for (const { body } of [await code(), await code()])
      expectSuccess(await client.post(`/charges/${body.id}/mark_as_paid`))
    const once = ['charge.complete', 'link.payment.complete']
    expect(keysOf(sandbox, /complete/)).toEqual([...once, ...once])
  })

  test('in live mode stays in live mode', async ({ sandbox, client }) => {
    const link = await createLink(clientWith(sandbox, sandbox.live.keys))
    const paid = await visit(sandbox, link.payment_uri, { body: cardForm() })
    expect(paid.body).toMatchObject({ livemode: true, link: link.id })
    expect((await client.get<ListBody>('/links')).body.total).toBe(0)
  })
})

describe('200: a charge of a link', () => {
  test('expands its link', async ({ client, sandbox }) => {
    const link = await createLink(client)
    const { body } = await visit(sandbox, link.payment_uri, { body: cardForm() })
    const shown = (await client.get(`/charges/${body.id}`, { expand: true })).body
    expect(shown.link).toMatchObject({ object: 'link', id: link.id, used: true })
  })

  test('is listed under it, newest first', async ({ client, sandbox }) => {
    const link = await createLink(client, { multiple: true })
    await client.charge()
    const ids: string[] = []
    for (let i = 0; i < 25; i += 1)
      ids.unshift((await visit(sandbox, link.payment_uri, { body: cardForm() })).body.id)
    const listed = (await client.get<ListBody>(`/links/${link.id}/charges`, { limit: 100 })).body
    expect(listed.data.map((charge) => charge.id)).toEqual(ids)
    const { charges } = (await client.get<Link>(`/links/${link.id}`)).body
    expect(charges.total).toBe(25)
    expect(charges.data.map((charge) => charge.id)).toEqual(ids.reverse().slice(0, 20))
  })
})
