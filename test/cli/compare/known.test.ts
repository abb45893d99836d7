/** What the service is known to do otherwise: it has the name of its row, and the same field with a wrong value has none. */
import { describe, expect, test } from 'vitest'
import { compared, type Exchange, type Json, otherService, withoutPauses } from './services'

type Change = (body: Json) => Json

const without =
  (...names: readonly string[]): Change =>
  (body) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))

const set =
  (values: Json): Change =>
  (body) => ({ ...body, ...values })

const eventsOf = (body: Json) => body.data as readonly Json[]

/** A list without some events, or with others; its total is that of what it has. */
const events =
  (change: (events: readonly Json[]) => readonly Json[]): Change =>
  (body) => {
    const data = change(eventsOf(body))
    return { ...body, data, total: Number(body.total) - eventsOf(body).length + data.length }
  }

const keyed =
  (names: Readonly<Record<string, string>>): Change =>
  (body) => ({
    ...body,
    data: eventsOf(body).map((one) => ({ ...one, key: names[String(one.key)] ?? one.key })),
  })

const dropped = (key: RegExp) => events((all) => all.filter((one) => !key.test(String(one.key))))

const added = (key: string, after: string) =>
  events((all) =>
    all.flatMap((one) =>
      one.key === after ? [one, { ...one, key, id: 'evnt_test_5fzbq2k1p7y1h2x3c4d' }] : [one],
    ),
  )

/** All that follows from another rate; a wrong fee does not. */
const atRate =
  (ratio: number, more = 0): Change =>
  (body) => {
    if (body.currency === body.funding_currency) return body
    const [amount, fee, vat] = ['funding_amount', 'fee', 'fee_vat'].map((name) =>
      Math.round(Number(body[name]) * ratio),
    )
    const wrong = Number(fee) + more
    return {
      ...body,
      ...{ funding_amount: amount, fee: wrong, fee_vat: vat, net: Number(amount) - wrong - Number(vat) },
    }
  }

const addressed =
  (host: string): Change =>
  (body) => ({ ...body, location: `https://${host}${String(body.location)}` })

interface Fact {
  readonly row: string
  readonly what: string
  readonly story: string
  readonly at: string
  readonly known: Change
  /** The same place with what nothing explains. */
  readonly wrong: Change
}

const facts: readonly Fact[] = [
  {
    ...{ row: 'specified-fields', what: 'captured, refunded and source_of_fund', story: 'card-charge' },
    at: 'POST /charges',
    known: without('captured', 'refunded', 'source_of_fund'),
    wrong: set({ captured: false, refunded: 1, source_of_fund: 'offsite' }),
  },
  {
    ...{ row: 'specified-fields', what: 'the status of a source', story: 'qr-payment' },
    at: 'GET /sources/:id',
    known: without('status'),
    wrong: set({ status: 'paid' }),
  },
  {
    ...{ row: 'specified-fields', what: 'charge_dispute_at', story: 'dispute-lost' },
    at: 'GET /disputes/:id',
    known: without('charge_dispute_at'),
    wrong: set({ charge_dispute_at: null }),
  },
  {
    ...{ row: 'specified-fields', what: 'validation_errors', story: 'refused-charges' },
    at: 'POST /charges',
    known: without('validation_errors'),
    wrong: (body) => ('validation_errors' in body ? { ...body, validation_errors: [] } : body),
  },
  {
    ...{ row: 'specified-fields', what: 'from, to and limit of a search', story: 'search' },
    at: 'GET /search',
    known: without('from', 'to', 'limit'),
    wrong: set({ limit: 1000 }),
  },
  {
    ...{ row: 'empty-fields', what: 'newer fields of a charge', story: 'card-charge' },
    at: 'GET /charges/:id',
    known: without('missing_3ds_fields', 'authenticated_by'),
    wrong: set({ authenticated_by: '3DS' }),
  },
  {
    ...{ row: 'empty-fields', what: 'authorization of a source’s charge', story: 'qr-payment' },
    at: 'POST /charges',
    known: without('authorization_type', 'authorized_amount', 'captured_amount'),
    wrong: set({ authorized_amount: 7 }),
  },
  {
    ...{ row: 'empty-fields', what: 'a tax id that nobody gave', story: 'payout' },
    at: 'POST /recipients',
    known: set({ tax_id: '' }),
    wrong: set({ tax_id: '7' }),
  },
  {
    ...{ row: 'token-location', what: 'the address of a token', story: 'card-charge' },
    at: 'POST /tokens',
    known: addressed('vault.example.com'),
    wrong: (body) => ({
      ...body,
      location: 'https://vault.example.com/tokens/tokn_test_5fzbq2k1p7y1h2x3c4d',
    }),
  },
  {
    ...{ row: 'deleted-records', what: 'nothing but the id', story: 'deleted-customer' },
    at: 'DELETE /customers/:id',
    known: ({ object, id, livemode, deleted }) => ({ object, id, livemode, deleted }),
    wrong: without('email'),
  },
  {
    ...{ row: 'fixed-exchange-rates', what: 'another rate', story: 'foreign-currencies' },
    at: 'POST /charges',
    known: atRate(1.0731),
    wrong: atRate(1.0731, 100),
  },
  {
    ...{ row: 'source-types', what: 'a page for a code', story: 'qr-payment' },
    at: 'POST /charges',
    known: set({ authorize_uri: 'https://pay.example.com/payments/pay2_test_5fzbq2k1p7y1h2x3c4d/authorize' }),
    wrong: set({ authorize_uri: 'https://pay.example.com/' }),
  },
  {
    ...{ row: 'account-webhooks', what: 'one address for webhooks', story: 'account' },
    at: 'GET /account',
    known: without('webhook_endpoints'),
    wrong: without('webhook_uri'),
  },
  {
    ...{ row: 'evidence-files', what: 'no address of a fresh file', story: 'dispute-won' },
    at: 'POST /disputes/:id/documents',
    known: (body) => ('download_uri' in body ? { ...body, download_uri: null } : body),
    wrong: without('download_uri'),
  },
  {
    ...{ row: 'search-rank', what: 'oldest first', story: 'search' },
    at: 'GET /search',
    known: (body) =>
      body.order === 'reverse_chronological' && body.per_page !== 1
        ? { ...body, order: 'chronological', data: [...eventsOf(body)].reverse() }
        : body,
    wrong: set({ order: 'sideways' }),
  },
  {
    ...{ row: 'search-card-digits', what: 'the first digits of a card', story: 'removed-card' },
    at: 'GET /customers/:id/cards',
    known: (body) => ({ ...body, data: eventsOf(body).map(set({ first_digits: '424242' })) }),
    wrong: (body) => ({ ...body, data: eventsOf(body).map(set({ first_digits: 'none' })) }),
  },
  {
    ...{ row: 'event-keys', what: 'no charge.complete of a card', story: 'declined-for-funds' },
    at: 'GET /charges/:id/events',
    known: dropped(/^charge\.complete$/),
    wrong: dropped(/^charge\.create$/),
  },
  {
    ...{ row: 'event-keys', what: 'no events of sources', story: 'qr-payment' },
    at: 'GET /charges/:id/events',
    known: dropped(/^source\./),
    wrong: dropped(/^charge\.complete$/),
  },
  {
    ...{ row: 'event-keys', what: 'charge.capture', story: 'authorize-and-capture' },
    at: 'GET /charges/:id/events',
    known: keyed({ 'charge.update': 'charge.capture' }),
    wrong: keyed({ 'charge.update': 'charge.reverse' }),
  },
  {
    ...{ row: 'event-keys', what: 'charge.reverse', story: 'capture-of-what-cannot-be-captured' },
    at: 'GET /charges/:id/events',
    known: keyed({ 'charge.update': 'charge.reverse' }),
    wrong: keyed({ 'charge.update': 'charge.expire' }),
  },
  {
    ...{ row: 'event-keys', what: 'keys of disputes', story: 'events-of-a-day' },
    at: 'GET /events',
    known: keyed({
      'charge.dispute.create': 'dispute.create',
      'charge.dispute.update': 'dispute.update',
      'charge.dispute.close': 'dispute.close',
    }),
    wrong: keyed({ 'charge.dispute.close': 'dispute.accept' }),
  },
  {
    ...{ row: 'event-keys', what: 'recipient.activate', story: 'payout' },
    at: 'GET /events',
    known: added('recipient.activate', 'recipient.verify'),
    wrong: added('recipient.destroy', 'recipient.verify'),
  },
]

const shapeOf = (operation: string): RegExp => new RegExp(`^${operation.replace(/:\w+/g, '[^/]+')}$`)

const through = async ({ story, at }: Fact, change: Change) => {
  const isThere = ({ method, path, status }: Exchange) =>
    shapeOf(at).test(`${method} ${path}`) && (status === 200 || at === 'POST /charges')
  // Where a list of events has another length, what it lacks may still come.
  withoutPauses()
  const service = await otherService((one) => (isThere(one) ? { body: change(one.body) } : undefined))
  const { code, report } = await compared(service, '--only', story)
  const found = report.operations.flatMap(({ operation, differences }) =>
    differences.map(({ choice }) => ({ operation, choice })),
  )
  return { code, found }
}

describe('a fact about the service', () => {
  test.each(facts)('$row, $what: known at $at', async (fact) => {
    const { code, found } = await through(fact, fact.known)
    expect(found).not.toEqual([])
    expect(new Set(found.map(({ choice }) => choice))).toEqual(new Set([fact.row]))
    expect(new Set(found.map(({ operation }) => operation))).toEqual(new Set([fact.at]))
    expect(code).toBe(0)
  })

  test.each(facts)('$row, $what: a wrong value at $at is unknown', async (fact) => {
    const { code, found } = await through(fact, fact.wrong)
    expect(found.filter(({ choice }) => choice === null)).not.toEqual([])
    expect(code).toBe(1)
  })

  test('a part of a list of events counts as the whole one does', async () => {
    const drop = dropped(/^charge\.complete$/)
    const service = await otherService(({ path, body }) =>
      path.endsWith('/events')
        ? { body: path === '/events' ? drop(body) : { ...body, total: Number(body.total) - 1 } }
        : undefined,
    )
    const pauses = withoutPauses()
    const { code, report } = await compared(service, '--only', 'events-of-a-day')
    expect({ code, score: report.score, pauses }).toEqual({ code: 0, score: 1, pauses: [1, 2, 3] })
  })
})
