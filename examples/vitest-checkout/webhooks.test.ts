/** Webhooks that the shop gets: late, twice, forged. */
import { expect, test } from './shop-test'

test('a QR code is paid later, and the shop learns it by webhook', async ({ sandbox, shop }) => {
  const order = shop.place('B-1', 50_000)
  await shop.checkout('B-1', { source: { type: 'promptpay' } })
  expect(order.state).toBe('waiting')

  sandbox.simulate.payCharge(order.charge ?? '')
  await expect(sandbox).toHaveDelivered('charge.complete', { amount: 50_000 })
  expect(order.state).toBe('paid')
})

test('an unpaid QR code expires, and the order can be paid again', async ({ sandbox, shop }) => {
  const order = shop.place('B-2', 50_000)
  await shop.checkout('B-2', { source: { type: 'promptpay' } })
  await sandbox.clock.advance('8d')
  await expect(sandbox).toHaveDelivered('charge.update', { status: 'expired' })
  expect(order).toMatchObject({ state: 'open', problem: 'the code was not paid in time' })

  await shop.checkout('B-2', { card: sandbox.token().id })
  expect(order.state).toBe('paid')
})

test.for([
  ['won', 'paid'],
  ['lost', 'lost'],
] as const)('an order whose dispute is %s is %s', async ([outcome, state], { sandbox, shop }) => {
  const order = shop.place('B-3', 100_000)
  await shop.checkout('B-3', { card: sandbox.token().id })
  const dispute = sandbox.simulate.openDispute(order.charge ?? '')
  await expect(sandbox).toHaveDelivered('charge.dispute.create')
  expect(order.state).toBe('disputed')

  sandbox.simulate.decideDispute(dispute.id, outcome)
  await expect(sandbox).toHaveDelivered('charge.dispute.close', { status: outcome })
  expect(order.state).toBe(state)
})

test('an event that comes twice is handled once', async ({ sandbox, shop }) => {
  sandbox.faults.addWebhook({ event: 'charge.complete', duplicate: 1 })
  const order = shop.place('B-4', 50_000)
  await shop.checkout('B-4', { source: { type: 'promptpay' } })
  sandbox.simulate.payCharge(order.charge ?? '')
  await sandbox.webhooks.settle()
  expect(sandbox.webhooks.deliveries({ key: 'charge.complete' })).toHaveLength(2)
  expect(order.state).toBe('paid')
})

test('an event with a wrong signature changes nothing, and is accepted at the next attempt', async ({
  sandbox,
  shop,
}) => {
  const order = shop.place('B-5', 50_000)
  await shop.checkout('B-5', { source: { type: 'promptpay' } })
  sandbox.faults.addWebhook({ event: 'charge.complete', signature: 'invalid' })
  sandbox.simulate.payCharge(order.charge ?? '')
  await expect(sandbox).not.toHaveDelivered('charge.complete')
  expect(order.state).toBe('waiting')

  await sandbox.clock.advance('1h')
  await expect(sandbox).toHaveDelivered('charge.complete')
  expect(order.state).toBe('paid')
})
