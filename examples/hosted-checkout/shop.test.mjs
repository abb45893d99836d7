/** Tests of the shop in one process, without a port: the hosts of the service lead to the sandbox of the test. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { openShop } from './shop.mjs'

const url = 'http://shop.test'

let sandbox
let interception
let shop
let address

beforeEach(async () => {
  sandbox = createSandbox({ profile: 'omise' })
  interception = intercept(sandbox, 'omise')
  const service = { checkout: 'https://checkout-page.omise.co', api: 'https://api.omise.co' }
  shop = openShop({ ...service, secretKey: sandbox.keys.secret }, url)
  address = await shop.place('A-1', 150_000)
})

afterEach(async () => {
  interception.stop()
  await sandbox.close()
})

/** What a payer's browser does at the checkout, and where it is sent. */
const post = async (body) => {
  const headers = { accept: 'text/html' }
  const answer = await fetch(address, {
    method: 'POST',
    headers,
    body: new URLSearchParams(body),
    redirect: 'manual',
  })
  return answer.headers.get('location')
}

const visit = (location) => shop.handle(new Request(location))
const session = () => sandbox.checkoutSessions.last().id

test('a payer who pays and returns has paid', async () => {
  const back = await post({ test_card: 'successful' })
  assert.match(back, /^http:\/\/shop\.test\/orders\/A-1\/return\?chargeId=chrg_test_/)
  await visit(back)
  assert.equal(shop.order('A-1').state, 'paid')
  assert.equal(shop.order('A-1').charge, sandbox.charges.last().id)
})

test('a payer who pays and never returns has paid, as the webhook says', async () => {
  sandbox.webhooks.onDelivery((request) => shop.receive(request))
  sandbox.simulate.payCheckout(session(), { method: 'promptpay' })
  await sandbox.webhooks.settle()
  assert.equal(shop.order('A-1').state, 'paid')
})

test('a forged return, and a forged webhook, pay nothing', async () => {
  await shop.place('A-2', 2000)
  const { id } = sandbox.simulate.payCheckout(session())
  await visit(`${url}/orders/A-1/return?chargeId=${id}`)
  const data = { object: 'charge', paid: true, amount: 150_000, metadata: { order: 'A-1' } }
  const body = JSON.stringify({ key: 'charge.complete', data })
  await shop.handle(new Request(`${url}/webhooks`, { method: 'POST', body }))
  assert.equal(shop.order('A-1').state, 'open')
})

test('after a declined card the same address takes another one', async () => {
  await visit(await post({ test_card: 'insufficient_fund' }))
  assert.equal(shop.order('A-1').state, 'open')
  await visit(await post({ test_card: 'successful' }))
  assert.equal(shop.order('A-1').state, 'paid')
  assert.equal(sandbox.charges.count(), 2)
})

test('a payer who leaves has not paid, nor one who lets the day pass', async () => {
  assert.equal(await post({ leave: 'true' }), `${url}/orders/A-1/cancel`)
  await visit(`${url}/orders/A-1/cancel`)
  assert.equal(shop.order('A-1').state, 'cancelled')
  address = await shop.place('A-3', 150_000)
  await sandbox.clock.advance('25h')
  await visit(`${url}/orders/A-3/return`)
  assert.equal(shop.order('A-3').state, 'expired')
})
