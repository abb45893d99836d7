/** Contract 10: /_sandbox/checkout, a demo payment. */
import { describe, expect } from 'vitest'
import { methods } from '../../../src/service/simulation/methods'
import { makeControl } from '../../support/control'
import { readPage } from '../../support/dashboard'
import { paramsOf } from '../../support/payment-methods'
import { setUp, test } from '../../support/set-up'

const pay = (pay_with: string, more: object = {}) => ({ amount: 300_000, currency: 'thb', pay_with, ...more })

describe('POST /_sandbox/checkout', () => {
  test('sends the requests of a shop: a token, then a charge with order and description', async () => {
    const { sandbox } = setUp()
    const { status, body } = await makeControl(sandbox).post(
      '/checkout',
      pay('successful', { order: 'A-1001', description: 'Coffee' }),
    )
    const charge = sandbox.charges.last()
    expect([status, body]).toEqual([
      200,
      {
        charge: charge?.id,
        status: 'successful',
        waits: false,
        next: `/_sandbox/records/charges/${charge?.id}`,
      },
    ])
    expect(charge).toMatchObject({ metadata: { order: 'A-1001' }, description: 'Coffee', amount: 300_000 })
    expect(sandbox.requests.list().map(({ host, path }) => `${host} ${path}`)).toEqual([
      'vault /tokens',
      'api /charges',
    ])
  })

  test('answers a declined card with the failed charge', async ({ sandbox }) => {
    const { body } = await makeControl(sandbox).post('/checkout', pay('insufficient_fund'))
    expect(body).toMatchObject({ charge: sandbox.charges.last()?.id, status: 'failed', waits: false })
    expect(sandbox.charges.last()?.failure_code).toBe('insufficient_fund')
  })

  test.for(['three_d_secure', 'promptpay', 'truemoney'])(
    'leads to the page of the payer: %s',
    async (way, { sandbox }) => {
      const { body } = await makeControl(sandbox).post('/checkout', pay(way))
      expect(body).toMatchObject({ status: 'pending', waits: true })
      const answer = await sandbox.fetch(String(Reflect.get(body, 'next')))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    },
  )

  test.for(methods.map(({ type }) => type))(
    'gives each method what it asks for: %s',
    async (type, { sandbox }) => {
      const { amount, currency } = paramsOf(type)
      const { status } = await makeControl(sandbox).post('/checkout', pay(type, { amount, currency }))
      expect(status).toBe(200)
    },
  )

  test.for([
    [{ pay_with: 'nothing' }, 'pay_with: must be a test card'],
    [{ currency: 'xyz' }, 'currency: must be one of thb'],
    [{ amount: 1 }, 'amount: must be from 2000 to'],
    [{ amount: 263, currency: 'idr' }, 'amount: must be from 264 to'],
    [{ pay_with: 'fpx' }, 'currency must be MYR'],
    [{ amount: 1.5 }, 'amount: must be a whole number of subunits'],
  ] as const)('refuses %j, and makes no charge', async ([more, message], { sandbox }) => {
    const { status, body } = await makeControl(sandbox).post('/checkout', pay('successful', more))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(body)).toContain(message)
    expect([sandbox.charges.count(), sandbox.tokens.count()]).toEqual([0, 0])
  })

  test('says so when a fault cuts its request', async ({ sandbox }) => {
    sandbox.faults.add({ path: '/charges', drop: 'request' })
    const { status, body } = await makeControl(sandbox).post('/checkout', pay('successful'))
    expect([status, body]).toEqual([
      502,
      { error: { message: 'the request had no answer: the connection was cut by a fault' } },
    ])
  })
})

describe('the page', () => {
  test('offers cards by their outcome, and the methods of the currency', async ({ sandbox }) => {
    const { text, html } = await readPage(sandbox, '/checkout')
    for (const name of ['Pays after 3-D Secure', 'Not enough money', 'PromptPay'])
      expect(text).toContain(name)
    expect(html).toContain('value="1,000.00"')
    const yen = await readPage(sandbox, '/checkout?currency=jpy')
    expect(yen.text).toContain('PayPay')
    expect(yen.text).not.toContain('PromptPay')
    expect(yen.html).toContain('data-as="money:0"')
  })

  test('shows what became of the order that its payer comes back from', async ({ sandbox }) => {
    await makeControl(sandbox).post('/checkout', pay('three_d_secure', { order: 'A-7' }))
    const { return_uri, id } = sandbox.charges.last() ?? {}
    expect(return_uri).toBe(`${sandbox.url}/_sandbox/checkout?order=A-7`)
    sandbox.simulate.payCharge(id ?? '')
    const { text } = await readPage(sandbox, '/checkout?order=A-7')
    expect(text).toContain('Order A-7: THB 3,000.00 successful')
  })
})

describe('POST /_sandbox/requests', () => {
  test('sends a request as the account does, and shows what the API refuses', async ({ sandbox }) => {
    const control = makeControl(sandbox)
    const other = sandbox.createAccount()
    const uri = 'http://127.0.0.1:9/hooks'
    const patch = { method: 'PATCH', path: '/account', body: { webhook_endpoints: [uri] } }
    expect((await control.post(`/requests?account=${other.id}`, patch)).body).toMatchObject({
      team: other.id,
    })
    expect([other.webhooks.endpoints, sandbox.webhooks.endpoints]).toEqual([[uri], []])
    expect((await control.post('/requests?livemode=true', patch)).body).toMatchObject({
      error: { message: expect.stringContaining('must be an https URL in live mode') },
    })
    expect(sandbox.requests.last()).toMatchObject({ method: 'PATCH', path: '/account', status: 400 })
  })

  test.for(['account', '//evil.example', '/_sandbox/reset', '/charges?limit=1', '/../x', ''])(
    'refuses the path %j',
    async (path, { sandbox }) => {
      const { status } = await makeControl(sandbox).post('/requests', { method: 'POST', path })
      expect([status, sandbox.requests.count()]).toEqual([422, 0])
    },
  )
})
