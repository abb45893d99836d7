/** Tests of the shop in one process, without a port: the client's hosts lead to the sandbox of the test. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { openShop } from './shop.mjs'

let sandbox
let interception
let shop

beforeEach(() => {
  sandbox = createSandbox({ profile: 'omise' })
  interception = intercept(sandbox, 'omise')
  shop = openShop({ publicKey: sandbox.keys.public, secretKey: sandbox.keys.secret })
})

afterEach(async () => {
  interception.stop()
  await sandbox.close()
})

test('a sale is paid, and a part of it refunded', async () => {
  const { id } = await shop.sell(150_000)
  await shop.refund(id, 50_000)
  const { status, amount, refunded_amount } = sandbox.charges.get(id)
  assert.deepEqual(
    { status, amount, refunded_amount },
    { status: 'successful', amount: 150_000, refunded_amount: 50_000 },
  )
})

test('more than is left is not refunded', async () => {
  const { id } = await shop.sell(150_000)
  await assert.rejects(shop.refund(id, 150_001), { code: 'failed_refund' })
  assert.equal(sandbox.refunds.count(), 0)
})

test('a customer pays with the saved card', async () => {
  const { id } = await shop.sellToCustomer('somchai@example.com', 99_900)
  assert.equal(sandbox.charges.get(id).customer, sandbox.customers.last().id)
  assert.equal((await shop.lastCharge()).id, id)
})
