/** What the service is known to do otherwise: it has the name of its row, and the same field with a wrong value has none. */
import { describe, expect, test } from 'vitest'
import { compareTexts, Pairs, type TextContext } from '../../../src/cli/compare/texts'
import { compared, type Exchange, isCallOf, type Json, otherService, withoutPauses } from './services'

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

const fact = (
  ...[row, what, story, at, changes]: [string, string, string, string, Pick<Fact, 'known' | 'wrong'>]
): Fact => ({ row, what, story, at, ...changes })

const facts: readonly Fact[] = [
  fact('fields', 'captured, refunded and source_of_fund', 'card-charge', 'POST /charges', {
    known: without('captured', 'refunded', 'source_of_fund'),
    wrong: set({ captured: false, refunded: 1, source_of_fund: 'offsite' }),
  }),
  fact('fields', 'the status of a source', 'qr-payment', 'GET /sources/:id', {
    known: without('status'),
    wrong: set({ status: 'paid' }),
  }),
  fact('fields', 'charge_dispute_at', 'dispute-lost', 'GET /disputes/:id', {
    known: without('charge_dispute_at'),
    wrong: set({ charge_dispute_at: null }),
  }),
  fact('fields', 'validation_errors', 'refused-charges', 'POST /charges', {
    known: without('validation_errors'),
    wrong: (body) => ('validation_errors' in body ? { ...body, validation_errors: [] } : body),
  }),
  fact('fields', 'from, to and limit of a search', 'search', 'GET /search', {
    known: without('from', 'to', 'limit'),
    wrong: set({ limit: 1000 }),
  }),
  fact('empty-fields', 'newer fields of a charge', 'card-charge', 'GET /charges/:id', {
    known: without('missing_3ds_fields', 'authenticated_by'),
    wrong: set({ authenticated_by: '3DS' }),
  }),
  fact('empty-fields', 'authorization of a source’s charge', 'qr-payment', 'POST /charges', {
    known: without('authorization_type', 'authorized_amount', 'captured_amount'),
    wrong: set({ authorized_amount: 7 }),
  }),
  fact('empty-fields', 'a tax id that was not given', 'payout', 'POST /recipients', {
    known: set({ tax_id: '' }),
    wrong: set({ tax_id: '7' }),
  }),
  fact('token-location', 'the address of a token', 'card-charge', 'POST /tokens', {
    known: addressed('vault.example.com'),
    wrong: (body) => ({
      ...body,
      location: 'https://vault.example.com/tokens/tokn_test_5fzbq2k1p7y1h2x3c4d',
    }),
  }),
  fact('deleted-records', 'nothing but the id', 'deleted-customer', 'DELETE /customers/:id', {
    known: ({ object, id, livemode, deleted }) => ({ object, id, livemode, deleted }),
    wrong: without('email'),
  }),
  fact('fixed-exchange-rates', 'another rate', 'foreign-currencies', 'POST /charges', {
    known: atRate(1.0731),
    wrong: atRate(1.0731, 100),
  }),
  fact('fields', 'one address for webhooks', 'account', 'GET /account', {
    known: without('webhook_endpoints'),
    wrong: without('webhook_uri'),
  }),
  fact('evidence-files', 'no address of a fresh file', 'dispute-won', 'POST /disputes/:id/documents', {
    known: (body) => ('download_uri' in body ? { ...body, download_uri: null } : body),
    wrong: without('download_uri'),
  }),
  fact('search-rank', 'oldest first', 'search', 'GET /search', {
    known: (body) =>
      body.order === 'reverse_chronological' && body.per_page !== 1
        ? { ...body, order: 'chronological', data: [...eventsOf(body)].reverse() }
        : body,
    wrong: set({ order: 'sideways' }),
  }),
  fact('search-card-digits', 'the first digits of a card', 'removed-card', 'GET /customers/:id/cards', {
    known: (body) => ({ ...body, data: eventsOf(body).map(set({ first_digits: '424242' })) }),
    wrong: (body) => ({ ...body, data: eventsOf(body).map(set({ first_digits: 'none' })) }),
  }),
  fact('eventKeys', 'no charge.complete of a card', 'declined-for-funds', 'GET /charges/:id/events', {
    known: dropped(/^charge\.complete$/),
    wrong: dropped(/^charge\.create$/),
  }),
  fact('eventKeys', 'no events of sources', 'qr-payment', 'GET /charges/:id/events', {
    known: dropped(/^source\./),
    wrong: dropped(/^charge\.complete$/),
  }),
  fact('eventKeys', 'charge.capture', 'authorize-and-capture', 'GET /charges/:id/events', {
    known: keyed({ 'charge.update': 'charge.capture' }),
    wrong: keyed({ 'charge.update': 'charge.reverse' }),
  }),
  fact('eventKeys', 'charge.reverse', 'capture-of-what-cannot-be-captured', 'GET /charges/:id/events', {
    known: keyed({ 'charge.update': 'charge.reverse' }),
    wrong: keyed({ 'charge.update': 'charge.expire' }),
  }),
  fact('eventKeys', 'keys of disputes', 'events-of-a-day', 'GET /events', {
    known: keyed({
      'charge.dispute.create': 'dispute.create',
      'charge.dispute.update': 'dispute.update',
      'charge.dispute.close': 'dispute.close',
    }),
    wrong: keyed({ 'charge.dispute.close': 'dispute.accept' }),
  }),
  fact('eventKeys', 'recipient.activate', 'payout', 'GET /events', {
    known: added('recipient.activate', 'recipient.verify'),
    wrong: added('recipient.destroy', 'recipient.verify'),
  }),
]

const through = async ({ row, story, at }: Fact, change: Change) => {
  const isThere = (one: Exchange) => isCallOf(at, one) && (one.status === 200 || at === 'POST /charges')
  // Where a list of events has another length, what it lacks may still come.
  withoutPauses()
  // Where keys and fields are those of the service already, they are no choice.
  const profile = row === 'eventKeys' || row === 'fields' ? 'spec' : 'omise'
  const service = await otherService((one) => (isThere(one) ? { body: change(one.body) } : undefined), {
    profile,
  })
  const { code, report } = await compared(service, '--profile', profile, '--only', story)
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
    const service = await otherService(
      ({ path, body }) =>
        path.endsWith('/events')
          ? { body: path === '/events' ? drop(body) : { ...body, total: Number(body.total) - 1 } }
          : undefined,
      { profile: 'spec' },
    )
    withoutPauses()
    const { code, report } = await compared(service, '--profile', 'spec', '--only', 'events-of-a-day')
    expect({ code, score: report.score }).toEqual({ code: 0, score: 1 })
  })
})

// Texts that each service makes up for itself are held against each other by their form.

const context: TextContext = { slackMs: 0, isNoting: false, pairs: new Pairs() }

test.each([
  ['letters and digits', 'A319060C3498D12F', '0F19060C3498D12A', 'same'],
  ['no letter by chance', 'A319060C3498D12F', '1548358642454405', 'same'],
  ['no letter by chance in ours', '1548358642454405', 'A319060C3498D12F', 'same'],
  ['another length', 'A319060C3498D12F', 'A319060C', 'value'],
  ['another word', 'A319060C3498D12F', 'not found at all', 'value'],
])('the token of a download: %s', (_, ours, theirs, verdict) => {
  const at = (token: string): string => `https://api.example.com/documents/1/downloads/${token}`
  expect(compareTexts(at(ours), at(theirs), 'download_uri', context)).toBe(verdict)
})
