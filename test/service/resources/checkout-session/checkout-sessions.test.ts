/** Hosted checkouts (profile `omise`): what a shop asks for, and what it reads (assumption checkout-sessions). */
import { describe, expect } from 'vitest'
import type { CheckoutSession } from '../../../../src/index'
import { headersOf, intercepted } from '../../../suites/intercept/intercepted'
import { cancelUrl, completeUrl, inOmise, openCheckout, order } from '../../../support/checkout'
import { keysOf } from '../../../support/schedules'
import { expectError, expectSuccess, makeSandbox, setUp, test } from '../../../support/set-up'

const path = '/api/sessions'

describe('a session', () => {
  test('has what the shop gave, a page, and a day', async () => {
    const { sandbox, session, read } = await openCheckout({
      payment_methods: ['card', 'promptpay'],
      style: { theme_color: '#173799', text_color: '#FFFFFF' },
      locale: 'th_TH',
      auto_capture: false,
      is_upa: true,
    })
    expect(session).toEqual({
      object: 'checkout_session',
      id: expect.stringMatching(/^sess_test_[0-9a-z]{19}$/),
      livemode: false,
      status: 'open',
      amount: 150_000,
      currency: 'THB',
      order_id: '7',
      description: 'Order 7',
      payment_methods: ['card', 'promptpay'],
      redirect_urls: { complete_url: completeUrl, cancel_url: cancelUrl },
      metadata: { order_id: '7' },
      style: { theme_color: '#173799', text_color: '#FFFFFF' },
      locale: 'th',
      auto_capture: false,
      is_upa: true,
      payments: [],
      redirect_url: `${sandbox.url}/checkout/${session.id}`,
      created_at: '2026-01-15T09:00:00.000Z',
      expires_at: '2026-01-16T09:00:00.000Z',
    })
    expect(await read()).toEqual(session)
    expect(sandbox.checkoutSessions.get(session.id)).toEqual(session)
  })

  test('is made of a form as of JSON, and needs an amount, a currency and one address only', async () => {
    const { client } = setUp(inOmise)
    const params = { amount: 2000, currency: 'thb', redirect_urls: { complete_url: completeUrl } }
    for (const as of ['form', 'json'] as const)
      expect(expectSuccess(await client.post(path, params, { as }))).toMatchObject({
        order_id: null,
        description: null,
        payment_methods: [],
        metadata: {},
        locale: 'en',
        redirect_urls: { cancel_url: null },
        style: { theme_color: null, text_color: null },
        auto_capture: true,
        is_upa: false,
      })
  })

  test.each([
    ['amount', { amount: undefined }, /amount is not a number/],
    ['amount', { amount: 0 }, /amount must be greater than 0/],
    ['amount', { amount: 10.5 }, /amount must be an integer/],
    ['amount', { amount: 1999 }, /amount must be greater than or equal to ฿20 \(2000 satangs\)/],
    ['currency', { currency: 'xyz' }, /currency is currently not supported/],
    ['redirect_urls[complete_url]', { redirect_urls: undefined }, /complete_url can't be blank/],
    ['redirect_urls[complete_url]', { redirect_urls: { complete_url: '' } }, /complete_url can't be blank/],
    ['redirect_urls[complete_url]', { redirect_urls: { complete_url: 'shop' } }, /complete_url is invalid/],
    ['redirect_urls', { redirect_urls: 'https://shop.example' }, /redirect_urls is invalid/],
    [
      'redirect_urls[cancel_url]',
      { redirect_urls: { complete_url: completeUrl, cancel_url: 'ftp://a.example' } },
      /cancel_url is invalid/,
    ],
    ['payment_methods[1]', { payment_methods: ['card', 'promptpays'] }, /"promptpays" is neither card nor/],
    ['payment_methods[0]', { payment_methods: ['paypay'] }, /paypay does not take thb, only jpy/],
    ['amount', { payment_methods: ['installment_bay'] }, /must be at least 200000 for installment_bay/],
    ['style[theme_color]', { style: { theme_color: 'red' } }, /theme_color must be a colour such as #1a56f0/],
    ['style[text_color]', { style: { text_color: '#fff' } }, /text_color must be a colour/],
    ['description', { description: 'x'.repeat(256) }, /description is too long/],
    ['metadata', { metadata: 'x' }, /metadata is invalid/],
    ['auto_capture', { auto_capture: 'maybe' }, /auto_capture must be true or false/],
    ['locale', { locale: { a: 'b' } }, /locale is not included in the list/],
  ])('a wrong %s is a bad request that names it: %j', async (_, params, message) => {
    const { sandbox, client } = setUp(inOmise)
    const answer = await client.post(path, { ...order, ...params }, { as: 'json' })
    expectError(answer, 'bad_request', { message })
    expect(sandbox.checkoutSessions.count()).toBe(0)
  })

  test('names a parameter that it does not know', async () => {
    const { client } = setUp(inOmise)
    const { headers } = await client.post(path, { ...order, multi_charge: true }, { as: 'json' })
    expect(headers.get('sandbox-ignored-params')).toBe('multi_charge')
  })

  test('is the same in every version', async () => {
    const { client, session } = await openCheckout()
    for (const version of ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29']) {
      const headers = { 'omise-version': version }
      const { status, body } = await client.get(`${path}/${session.id}`, undefined, { headers })
      expect([status, body]).toEqual([200, session])
    }
  })

  test('needs a secret key, and an id that exists', async () => {
    const { client, session } = await openCheckout()
    for (const key of ['public', 'none'] as const)
      expectError(await client.get(`${path}/${session.id}`, undefined, { key }), 'authentication_failure')
    expectError(await client.get(`${path}/sess_test_nobody`), 'not_found', {
      message: 'checkout session sess_test_nobody was not found',
    })
  })

  test('is only in the profile omise: elsewhere both operations are not found, and say why', async () => {
    const { client } = setUp()
    for (const answer of [await client.post(path, order), await client.get(`${path}/sess_test_x`)]) {
      expectError(answer, 'not_found')
      expect(answer.headers.get('sandbox-warning')).toMatch(/only in the profile omise.*--profile omise/)
    }
    const { headers } = await client.get('/api/session')
    expect(headers.get('sandbox-warning') ?? '').not.toContain('sessions')
  })

  test('expires after a day, with the payment that waits', async () => {
    const { sandbox, session, send, read, show } = await openCheckout()
    await send({ 'source[type]': 'promptpay' })
    await sandbox.clock.advance('23h')
    expect(await read()).toMatchObject({ status: 'open', payments: [{ status: 'pending' }] })
    await sandbox.clock.advance('61m')
    expect(await read()).toMatchObject({ status: 'expired', payments: [{ status: 'expired' }] })
    expect(await show()).toMatchObject({ status: 410, text: expect.stringContaining('has expired') })
    const message = `checkout session ${session.id} is expired: only an open one can be paid or cancelled`
    const { body } = await send({ test_card: 'successful' }, false)
    expect(body).toMatchObject({ code: 'bad_request', message })
    expect(sandbox.charges.count()).toBe(1)
  })

  test('does not expire once it was paid', async () => {
    const { sandbox, payByCard, read } = await openCheckout()
    await payByCard()
    await sandbox.clock.advance('2d')
    expect((await read()).status).toBe('completed')
  })
})

describe('redirect_url is at the host that was called', () => {
  test('under interception that of the checkout, whose page is there', async () => {
    const sandbox = intercepted('omise', makeSandbox({ profile: 'omise' }))
    const made = await fetch(`https://checkout-page.omise.co${path}`, {
      method: 'POST',
      headers: { ...headersOf(sandbox), 'content-type': 'application/json' },
      body: JSON.stringify(order),
    })
    const { redirect_url } = (await made.json()) as CheckoutSession
    expect(redirect_url).toMatch(/^https:\/\/checkout-page\.omise\.co\/checkout\/sess_test_/)
    const page = await fetch(redirect_url, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Order 7')])
    const paid = await fetch(redirect_url, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ test_card: 'three_d_secure' }),
      redirect: 'manual',
    })
    expect(paid.headers.get('location')).toMatch(/^https:\/\/checkout-page\.omise\.co\/payments\//)
  })

  test.each([
    ['the preset', 'omise'],
    ['the names of the preset', { api: 'api.omise.co', vault: 'vault.omise.co' }],
    ['only the API', { api: ['api.omise.co'] }],
  ] as const)('hosts given as %s include it', async (_, hosts) => {
    const sandbox = intercepted(hosts, makeSandbox({ profile: 'omise' }))
    const answer = await fetch(`https://checkout-page.omise.co${path}/none`, { headers: headersOf(sandbox) })
    expect(answer.status).toBe(404)
  })

  test('on a server that of its address, and through payment-sandbox/register that of the service', async () => {
    const sandbox = makeSandbox({ profile: 'omise' })
    const { url } = await sandbox.listen({ port: 0 })
    for (const [headers, origin] of [
      [{}, url],
      [{ 'sandbox-called-host': 'checkout-page.omise.co' }, 'https://checkout-page.omise.co'],
    ] as const) {
      const made = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...headersOf(sandbox), ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(order),
      })
      const { id, redirect_url } = (await made.json()) as CheckoutSession
      expect(redirect_url).toBe(`${origin}/checkout/${id}`)
    }
  })
})

describe('the charge of a session', () => {
  test.each([
    ['a card', { test_card: 'successful' }],
    ['a card that is declined', { test_card: 'insufficient_fund' }],
  ])('by %s has the words of the session, and charge.create and charge.complete', async (_, body) => {
    const { sandbox, send, session } = await openCheckout()
    await send(body)
    const charge = sandbox.charges.last()
    expect(charge).toMatchObject({ amount: 150_000, description: 'Order 7', metadata: { order_id: '7' } })
    expect(keysOf(sandbox, /charge/)).toEqual(['charge.create', 'charge.complete'])
    expect(sandbox.checkoutSessions.get(session.id)?.payments).toEqual([
      { charge_id: charge?.id, status: charge?.status },
    ])
  })

  test('with auto_capture false is reserved, which completes the session', async () => {
    const { sandbox, read, payByCard } = await openCheckout({ auto_capture: false })
    await payByCard()
    expect(sandbox.charges.last()).toMatchObject({ authorized: true, paid: false, capture: false })
    expect(await read()).toMatchObject({ status: 'completed', payments: [{ status: 'pending' }] })
    expect(keysOf(sandbox, /charge/)).toEqual(['charge.create', 'charge.complete'])
  })

  test('that fails leaves the session open, and each attempt is listed', async () => {
    const { send, read } = await openCheckout()
    await send({ test_card: 'insufficient_fund' })
    expect(await read()).toMatchObject({ status: 'open', payments: [{ status: 'failed' }] })
    await send({ test_card: 'successful' })
    expect(await read()).toMatchObject({
      status: 'completed',
      payments: [{ status: 'failed' }, { status: 'successful' }],
    })
  })
})

describe('simulate', () => {
  test.each(['card', 'promptpay', 'truemoney', 'internet_banking_bay', 'installment_wlb_bay', 'atome'])(
    'pays by %s, as far as the bank asks',
    async (method) => {
      const { sandbox, session } = await openCheckout({ amount: 300_000, payment_methods: [method] })
      const charge = sandbox.simulate.payCheckout(session.id, { method })
      expect(charge).toMatchObject({ status: 'successful', amount: 300_000 })
      expect(sandbox.checkoutSessions.get(session.id)).toMatchObject({
        status: 'completed',
        payments: [{ charge_id: charge.id, status: 'successful' }],
      })
    },
  )

  test('pays by card without being told how, also where the bank asks, and gives a declined charge', async () => {
    const { sandbox, session } = await openCheckout({}, { require3ds: true })
    const declined = sandbox.simulate.payCheckout(session.id, { card: { number: '4111111111140011' } })
    expect(declined).toMatchObject({ status: 'failed' })
    const paid = { status: 'successful', authenticated_by: '3DS' }
    expect(sandbox.simulate.payCheckout(session.id)).toMatchObject(paid)
  })

  test('fails a payment with a code, and the session stays open', async () => {
    const { sandbox, session } = await openCheckout()
    const rejected = { status: 'failed', failure_code: 'payment_rejected' }
    expect(sandbox.simulate.failCheckout(session.id)).toMatchObject(rejected)
    const byCode = await openCheckout({ payment_methods: ['promptpay'] })
    const failed = byCode.sandbox.simulate.failCheckout(byCode.session.id, { failureCode: 'timeout' })
    expect(failed).toMatchObject({ failure_code: 'timeout', source: { type: 'promptpay' } })
    expect((await byCode.read()).status).toBe('open')
  })

  test('cancels, and a session that is over takes nothing more', async () => {
    const { sandbox, session } = await openCheckout()
    expect(sandbox.simulate.cancelCheckout(session.id)).toMatchObject({ id: session.id, status: 'cancelled' })
    for (const action of ['payCheckout', 'failCheckout', 'cancelCheckout'] as const)
      expect(() => sandbox.simulate[action](session.id)).toThrow(/is cancelled: only open sessions can/)
    expect(sandbox.charges.count()).toBe(0)
  })

  test('refuses a method that the session does not offer, and says which it has', async () => {
    const { sandbox, session } = await openCheckout({ payment_methods: ['promptpay', 'mobile_banking'] })
    expect(() => sandbox.simulate.payCheckout(session.id)).toThrow(
      /^card is not offered by this session: promptpay, mobile_banking_scb, /,
    )
  })
})
