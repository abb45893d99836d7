import { describe, expect } from 'vitest'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Params } from '../../../support/form'
import { createLink } from '../../../support/schedules'
import type { SearchBody } from '../../../support/search'
import { expectError, expectRefusal, expectSuccess, setUp, test } from '../../../support/set-up'

type Refusal = readonly [params: Params, error: ErrorName, message: string | RegExp]

/** A filter of charges that is wrong in itself. */
const wrongFilter = (name: string, given: Params[string], problem: string | RegExp): Refusal => [
  { scope: 'charge', filters: { [name]: given } },
  'invalid_filter',
  problem instanceof RegExp ? problem : `filter ${name} ${problem}`,
]
const noAmount = /^filter amount must be an amount/
const noDate = /^filter created must be a date/
const byAttribute = 'filters must be given by attribute: filters[amount]=100'
const exported = { scope: 'charge', export: true }

const refusals: readonly Refusal[] = [
  [{ scope: 'charges' }, 'invalid_scope', /^scope charges is not .*: it must be one of charge, customer, /],
  [{ scope: 'Charge' }, 'invalid_scope', /^scope Charge is not known/],
  [{ scope: 'constructor' }, 'invalid_scope', /^scope constructor is not known/],
  [{ scope: ['charge'] }, 'invalid_scope', 'scope is invalid'],
  [{ scope: { a: 'charge' } }, 'invalid_scope', 'scope is invalid'],
  [
    { scope: 'customer', filters: { email: 'a@example.com' } },
    'invalid_filter',
    'email is not a filterable attribute of scope customer (created); search for it with query=email:…',
  ],
  [
    { scope: 'customer', filters: { amount: '100' } },
    'invalid_filter',
    'amount is not a filterable attribute of scope customer (created)',
  ],
  [{ filters: { nothing: '1' } }, 'invalid_filter', /^nothing is not .* attribute of any scope \(amount, /],
  [{ scope: 'charge', filters: { constructor: '1' } }, 'invalid_filter', /^constructor is not a filterable/],
  [{ scope: 'charge', filters: 'x' }, 'invalid_filter', byAttribute],
  [{ scope: 'charge', filters: ['x'] }, 'invalid_filter', byAttribute],
  wrongFilter('amount', ['1', '2'], 'must be one value, not a list or an object'),
  [
    { filters: { fee: { a: '1' }, capture: 'yes' } },
    'invalid_filter',
    'filter fee must be one value, not a list or an object',
  ],
  wrongFilter('amount', '', "can't be blank"),
  wrongFilter('amount', 'cheap', 'must be an amount such as 100 or 100.50, or a range such as 100..200'),
  wrongFilter('amount', '1..2..3', noAmount),
  wrongFilter('amount', '1e3', noAmount),
  wrongFilter('amount', '1,000', noAmount),
  wrongFilter('amount', '..', 'must name an amount before or after the ..'),
  wrongFilter('amount', '1.005', 'must not have more than two decimals'),
  wrongFilter('amount', '9'.repeat(20), 'is too large'),
  wrongFilter('captured', 'maybe', 'must be yes or no, on or off, true or false'),
  wrongFilter('installment_terms', '3.5', 'must be a whole number such as 6, or a range such as 3..10'),
  wrongFilter(
    'created',
    'tomorrow',
    'must be a date such as 2026-01-31 or 2026/01/31, a range of them with .., or one of today, yesterday, this_week, last_week, this_month, last_month',
  ),
  wrongFilter('created', '2026-02-30', noDate),
  wrongFilter('created', '15/01/2026', noDate),
  wrongFilter('created', '2026-01-01...', noDate),
  [{ page: 0 }, 'invalid_page', 'page must be >= 1'],
  [{ page: -1 }, 'invalid_page', 'page must be >= 1'],
  [{ page: 'two' }, 'invalid_page', 'page is not a number'],
  [{ page: '1.5' }, 'invalid_page', 'page is not a number'],
  [{ page: '9'.repeat(20) }, 'invalid_page', 'page is too large'],
  [{ limit: 0 }, 'invalid_per_page', 'limit must be >= 1'],
  [{ limit: 101 }, 'invalid_per_page', 'limit must be <= 100'],
  [{ limit: 'all' }, 'invalid_per_page', 'limit is not a number'],
  [{ per_page: 0 }, 'invalid_per_page', 'per_page must be >= 1'],
  [{ per_page: 101 }, 'invalid_per_page', 'per_page must be <= 100'],
  [{ from: 'yesterday' }, 'bad_request', 'from is invalid'],
  [{ to: '2026-13-01' }, 'bad_request', 'to is invalid'],
  [{ order: 'newest' }, 'bad_request', /^order is not included in the list/],
  [{ expand: 'maybe' }, 'bad_request', 'expand must be true or false'],
  [{ query: ['coffee'] }, 'bad_request', 'query is invalid'],
  [{ query: 'x'.repeat(1001) }, 'bad_request', 'query is too long (maximum is 1000 characters)'],
  [exported, 'bad_request', "filter_type can't be blank when export is true"],
  [
    { ...exported, filter_type: 'weekly' },
    'bad_request',
    /^filter_type is not included in the list \(monthly_captured, monthly_created, monthly_date\)/,
  ],
  [{ export: true, filter_type: 'monthly_created' }, 'invalid_scope', 'an export needs a scope'],
  [
    { scope: 'refund', export: true, filter_type: 'monthly_captured' },
    'invalid_filter',
    'filter_type monthly_captured needs records that are captured: scope charge',
  ],
]

describe('spec 4.10 rule 6: a search refuses wrong parameters', () => {
  test.for(refusals)('%j: %s', async ([params, error, message], { client, sandbox }) => {
    await expectRefusal(sandbox, () => client.get('/search', params), error, { message })
  })

  test('every bad filter is named, as a form writes it', async ({ client }) => {
    const filters = { amount: 'x', captured: 'x', status: 'successful' }
    expectError(await client.get('/search', { scope: 'charge', filters }), 'invalid_filter', {
      message: /^filter amount must .* and filter captured must /,
      fields: ['filters[amount]', 'filters[captured]'],
    })
  })

  test.for(['/links/search', '/charges/schedules/search', '/transfers/schedules/search'])(
    'spec 9: %s is as old as what it searches',
    async (path, { client }) => {
      const ask = (version: string) => client.get(path, {}, { headers: { 'Service-Version': version } })
      expectError(await ask('2014-07-27'), 'service_not_found', { message: /came with 2015-11-17/ })
      expectSuccess(await ask('2015-11-17'))
    },
  )

  describe('spec 9: a search in a version finds what that version knows', () => {
    const setUpAll = async () => {
      const { client } = setUp()
      const { id: charge } = await client.charge({ description: 'Tea' })
      const title = { title: 'Tea', description: 'A cup' }
      const { id: link } = await createLink(client, title)
      const ask = (version: string, params: Params) =>
        client.get<SearchBody>('/search', params, { headers: { 'Service-Version': version } })
      return { charge, link, ask }
    }

    test('2014-07-27: of all scopes, without what came later', async () => {
      const { charge, link, ask } = await setUpAll()
      const { data } = expectSuccess(await ask('2014-07-27', { query: 'tea' }))
      expect(data.map(({ id }) => id)).toEqual([charge])
      expect(data[0]).toHaveProperty('created')
      const later = expectSuccess(await ask('2015-11-17', { query: 'tea' }))
      expect(later.data.map(({ id }) => id).sort()).toEqual([charge, link].sort())
      expect(later.data[0]).not.toHaveProperty('created_at')
    })

    test.each(['link', 'receipt', 'charge_schedule', 'transfer_schedule'])(
      'a scope that came later, %s, is serializer_not_found, found or not',
      async (scope) => {
        const { ask } = await setUpAll()
        const message = /version 2014-07-27 has no scope/
        for (const query of ['tea', 'nothing'])
          expectError(await ask('2014-07-27', { scope, query }), 'serializer_not_found', { message })
        expectSuccess(await ask('2015-11-17', { scope, query: 'tea' }))
      },
    )

    test('an attribute of a scope that came later is none', async () => {
      const { ask } = await setUpAll()
      expectError(await ask('2014-07-27', { filters: { multiple: 'yes' } }), 'invalid_filter', {
        message: /multiple is not a filterable attribute/,
      })
      expectSuccess(await ask('2015-11-17', { filters: { multiple: 'yes' } }))
    })
  })
})
