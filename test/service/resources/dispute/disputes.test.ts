import { describe, expect } from 'vitest'
import type { Charge, Dispute, Transaction } from '../../../../src/index'
import type { Client, ListBody } from '../../../support/client'
import { dispute, disputeThatIs, type Outcome, readDispute, upload } from '../../../support/disputes'
import type { Params } from '../../../support/form'
import { day, expectError, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

const balance = async (client: Client): Promise<unknown> => (await client.get('/balance')).body.total

describe('200: a cardholder disputes a charge (3.1, 4.6)', () => {
  test('the dispute is open, over all of the charge', async ({ client }) => {
    const charge = await client.charge()
    const opened = await dispute(client, charge.id)
    expect(opened).toMatchObject({
      object: 'dispute',
      livemode: false,
      location: `/disputes/${opened.id}`,
      status: 'open',
      charge: charge.id,
      amount: 10_000,
      currency: 'thb',
      funding_amount: 10_000,
      funding_currency: 'thb',
      reason_code: 'goods_or_services_not_provided',
      reason_message: 'Merchandise/Services Not Received',
      message: null,
      admin_message: null,
      metadata: {},
      closed_at: null,
      created_at: start,
      charge_dispute_at: start,
    })
    expect(opened.id).toMatch(/^dspt_test_[0-9a-z]{19}$/)
    expect(opened.documents).toMatchObject({ total: 0, location: `/disputes/${opened.id}/documents` })
    expect(await readDispute(client, opened.id)).toEqual(opened)
  })

  test('with a reason, words and metadata of its own', async ({ client }) => {
    const given = { reason_code: 'duplicate_processing', message: 'Charged twice', metadata: { case: '7' } }
    expect(await dispute(client, undefined, given)).toMatchObject({ ...given, status: 'open' })
  })

  test('only the part that was not refunded is disputed, also in a foreign currency', async ({ client }) => {
    const charge = await client.charge({ currency: 'usd', amount: 1001 })
    const refund = await client.refund(charge.id, { amount: 333 })
    expect(await dispute(client, charge.id)).toMatchObject({
      amount: 668,
      currency: 'usd',
      funding_amount: charge.funding_amount - refund.funding_amount,
      funding_currency: 'thb',
    })
  })

  test('the charge shows the whole dispute and can neither be refunded nor disputed again (2.2)', async () => {
    const { client } = setUp()
    const { id } = await client.charge()
    const opened = await dispute(client, id)
    const { body } = await client.get<Charge>(`/charges/${id}`)
    expect(body.dispute).toEqual(opened)
    expect(body).toMatchObject({
      status: 'successful',
      refundable: false,
      partially_refundable: false,
      disputable: false,
      can_perform_void: false,
    })
    expectError(await client.post(`/charges/${id}/refunds`), 'not_refundable', {
      message: 'charge is disputed',
    })
    expectError(await client.post(`/charges/${id}/disputes`), 'invalid_dispute', {
      message: 'charge cannot be disputed: it is disputed',
      charge_id: id,
    })
  })

  test('its charge becomes the object with expand', async ({ client }) => {
    const { id, charge } = await dispute(client)
    expect((await client.get(`/disputes/${id}?expand=true`)).body.charge).toMatchObject({
      object: 'charge',
      id: charge,
      dispute: { id },
    })
  })
})

describe('the money of a dispute (3.1)', () => {
  const flows: [outcome: Outcome, returned: number, keys: string[]][] = [
    ['open', 0, ['dispute.started.debit']],
    ['pending', 0, ['dispute.started.debit']],
    ['won', 10_000, ['dispute.won.credit', 'dispute.started.debit']],
    ['lost', 0, ['dispute.started.debit']],
    ['accepted', 0, ['dispute.started.debit']],
    ['lapsed', 0, ['dispute.started.debit']],
  ]
  test.each(flows)('%s: %i came back; transactions, newest first: %j', async (outcome, returned, keys) => {
    const setup = setUp()
    const { client, sandbox } = setup
    const shown = await disputeThatIs(setup, outcome)
    const net = sandbox.charges.get(shown.charge)?.net ?? 0
    expect(await balance(client)).toBe(net - 10_000 + returned)
    expect(shown.transactions.map(({ key }) => key)).toEqual(keys)
    for (const { amount, origin, currency } of shown.transactions)
      expect({ amount, origin, currency }).toEqual({ amount: 10_000, origin: shown.id, currency: 'thb' })
    const listed = (await client.get<ListBody<Transaction>>('/transactions')).body
    expect(listed.data.map(({ key }) => key)).toEqual([...keys, 'charge.captured.net'])
  })
})

describe('200: the merchant answers, or gives in (4.6)', () => {
  test('a message hands the dispute to the bank', async ({ client }) => {
    const { id } = await dispute(client)
    const answer = await client.patch<Dispute>(`/disputes/${id}`, { message: 'It was delivered' })
    expect(expectSuccess(answer)).toMatchObject({ status: 'pending', message: 'It was delivered' })
  })

  test('metadata alone does not', async ({ client }) => {
    const { id } = await dispute(client)
    const { body } = await client.patch<Dispute>(`/disputes/${id}`, { metadata: { clerk: 'Nok' } })
    expect(body).toMatchObject({ status: 'open', message: null, metadata: { clerk: 'Nok' } })
    const both = { message: 'It was delivered', metadata: { clerk: 'Ploy' } }
    expect((await client.patch(`/disputes/${id}`, both)).body).toMatchObject({ status: 'pending', ...both })
  })

  const methods = ['patch', 'post'] as const
  const endings: [method: 'patch' | 'post', action: string, params: Params, status: string][] =
    methods.flatMap((method) => [
      [method, 'accept', {}, 'lost'] as [typeof method, string, Params, string],
      [method, 'accept', { message: 'Our mistake' }, 'lost'],
      [method, 'close', { status: 'won' }, 'won'],
      [method, 'close', { status: 'lost' }, 'lost'],
      [method, 'close', {}, 'lost'],
    ])
  const cases = endings.flatMap(([method, action, params, status]) =>
    (['open', 'pending'] as const).map((from) => ({ method, action, params, status, from })),
  )
  test.each(cases)('$method $action $params of an $from dispute: $status', async (row) => {
    const setup = setUp()
    const { client, sandbox } = setup
    const { id, message } = await disputeThatIs(setup, row.from)
    await sandbox.clock.advance('1d')
    const ended = expectSuccess(
      await client[row.method]<Dispute>(`/disputes/${id}/${row.action}`, row.params),
    )
    expect(ended).toMatchObject({
      status: row.status,
      closed_at: later(start, day),
      message: row.params.message ?? message,
    })
    expect(await readDispute(client, id)).toEqual(ended)
  })

  test('a won dispute leaves the charge as it was, to be refunded or disputed again', async () => {
    const setup = setUp()
    const { client } = setup
    const won = await disputeThatIs(setup, 'won')
    const { body } = await client.get<Charge>(`/charges/${won.charge}`)
    expect(body).toMatchObject({ dispute: { id: won.id, status: 'won' }, refundable: true, disputable: true })
    const again = await dispute(client, won.charge)
    expect((await client.get<Charge>(`/charges/${won.charge}`)).body.dispute?.id).toBe(again.id)
    await client.patch(`/disputes/${again.id}/close`, { status: 'won' })
    expect((await client.refund(won.charge)).amount).toBe(10_000)
  })

  test.for(['lost', 'accepted', 'lapsed'] as const)(
    'a charge whose dispute was %s stays disputed',
    async (outcome, { setup }) => {
      const { charge, id } = await disputeThatIs(setup, outcome)
      expect(setup.sandbox.charges.get(charge)).toMatchObject({
        dispute: { id, status: 'lost' },
        refundable: false,
        disputable: false,
      })
      expectError(await setup.client.post(`/charges/${charge}/refunds`), 'not_refundable', {
        message: 'charge is disputed',
      })
    },
  )
})

describe('the response deadline (3.1, 8)', () => {
  test('after 14 days without an answer the dispute is lost, at that moment', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    await sandbox.clock.advance(14 * day - 1)
    expect((await readDispute(client, id)).status).toBe('open')
    await sandbox.clock.advance('10d')
    expect(await readDispute(client, id)).toMatchObject({ status: 'lost', closed_at: later(start, 14 * day) })
  })

  test.each(['pending', 'won', 'lost'] as const)('does not touch a dispute that is %s', async (outcome) => {
    const setup = setUp()
    const before = await disputeThatIs(setup, outcome)
    await setup.sandbox.clock.advance('30d')
    expect(await readDispute(setup.client, before.id)).toEqual({
      ...before,
      documents: { ...before.documents, to: later(start, 30 * day) },
    })
  })
})

describe('events of a dispute (3.1, 6)', () => {
  const opened = 'charge.dispute.create'
  const closed = 'charge.dispute.close'
  const eventsOf: [outcome: Outcome, keys: string[]][] = [
    ['open', [opened]],
    ['pending', [opened, 'charge.dispute.update']],
    ['won', [opened, closed]],
    ['lost', [opened, closed]],
    ['accepted', [opened, closed]],
    ['lapsed', [opened, closed]],
  ]
  test.for(eventsOf)('%s: %j, under the events of the charge', async ([outcome, keys], { setup }) => {
    const { charge, id, status } = await disputeThatIs(setup, outcome)
    const { body } = await setup.client.get<ListBody<{ key: string; data: Dispute }>>(
      `/charges/${charge}/events`,
      { order: 'chronological' },
    )
    expect(body.data.map(({ key }) => key)).toEqual(['charge.create', 'charge.complete', ...keys])
    expect(body.data.at(-1)?.data).toMatchObject({ object: 'dispute', id, status })
  })

  test('each shows the dispute as it was then', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    await upload(client, id)
    await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    await client.patch(`/disputes/${id}/close`, { status: 'won' })
    const shown = sandbox.events.list(({ data }) => data.id === id).map(({ data }) => data)
    expect(shown).toMatchObject([
      { status: 'open', documents: { total: 0 }, transactions: { length: 1 } },
      { status: 'open', documents: { total: 1 } },
      { status: 'pending', documents: { total: 1 }, message: 'It was delivered' },
      { status: 'won', transactions: { length: 2 } },
    ])
  })
})

describe('lists of disputes (4.6)', () => {
  test('open, pending and closed ones have a list each', async ({ setup, client, sandbox }) => {
    const ids: Record<string, string> = {}
    for (const outcome of ['lapsed', 'open', 'pending', 'won', 'lost'] as const)
      ids[outcome] = (await disputeThatIs(setup, outcome)).id
    const listed = async (path: string) => {
      const { body } = await client.get<ListBody<Dispute>>(path)
      expect(body).toMatchObject({ location: path, total: body.data.length })
      return body.data.map(({ id }) => id)
    }
    expect(await listed('/disputes')).toEqual([ids.lost, ids.won, ids.pending, ids.open, ids.lapsed])
    expect(await listed('/disputes/open')).toEqual([ids.open])
    expect(await listed('/disputes/pending')).toEqual([ids.pending])
    expect(await listed('/disputes/closed')).toEqual([ids.lost, ids.won, ids.lapsed])
    expect(sandbox.disputes.count({ status: 'lost' })).toBe(2)
  })
})
