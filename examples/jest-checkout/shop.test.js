/** The shop under Jest: a sandbox for each test, and webhooks that reach the shop without a port. */
const { useSandbox } = require('payment-sandbox/jest')
const { createPayments } = require('./payments')
const { Shop } = require('./shop')

const sandbox = useSandbox({ now: '2026-01-15T09:00:00Z', freeze: true })
let shop

beforeEach(() => {
  const { url, keys, fetch, webhooks } = sandbox
  shop = new Shop(createPayments({ url, secretKey: keys.secret, fetch }), webhooks.secret)
  webhooks.onDelivery((request) => shop.receive(request))
})

test('the money is reserved at the checkout, and taken when the order is shipped', async () => {
  shop.place('A-1', 100_000)
  await shop.checkout('A-1', sandbox.token().id)
  expect(sandbox.charges.last()).toMatchObject({ authorized: true, paid: false })
  expect(sandbox).toHaveBalance({ total: 0 })

  await shop.ship('A-1')
  expect(sandbox).toHaveCharged({ amount: 100_000, metadata: { order: 'A-1' } })
  expect(sandbox).toHaveMadeRequests(['POST /charges', 'POST /charges/*/capture'])
})

test('a declined card leaves the order open, with the reason', async () => {
  const order = shop.place('A-2', 100_000)
  await shop.checkout('A-2', sandbox.token('stolen_or_lost_card').id)
  expect(order).toMatchObject({ state: 'open', problem: 'stolen or lost card' })
  expect(sandbox.charges.last()).toBeDeclinedWith('stolen_or_lost_card')
  await expect(shop.ship('A-2')).rejects.toThrow('order A-2 is open')
})

test('a lost answer to a capture does not take the money twice', async () => {
  shop.place('A-3', 100_000)
  await shop.checkout('A-3', sandbox.token().id)
  sandbox.faults.add({ path: '/charges/*/capture', drop: 'response' })
  const order = await shop.ship('A-3')
  expect(order.state).toBe('shipped')
  expect(sandbox).toHaveBalance({ total: 96_094 })
})

test('an impatient payer reserves once', async () => {
  shop.place('A-4', 100_000)
  const card = sandbox.token().id
  await Promise.all([shop.checkout('A-4', card), shop.checkout('A-4', card)])
  expect(sandbox.charges.count()).toBe(1)
})

test('an order that is not shipped within seven days lapses, and the shop learns it by webhook', async () => {
  const order = shop.place('A-5', 100_000)
  await shop.checkout('A-5', sandbox.token().id)
  await sandbox.clock.advance('8d')
  await expect(sandbox).toHaveDelivered('charge.update', { status: 'expired' })
  expect(order.state).toBe('lapsed')
  expect(sandbox).not.toHaveCharged()
})

test('a cancelled order gives the money free', async () => {
  shop.place('A-6', 100_000)
  await shop.checkout('A-6', sandbox.token().id)
  const order = await shop.cancel('A-6')
  expect(order.state).toBe('cancelled')
  expect(sandbox.charges.last()).toMatchObject({ status: 'reversed' })
})

test('a part is refunded, and never more than was taken', async () => {
  const order = shop.place('A-7', 100_000)
  await shop.checkout('A-7', sandbox.token().id)
  await shop.ship('A-7')
  await shop.refund('A-7', 30_000)
  expect(sandbox).toHaveRefunded({ amount: 30_000, charge: order.charge })
  await expect(shop.refund('A-7', 80_000)).rejects.toThrow('above the refundable balance of 70000')
})

test.each([
  ['won', 'shipped'],
  ['lost', 'lost'],
])('an order whose dispute is %s is %s', async (outcome, state) => {
  const order = shop.place('A-8', 100_000)
  await shop.checkout('A-8', sandbox.token().id)
  await shop.ship('A-8')
  const dispute = sandbox.simulate.openDispute(order.charge)
  await expect(sandbox).toHaveDelivered('charge.dispute.create')
  expect(order.state).toBe('disputed')

  sandbox.simulate.decideDispute(dispute.id, outcome)
  await expect(sandbox).toHaveDelivered('charge.dispute.close', { status: outcome })
  expect(order.state).toBe(state)
})

test('an event with a wrong signature changes nothing', async () => {
  const order = shop.place('A-9', 100_000)
  await shop.checkout('A-9', sandbox.token().id)
  sandbox.faults.addWebhook({ event: 'charge.update', signature: 'invalid' })
  sandbox.simulate.expireCharge(order.charge)
  await expect(sandbox).not.toHaveDelivered('charge.update')
  expect(order.state).toBe('reserved')
})
