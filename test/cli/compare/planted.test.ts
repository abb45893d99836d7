/** Differences that a server plants: each is found at its operation and field, and nothing else is. */
import { expect, test } from 'vitest'
import {
  compared,
  differencesIn,
  type Exchange,
  isCallOf,
  type Json,
  otherService,
  withoutPauses,
} from './services'

type Change = (body: Json) => unknown

/** Another value at a path such as `card.bank` or `data.0.amount`. */
const set =
  (path: string, value: unknown | ((before: unknown) => unknown)): Change =>
  (body) => {
    const copy: Json = structuredClone(body)
    const names = path.split('.')
    const last = names.pop() ?? ''
    let place: Json = copy
    for (const name of names) place = place[name] as Json
    place[last] = typeof value === 'function' ? value(place[last]) : value
    return copy
  }

const drop =
  (name: string): Change =>
  ({ [name]: _, ...rest }) =>
    rest

const firstTwo = (data: unknown) => (data as Json[]).slice(0, 2)
const withoutSecond = (data: unknown) => (data as Json[]).filter((_, i) => i !== 1)
const withFirstAgain = (data: unknown) => [...(data as Json[]), ...(data as Json[]).slice(0, 1)]

const later = (ms: number) => (time: unknown) =>
  new Date(new Date(String(time)).getTime() + ms).toISOString().replace(/\.\d+Z/, 'Z')

const day = 86_400_000

interface Plant {
  readonly story: string
  readonly at: string
  readonly field: string
  readonly change: Change
  readonly status?: number
  /** Which of the answers: by default all that succeed. */
  readonly when?: (exchange: Exchange) => boolean
}

const plant = (
  story: string,
  at: string,
  field: string,
  change: Change,
  more: Partial<Plant> = {},
): Plant => ({
  ...{ story, at, field, change },
  ...more,
})

const isCode =
  (code: string) =>
  ({ body }: Exchange) =>
    body.code === code
const has =
  (name: string, value: unknown) =>
  ({ body }: Exchange) =>
    body[name] === value
const listed =
  (least: number) =>
  ({ body }: Exchange) =>
    Array.isArray(body.data) && body.data.length >= least

/** Other values at paths such as `data.0.amount`, one at a time; a function makes one of what was there. */
const sets = (story: string, at: string, values: Json, when?: Plant['when']): readonly Plant[] =>
  Object.entries(values).map(([path, value]) =>
    plant(story, at, path.replace(/\.(\d+)/g, '[$1]'), set(path, value), when && { when }),
  )

const replaced = (from: string, to: string) => (text: unknown) => String(text).replace(from, to)
const reversed = (data: unknown) => [...(data as unknown[])].reverse()

const isRefused = { when: isCode('failed_refund') }
const noCharge = 'chrg_test_5fzbq2k1p7y1h2x3c4d'

const plants: readonly Plant[] = [
  ...sets('card-charge', 'POST /charges', {
    ...{ fee: 3600, 'card.bank': 'OTHER BANK', surprise: 1, amount: '100000', transaction: null },
    location: replaced('charges', 'charge'),
    ...{ expires_at: later(day), created_at: later(-60_000) },
    ...{ 'metadata.order': 'A-1002', 'metadata.lines.0.count': 3 },
    ...{ 'card.last_digits': '4243', 'transaction_fees.fee_rate': '3.66' },
  }),
  ...sets('card-charge', 'POST /charges', { transaction: replaced('trxn', 'txn') }),
  plant('card-charge', 'POST /charges', 'net', drop('net')),
  ...sets('card-charge', 'GET /charges/:id', { paid: false }),
  ...sets('card-charge', 'GET /transactions/:id', { direction: 'debit' }),
  ...sets(
    'refund-in-parts',
    'GET /charges/:id',
    { 'refunds.data.0.amount': 30_001, 'refunds.data': reversed, 'refunds.total': 4 },
    has('refunded_amount', 100_000),
  ),
  plant('refund-in-parts', 'POST /charges/:id/refunds', 'code', set('code', 'internal_error'), isRefused),
  plant('refund-in-parts', 'POST /charges/:id/refunds', 'status', (body) => body, {
    ...{ status: 422, ...isRefused },
  }),
  ...sets('refund-in-parts', 'POST /charges/:id/refunds', { charge: noCharge }),
  ...sets('lists-of-charges', 'GET /charges', { data: reversed }, listed(2)),
  ...sets('lists-of-charges', 'GET /charges', { total: 30, limit: 50, order: 'sideways' }),
  plant('lists-of-charges', 'GET /charges', 'data[2]', set('data', firstTwo), { when: listed(3) }),
  plant('events-of-a-day', 'GET /events', 'data[1]', set('data', withoutSecond)),
  plant('events-of-a-day', 'GET /events', 'data[5]', set('data', withFirstAgain)),
  ...sets('events-of-a-day', 'GET /events', { 'data.2.data.status': 'pending' }),
  ...sets('saved-card', 'POST /charges', { customer: 'cust_test_5fzbq2k1p7y1h2x3c4d' }),
  ...sets('saved-card', 'GET /customers/:id', { default_card: null }),
  ...sets('payout', 'POST /transfers', { 'bank_account.bank_code': 'bbl' }),
  ...sets('search', 'GET /search', { total_pages: 7 }),
  ...sets('charge-schedule', 'POST /schedules', { 'next_occurrences_on.0': '2031-01-01' }),
  ...sets('dispute-won', 'GET /disputes/:id', { closed_at: null }, has('status', 'won')),
  ...sets('wrong-paging', 'GET /charges', { message: '' }, isCode('bad_request')),
]

const isAt = ({ at, status, when }: Plant, exchange: Exchange): boolean => {
  // Paths such as /disputes/open are no ids.
  if (!isCallOf(at, exchange) || /\/(?:open|pending|closed)$/.test(exchange.path)) return false
  return when === undefined ? status !== undefined || exchange.status === 200 : when(exchange)
}

test.each(plants)('$at in $story: $field', async (one) => {
  withoutPauses()
  const service = await otherService((exchange) =>
    isAt(one, exchange)
      ? { body: one.change(exchange.body), ...(one.status === undefined ? {} : { status: one.status }) }
      : undefined,
  )
  const { code, report, stderr } = await compared(service, '--only', one.story)
  expect({ found: differencesIn(report), code, stderr }).toEqual({
    found: [`${one.at} ${one.field}`],
    code: 1,
    stderr: '',
  })
})
