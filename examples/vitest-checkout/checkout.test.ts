/** Checkouts, refunds and disputes of the shop, and what goes wrong with them. */
import { expect, test } from './shop-test'

test('an order is paid by card, in one request', async ({ sandbox, shop }) => {
  shop.place('A-1', 100_000)
  const order = await shop.checkout('A-1', { card: sandbox.token().id })
  expect(order.state).toBe('paid')
  expect(sandbox).toHaveCharged({ amount: 100_000, metadata: { order: 'A-1' } })
  expect(sandbox).toHaveBalance({ total: 96_094 })
  expect(sandbox).toHaveMadeRequests(['POST /charges'])
})

test('an impatient payer pays once', async ({ sandbox, shop }) => {
  shop.place('A-2', 100_000)
  const card = sandbox.token().id
  await Promise.all([shop.checkout('A-2', { card }), shop.checkout('A-2', { card })])
  expect(sandbox.charges.count()).toBe(1)
})

test('an order is paid once although the answer was lost', async ({ sandbox, shop }) => {
  shop.place('A-3', 100_000)
  sandbox.faults.add({ path: '/charges', drop: 'response' })
  const order = await shop.checkout('A-3', { card: sandbox.token().id })
  expect(order.state).toBe('paid')
  expect(sandbox).toHaveMadeRequests(['POST /charges', 'POST /charges'])
  expect(sandbox.charges.count()).toBe(1)
})

test('a declined payer reads why, and pays with another card', async ({ sandbox, shop }) => {
  shop.place('A-4', 100_000)
  const order = await shop.checkout('A-4', { card: sandbox.token('insufficient_fund').id })
  expect(order).toMatchObject({ state: 'open', problem: 'insufficient funds' })
  expect(sandbox.charges.last()).toBeDeclinedWith('insufficient_fund')
  expect(sandbox).not.toHaveCharged()

  await shop.checkout('A-4', { card: sandbox.token('jcb').id })
  expect(order).toMatchObject({ state: 'paid', problem: null })
  expect(sandbox).toHaveCharged({ card: { brand: 'JCB' } })
})

test('an order is refunded in parts, and never by more than was paid', async ({ sandbox, shop }) => {
  shop.place('A-5', 100_000)
  const { charge } = await shop.checkout('A-5', { card: sandbox.token().id })
  await shop.refund('A-5', 30_000)
  expect(sandbox).toHaveRefunded({ amount: 30_000, charge: charge ?? '' })
  await expect(shop.refund('A-5', 80_000)).rejects.toThrow('above the refundable balance of 70000')
  const order = await shop.refund('A-5', 70_000)
  expect(order.state).toBe('refunded')
})
