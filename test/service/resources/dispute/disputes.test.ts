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
      status: 'open',
      charge: charge.id,
      amount: 10_000,
      currency: 'thb',
      funding_amount: 10_000,
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

  test('the charge shows it, and is neither refunded nor disputed again (2.2)', async ({ client }) => {
    const { id } = await client.charge()
    const opened = await dispute(client, id)
    expect((await client.get(`/charges/${id}`)).body.dispute).toEqual(opened)
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
  test.for(flows)('%s: %i came back; transactions, newest first: %j', async (row, { setup }) => {
    const [outcome, returned, keys] = row
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

  const endings: [action: string, params: Params, status: string][] = [
    ['accept', {}, 'lost'],
    ['accept', { message: 'Our mistake' }, 'lost'],
    ['close', { status: 'won' }, 'won'],
    ['close', { status: 'lost' }, 'lost'],
    ['close', {}, 'lost'],
  ]
  const cases = endings.flatMap(([action, params, status]) =>
    (['open', 'pending'] as const).flatMap((from) =>
      (['patch', 'post'] as const).map((method) => ({ method, action, params, status, from })),
    ),
  )
  test.for(cases)('$method $action $params of an $from dispute: $status', async (row, { setup, client }) => {
    const { id, message } = await disputeThatIs(setup, row.from)
    await setup.sandbox.clock.advance('1d')
    const { method, status, params } = row
    const ended = expectSuccess(await client[method]<Dispute>(`/disputes/${id}/${row.action}`, params))
    const closed = { status, closed_at: later(start, day), message: params.message ?? message }
    expect(ended).toMatchObject(closed)
    expect(await readDispute(client, id)).toEqual(ended)
  })

  test('a won dispute leaves the charge as it was, to be refunded or disputed again', async () => {
    const setup = setUp()
    const { client } = setup
    const won = await disputeThatIs(setup, 'won')
    const shown = async () => (await client.get<Charge>(`/charges/${won.charge}`)).body.dispute
    expect(await shown()).toMatchObject({ id: won.id, status: 'won' })
    const again = await dispute(client, won.charge)
    expect((await shown())?.id).toBe(again.id)
    await client.patch(`/disputes/${again.id}/close`, { status: 'won' })
    expect((await client.refund(won.charge)).amount).toBe(10_000)
  })

  test.for(['lost', 'accepted', 'lapsed'] as const)(
    'a charge whose dispute was %s stays disputed',
    async (outcome, { setup, client, sandbox }) => {
      const { charge, id } = await disputeThatIs(setup, outcome)
      expect(sandbox.charges.get(charge)?.dispute).toMatchObject({ id, status: 'lost' })
      const refund = await client.post(`/charges/${charge}/refunds`)
      expectError(refund, 'not_refundable', { message: 'charge is disputed' })
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

  test.for(['pending', 'won', 'lost'] as const)(
    'does not touch one that is %s',
    async (outcome, { setup }) => {
      const before = await disputeThatIs(setup, outcome)
      await setup.sandbox.clock.advance('30d')
      const documents = { ...before.documents, to: later(start, 30 * day) }
      expect(await readDispute(setup.client, before.id)).toEqual({ ...before, documents })
    },
  )
})

describe('events of a dispute (3.1, 6)', () => {
  test('that lapsed say that it is closed', async ({ setup, sandbox }) => {
    const { id } = await disputeThatIs(setup, 'lapsed')
    expect(sandbox.events.last()).toMatchObject({ key: 'charge.dispute.close', data: { id, status: 'lost' } })
  })

  test('are under those of the charge; each shows it as it was then', async ({ client }) => {
    const { id, charge } = await dispute(client)
    await upload(client, id)
    await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    await client.patch(`/disputes/${id}/close`, { status: 'won' })
    const { body } = await client.get<ListBody>(`/charges/${charge}/events`, { order: 'chronological' })
    expect(body.data.slice(2).map(({ data }) => data)).toMatchObject([
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
