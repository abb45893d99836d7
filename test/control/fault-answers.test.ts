/** Contract 3 and 6: what a fault answers in place of the service. */
import { describe, expect } from 'vitest'
import type { RequestFaultOptions } from '../../src/index'
import { expectError, setUp, test } from '../support/set-up'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('respond', () => {
  const answers: [
    fault: NonNullable<RequestFaultOptions['respond']>,
    status: number,
    code: string,
    message: string,
  ][] = [
    [{ status: 500 }, 500, 'internal_error', 'request could not be completed due to an internal error'],
    [{ status: 503 }, 503, 'service_unavailable', 'service unavailable'],
    [
      { status: 503, code: 'search_unavailable' },
      503,
      'search_unavailable',
      'search is temporarily unavailable',
    ],
    [{ status: 403 }, 403, 'not_authorized', 'not authorized'],
    [{ status: 418, code: 'teapot', message: 'short and stout' }, 418, 'teapot', 'short and stout'],
  ]
  test.for(answers)('%j', async ([respond, status, code, message], { sandbox }) => {
    const before = sandbox.customers.count()
    const { id } = sandbox.faults.add({ respond })
    const answer = await sandbox.fetch(`${sandbox.url}/customers`, {
      method: 'POST',
      headers: { ...form, authorization: sandbox.authorization.secret },
      body: 'description=a',
    })
    expect([answer.status, await answer.json()]).toEqual([
      status,
      { object: 'error', code, message, location: `${sandbox.url}/_sandbox/docs/errors/${code}` },
    ])
    expect(answer.headers.get('sandbox-fault')).toBe(id)
    expect(sandbox.customers.count()).toBe(before)
  })

  test('429 carries the four headers (spec 7), and headers of a fault take precedence', async () => {
    const { sandbox, client } = setUp()
    sandbox.faults.add({ respond: { status: 429, headers: { 'Retry-After': '7' } } })
    const answer = await client.send('GET', '/search')
    expectError(answer, 'too_many_requests')
    const { headers } = answer
    const now = sandbox.clock.now().getTime() / 1000
    expect(headers.get('retry-after')).toBe('7')
    expect(headers.get('x-ratelimit-limit')).toBe('1000')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(now + 1)
  })

  test('rateLimit: answers with the limit of the sandbox, or else with the one in the specification', async () => {
    for (const [options, limit] of [
      [{}, '1000'],
      [{ rateLimit: 5 }, '5'],
    ] as const) {
      const { sandbox, client } = setUp(options)
      expect(sandbox.faults.add({ rateLimit: true })).toMatchObject({ respond: { status: 429, code: null } })
      const answer = await client.post('/customers')
      expectError(answer, 'too_many_requests')
      const shown = ['limit', 'remaining'].map((name) => answer.headers.get(`x-ratelimit-${name}`))
      expect([...shown, answer.headers.get('retry-after')]).toEqual([limit, '0', '1'])
      expect(sandbox.customers.count()).toBe(0)
    }
  })

  const codes: [operation: string, status: number, code: string][] = [
    ['GET /search', 503, 'search_unavailable'],
    ['GET /charges/search', 503, 'search_unavailable'],
    ['GET /charges', 503, 'service_unavailable'],
    ['POST /charges', 402, 'payment_declined'],
    ['GET /charges/chrg_test_x', 404, 'not_found'],
    ['GET /disputes/dspt_test_x', 404, 'dispute_not_found'],
    ['POST /charges/chrg_test_x/refunds', 422, 'not_refundable'],
    ['PATCH /disputes/dspt_test_x', 422, 'dispute_closed'],
    ['GET /customers', 422, 'invalid_charge'],
    ['POST /charges', 400, 'bad_request'],
    ['GET /charges', 502, 'internal_error'],
    ['GET /charges', 409, 'bad_request'],
  ]
  test.each(codes)(
    '%s with status %d has the code that it can have itself (spec 7.1): %s',
    async (operation, status, code) => {
      const { fetch, url, faults, authorization } = setUp().sandbox
      faults.add({ respond: { status } })
      const [method = '', path = ''] = operation.split(' ')
      const answer = await fetch(url + path, { method, headers: { authorization: authorization.secret } })
      expect([answer.status, (await answer.json()).code]).toEqual([status, code])
    },
  )

  test('a fault can answer with the page of a gateway', async ({ sandbox }) => {
    const body = '<h1>502 Bad Gateway</h1>'
    sandbox.faults.add({ respond: { status: 502, body, headers: { 'content-type': 'text/html' } } })
    const answer = await sandbox.fetch(`${sandbox.url}/charges`, {
      headers: { authorization: sandbox.authorization.secret },
    })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      502,
      'text/html',
      body,
    ])
  })

  test('an answer of a fault is not stored for the idempotency key', async ({ sandbox, client }) => {
    const ask = () => client.post('/customers', {}, { headers: { 'idempotency-key': 'k' } })
    sandbox.faults.add({ respond: { status: 500 } })
    expect((await ask()).status).toBe(500)
    expect((await ask()).status).toBe(200)
    expect(sandbox.customers.count()).toBe(1)
  })
})
