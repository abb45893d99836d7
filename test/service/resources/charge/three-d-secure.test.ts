import { describe, expect } from 'vitest'
import type { Charge, Sandbox } from '../../../../src/index'
import { keysOf } from '../../../support/schedules'
import { clientWith, day, expectError, setUp, stateOf, test } from '../../../support/set-up'

const waiting = { authentication: '3DS', return_uri: 'https://shop.example/thanks?order=7' } as const

/** What the browser of a cardholder does: no key, form data, and no redirect is followed. */
const answerPage = (sandbox: Sandbox, charge: Charge, result: string): Promise<Response> =>
  sandbox.fetch(charge.authorize_uri ?? '', { method: 'POST', body: new URLSearchParams({ result }) })

const openPage = (sandbox: Sandbox, charge: Charge): Promise<Response> =>
  sandbox.fetch(charge.authorize_uri ?? '')

describe('200: a charge that asks for 3-D Secure waits', () => {
  test('pending, with an authorize_uri under the address of the API (2.6)', async ({ client, sandbox }) => {
    const charge = await client.charge(waiting)
    expect(charge).toMatchObject({
      authenticated_by: null,
      return_uri: waiting.return_uri,
      authorized_amount: 0,
    })
    expect(charge.authorize_uri).toMatch(
      new RegExp(`^${sandbox.url}/payments/paym_test_[0-9a-z]{19}/authorize$`),
    )
    expect(sandbox.tokens.last()).toMatchObject({ used: true, charge_status: 'pending' })
  })

  test('the page names amount and charge, and asks; asking changes nothing', async ({ client, sandbox }) => {
    const charge = await client.charge({ ...waiting, amount: 123_450, description: '<b>Shoes & "socks"</b>' })
    const before = stateOf(sandbox)
    const page = await openPage(sandbox, charge)
    const text = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const buttons = ['<form method="post">', 'value="success"', 'value="failure"']
    for (const part of ['THB 1,234.50', charge.id, ...buttons]) expect(text).toContain(part)
    expect(text).toContain('&lt;b&gt;Shoes &amp; &quot;socks&quot;&lt;/b&gt;')
    expect(stateOf(sandbox)).toBe(before)
  })

  test('a charge with a return_uri that asks for nothing is paid at once and has the page anyway', async () => {
    const { client, sandbox } = setUp()
    const charge = await client.charge({ return_uri: waiting.return_uri })
    expect(charge.status).toBe('successful')
    expect((await openPage(sandbox, charge)).headers.get('location')).toBe(waiting.return_uri)
    expect((await client.charge()).authorize_uri).toBeNull()
  })
})

const endings = [
  ['success', {}, { status: 'successful', paid: true, authenticated_by: '3DS', failure_code: null }],
  [
    'success',
    { capture: false },
    { status: 'pending', authorized: true, capturable: true, paid: false, authenticated_by: '3DS' },
  ],
  [
    'failure',
    {},
    { status: 'failed', paid: false, failure_code: 'payment_rejected', failure_message: 'payment rejected' },
  ],
  ['failure', { capture: false }, { status: 'failed', authorized: false, authenticated_by: null }],
] as const

describe('302: the cardholder answers and goes back to the shop', () => {
  test.for(endings)('%s of a charge with %j', async ([result, params, shown], { client, sandbox }) => {
    const charge = await client.charge({ ...waiting, ...params })
    const answer = await answerPage(sandbox, charge, result)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, waiting.return_uri])
    expect((await client.get(`/charges/${charge.id}`)).body).toMatchObject(shown)
    expect(keysOf(sandbox)).toEqual(['charge.create', 'charge.complete'])
    expect(sandbox.transactions.count()).toBe(result === 'success' && !('capture' in params) ? 1 : 0)
  })

  test('a charge that is held can then be captured', async ({ client, sandbox }) => {
    const charge = await client.charge({ ...waiting, capture: false })
    await answerPage(sandbox, charge, 'success')
    const { body } = await client.post<Charge>(`/charges/${charge.id}/capture`)
    expect(body).toMatchObject({ paid: true, captured_amount: 10_000 })
  })

  test.for(['success', 'failure'])(
    'after %s, a second visit changes nothing and leads back',
    async (result, { client, sandbox }) => {
      const charge = await client.charge(waiting)
      await answerPage(sandbox, charge, result)
      const before = stateOf(sandbox)
      for (const answer of [
        await openPage(sandbox, charge),
        await answerPage(sandbox, charge, 'success'),
        await answerPage(sandbox, charge, 'failure'),
      ])
        expect([answer.status, answer.headers.get('location')]).toEqual([302, waiting.return_uri])
      expect(stateOf(sandbox)).toBe(before)
    },
  )

  test('a charge that expired meanwhile stays expired', async ({ client, sandbox }) => {
    const charge = await client.charge(waiting)
    await sandbox.clock.advance(7 * day)
    expect((await answerPage(sandbox, charge, 'success')).status).toBe(302)
    expect(sandbox.charges.get(charge.id)?.status).toBe('expired')
  })

  test('the page of a live charge decides the live charge', async ({ sandbox }) => {
    const client = clientWith(sandbox, sandbox.live.keys)
    const charge = await client.charge(waiting)
    expect(charge.authorize_uri).toMatch(/\/paym_[0-9a-z]{19}\//)
    await answerPage(sandbox, charge, 'success')
    expect(sandbox.live.charges.get(charge.id)?.paid).toBe(true)
  })
})

describe('200: without a return_uri the page tells how it ended', () => {
  test.for([
    ['success', 'Payment successful'],
    ['failure', 'Payment failed'],
  ] as const)('%s', async ([result, words], { client, sandbox }) => {
    const charge = await client.charge({ authentication: '3DS' })
    const answer = await answerPage(sandbox, charge, result)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain(words)
  })
})

describe('400', () => {
  test.each(['', 'maybe', 'SUCCESS'])('a result of %j is refused and nothing is decided', async (result) => {
    const { client, sandbox } = setUp()
    const charge = await client.charge(waiting)
    const answer = await answerPage(sandbox, charge, result)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'bad_request',
      message: 'result must be success or failure',
    })
    expect(sandbox.charges.get(charge.id)?.status).toBe('pending')
  })

  test('a form without a result is refused in a browser with a page', async ({ client, sandbox }) => {
    const { authorize_uri } = await client.charge(waiting)
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await sandbox.fetch(String(authorize_uri), { method: 'POST', headers, body: '' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('choose one of its buttons')
  })
})

test('402: the card that is not enrolled fails also where nothing is asked (20.1)', async ({ client }) => {
  const { id: card } = await client.token('4111111111150002')
  expectError(await client.post('/charges', { amount: 10_000, currency: 'thb', card }), 'payment_rejected')
})

test.for(['paym_test_x', 'chrg_test_x', ''])('404: no payment %j', async (payment, { sandbox }) => {
  const answer = await sandbox.fetch(`${sandbox.url}/payments/${payment}/authorize`, {
    headers: { authorization: sandbox.authorization.secret },
  })
  expect(answer.status).toBe(404)
})
