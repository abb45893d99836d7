import { describe, expect, test } from 'vitest'
import { versions } from '../../src/resources/account/model'
import { versionForms } from '../spec/version-forms'
import { type Body, type Client, print } from '../support/client'
import { expectError, expectSuccess } from '../support/expect'
import { start } from '../support/sandbox'
import { setUpWith } from '../support/set-up'

const asOf = (version: string) => ({ headers: { 'Service-Version': version } })

type Ids = Readonly<Record<string, string>>

/** One record of each kind, and the path at which it can be read. */
const furnish = async (client: Client): Promise<Ids> => {
  const customer = await client.customer({ metadata: { object: 'charge', created_at: 'never' } })
  const charge = await client.charge({ customer: customer.id })
  const refund = await client.refund(charge.id, { amount: 1_000 })
  const make = async (path: string, params = {}): Promise<string> =>
    String(expectSuccess(await client.post(path, params)).id)
  const source = await make('/sources', {
    amount: 300_000,
    currency: 'thb',
    type: 'installment_bay',
    installment_term: 4,
  })
  const qr = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }
  const recipient = (await client.get<{ data: Body[] }>('/recipients')).body.data[0]?.id ?? ''
  const transfer = await make('/transfers', { amount: 5_000 })
  await make(`/transfers/${transfer}/mark_as_sent`)
  const disputed = await client.charge()
  const dispute = await make(`/charges/${disputed.id}/disputes`)
  const every = { every: 1, period: 'day', start_date: start.slice(0, 10), end_date: '2026-02-15' }
  const schedule = await make('/schedules', { ...every, charge: { customer: customer.id, amount: 10_000 } })
  const transferSchedule = await make('/schedules', { ...every, transfer: { recipient, amount: 5_000 } })
  const occurrences = (await client.get<{ data: Body[] }>(`/schedules/${schedule}/occurrences`)).body
  const secondTransfer = await make('/transfers', { amount: 5_000 })
  return {
    charge: `/charges/${charge.id}`,
    'charge by instalments': `/charges/${await make('/charges', { amount: 300_000, currency: 'thb', source, return_uri: 'https://a.example.com' })}`,
    'charge by code': `/charges/${await make('/charges', qr)}`,
    'charge in dispute': `/charges/${disputed.id}`,
    charges: '/charges',
    refund: `/refunds/${refund.id}`,
    customer: `/customers/${customer.id}`,
    card: `/customers/${customer.id}/cards/${customer.default_card}`,
    token: `/tokens/${(await client.token()).id}`,
    source: `/sources/${source}`,
    transaction: `/transactions/${charge.transaction}`,
    'transaction, expanded': `/transactions/${charge.transaction}?expand=true`,
    balance: '/balance',
    recipient: `/recipients/${recipient}`,
    transfer: `/transfers/${transfer}`,
    'unsent transfer': `/transfers/${secondTransfer}`,
    dispute: `/disputes/${dispute}`,
    schedule: `/schedules/${schedule}`,
    'transfer schedule': `/schedules/${transferSchedule}`,
    occurrence: `/occurrences/${occurrences.data[0]?.id}`,
    link: `/links/${await make('/links', { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' })}`,
    account: '/account',
    forex: '/forex/usd',
    receipts: '/receipts',
    capability: '/capability',
    event: `/events/${(await client.get<{ data: Body[] }>('/events', { order: 'chronological' })).body.data[0]?.id}`,
  }
}

const open = setUpWith(furnish)

describe('wire 23: what each version shows', () => {
  test.each(versionForms)('$version, $area: $of', async ({ of, version, has, lacks = '' }) => {
    const { client, made } = await open()
    const path = made[of] ?? ''
    const answer = await client.get(path, {}, asOf(version))
    const body = expectSuccess(answer)
    expect(answer.headers.get('service-version')).toBe(version)
    expect(answer.headers.get('sandbox-warning')).toBeNull()
    expect(body).toMatchObject(has)
    const there = lacks.split(' ').filter((field) => field in body)
    expect(there, print(body)).toEqual([])
  })

  test('a nested list of 2015 says no order, and the card of a token of 2017 no place', async () => {
    const { client, made: ids } = await open()
    const customer = (await client.get(ids.customer ?? '', {}, asOf('2015-11-17'))).body
    expect(customer.cards).not.toHaveProperty('order')
    const token = (await client.get(ids.token ?? '', {}, asOf('2017-11-02'))).body
    expect(token.card).not.toHaveProperty('location')
    expect(Object.keys((await client.get('/charges', {}, asOf('2017-11-02'))).body)).toEqual([
      'object',
      'from',
      'to',
      'offset',
      'limit',
      'total',
      'order',
      'location',
      'data',
    ])
  })

  test.each(versions)('every record can be read in %s, or its operation is younger', async (version) => {
    const { client, made } = await open()
    for (const path of Object.values(made)) {
      const answer = await client.get(path, {}, asOf(version))
      if (answer.status === 200) continue
      expectError(answer, 'service_not_found', { message: /came with 2017-11-02/ })
      expect(version < '2017-11-02').toBe(true)
    }
  })
})
