/** Differences that a server plants: each is found at its operation and field, and nothing else is. */
import { expect, test } from 'vitest'
import { compared, differencesIn, type Exchange, type Json, otherService, withoutPauses } from './services'

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

const inData =
  (change: (data: readonly Json[]) => unknown): Change =>
  (body) => ({ ...body, data: change(body.data as Json[]) })

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

const plants: readonly Plant[] = [
  plant('card-charge', 'POST /charges', 'fee', set('fee', 3600)),
  plant('card-charge', 'POST /charges', 'card.bank', set('card.bank', 'OTHER BANK')),
  plant('card-charge', 'POST /charges', 'net', drop('net')),
  plant('card-charge', 'POST /charges', 'surprise', set('surprise', 1)),
  plant('card-charge', 'POST /charges', 'amount', set('amount', '100000')),
  plant('card-charge', 'POST /charges', 'transaction', set('transaction', null)),
  plant(
    'card-charge',
    'POST /charges',
    'transaction',
    set('transaction', (id: unknown) => String(id).replace('trxn', 'txn')),
  ),
  plant(
    'card-charge',
    'POST /charges',
    'location',
    set('location', (path: unknown) => String(path).replace('charges', 'charge')),
  ),
  plant('card-charge', 'POST /charges', 'expires_at', set('expires_at', later(day))),
  plant('card-charge', 'POST /charges', 'created_at', set('created_at', later(-60_000))),
  plant('card-charge', 'POST /charges', 'metadata.order', set('metadata.order', 'A-1002')),
  plant('card-charge', 'POST /charges', 'metadata.lines[0].count', set('metadata.lines.0.count', 3)),
  plant('card-charge', 'POST /charges', 'card.last_digits', set('card.last_digits', '4243')),
  plant(
    'card-charge',
    'POST /charges',
    'transaction_fees.fee_rate',
    set('transaction_fees.fee_rate', '3.66'),
  ),
  plant('card-charge', 'GET /charges/:id', 'paid', set('paid', false)),
  plant('card-charge', 'GET /transactions/:id', 'direction', set('direction', 'debit')),
  plant(
    'refund-in-parts',
    'GET /charges/:id',
    'refunds.data[0].amount',
    set('refunds.data.0.amount', 30_001),
    { when: has('refunded_amount', 100_000) },
  ),
  plant(
    'refund-in-parts',
    'GET /charges/:id',
    'refunds.data',
    set('refunds.data', (data: unknown) => [...(data as unknown[])].reverse()),
    { when: has('refunded_amount', 100_000) },
  ),
  plant('refund-in-parts', 'GET /charges/:id', 'refunds.total', set('refunds.total', 4), {
    when: has('refunded_amount', 100_000),
  }),
  plant('refund-in-parts', 'POST /charges/:id/refunds', 'code', set('code', 'internal_error'), {
    when: isCode('failed_refund'),
  }),
  plant('refund-in-parts', 'POST /charges/:id/refunds', 'status', (body) => body, {
    status: 422,
    when: isCode('failed_refund'),
  }),
  plant(
    'refund-in-parts',
    'POST /charges/:id/refunds',
    'charge',
    set('charge', 'chrg_test_5fzbq2k1p7y1h2x3c4d'),
  ),
  plant(
    'lists-of-charges',
    'GET /charges',
    'data',
    inData((data) => [...data].reverse()),
    { when: listed(2) },
  ),
  plant('lists-of-charges', 'GET /charges', 'total', set('total', 30)),
  plant('lists-of-charges', 'GET /charges', 'limit', set('limit', 50)),
  plant('lists-of-charges', 'GET /charges', 'order', set('order', 'sideways')),
  plant(
    'lists-of-charges',
    'GET /charges',
    'data[2]',
    inData((data) => data.slice(0, 2)),
    { when: listed(3) },
  ),
  plant(
    'events-of-a-day',
    'GET /events',
    'data[1]',
    inData((data) => data.filter((_, i) => i !== 1)),
  ),
  plant(
    'events-of-a-day',
    'GET /events',
    'data[6]',
    inData((data) => [...data, ...data.slice(0, 1)]),
  ),
  plant('events-of-a-day', 'GET /events', 'data[2].data.status', set('data.2.data.status', 'pending')),
  plant('saved-card', 'POST /charges', 'customer', set('customer', 'cust_test_5fzbq2k1p7y1h2x3c4d')),
  plant('saved-card', 'GET /customers/:id', 'default_card', set('default_card', null)),
  plant('payout', 'POST /transfers', 'bank_account.bank_code', set('bank_account.bank_code', 'bbl')),
  plant('search', 'GET /search', 'total_pages', set('total_pages', 7)),
  plant(
    'charge-schedule',
    'POST /schedules',
    'next_occurrences_on[0]',
    set('next_occurrences_on.0', '2031-01-01'),
  ),
  plant('dispute-won', 'GET /disputes/:id', 'closed_at', set('closed_at', null), {
    when: has('status', 'won'),
  }),
  plant('wrong-paging', 'GET /charges', 'message', set('message', ''), { when: isCode('bad_request') }),
]

const shapeOf = (operation: string): RegExp => new RegExp(`^${operation.replace(/:\w+/g, '[^/]+')}$`)

const isAt = ({ at, status, when }: Plant, exchange: Exchange): boolean => {
  const isThere = shapeOf(at).test(`${exchange.method} ${exchange.path}`)
  // Paths such as /disputes/open are no ids.
  if (!isThere || /\/(?:open|pending|closed)$/.test(exchange.path)) return false
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

test('all of them together, and nothing at any other operation', async () => {
  // Where plants meet, the first one; each is in an answer of its own.
  const chosen = plants.filter(({ at, story, status }, i) => {
    const isFirst = !plants.slice(0, i).some((other) => other.at === at && other.story === story)
    return isFirst && status === undefined
  })
  const service = await otherService((exchange) => {
    const due = chosen.filter((one) => isAt(one, exchange))
    const body = due.reduce<Json>((changed, { change }) => {
      try {
        return change(changed) as Json
      } catch {
        // The answer of another story, in which this plant has no place.
        return changed
      }
    }, exchange.body)
    return { body }
  })
  withoutPauses()
  const { code, report } = await compared(service)
  expect(code).toBe(1)
  const found = differencesIn(report)
  for (const { at, field } of chosen) expect(found).toContain(`${at} ${field}`)
  const planted = new Set(chosen.map(({ at }) => at))
  const elsewhere = report.operations.filter(({ operation }) => !planted.has(operation))
  expect(elsewhere.filter(({ outcome }) => outcome !== 'same')).toEqual([])
})
