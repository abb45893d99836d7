/** A small shop's day with a published payment client: sell, refund a part, remember a customer. */
import './to-sandbox.cjs'
import omise from 'omise'

const { PAYMENT_SANDBOX_PUBLIC_KEY, PAYMENT_SANDBOX_SECRET_KEY } = process.env
const client = omise({
  publicKey: PAYMENT_SANDBOX_PUBLIC_KEY ?? 'pkey_test_sandbox',
  secretKey: PAYMENT_SANDBOX_SECRET_KEY ?? 'skey_test_sandbox',
})

const card = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: new Date().getFullYear() + 2,
  security_code: '123',
}
const baht = (subunits) => `${(subunits / 100).toFixed(2)} THB`

/** Ends the story with a reason when the sandbox answers something else than the shop relies on. */
function expect(what, actual, expected) {
  if (actual !== expected) throw new Error(`${what}: expected ${expected}, got ${actual}`)
}

async function sell() {
  const token = await client.tokens.create({ card })
  console.log(`token     ${token.id}  ${token.card.brand} ending in ${token.card.last_digits}`)
  const charge = await client.charges.create({ amount: 150000, currency: 'thb', card: token.id })
  expect('status of the charge', charge.status, 'successful')
  console.log(`charge    ${charge.id}  ${baht(charge.amount)} ${charge.status}`)
  return charge.id
}

async function refundPart(chargeId) {
  const refund = await client.charges.createRefund(chargeId, { amount: 50000 })
  console.log(`refund    ${refund.id}  ${baht(refund.amount)} ${refund.status}`)
  const charge = await client.charges.retrieve(chargeId)
  expect('refunded amount', charge.refunded_amount, 50000)
  console.log(`retrieved ${charge.id}  ${baht(charge.refunded_amount)} of ${baht(charge.amount)} refunded`)
}

async function refundTooMuch(chargeId) {
  const error = await client.charges.createRefund(chargeId, { amount: 150000 }).then(
    () => undefined,
    (reason) => reason,
  )
  expect('object in answer to a refund of more than is left', error?.object, 'error')
  console.log(`refused   ${error.code}: ${error.message}`)
}

async function rememberCustomer() {
  const token = await client.tokens.create({ card })
  const { id } = await client.customers.create({ email: 'somchai@example.com', card: token.id })
  const customer = await client.customers.retrieve(id)
  expect('cards of the customer', customer.cards.total, 1)
  console.log(`customer  ${customer.id}  ${customer.email}, ${customer.cards.total} card`)
  const charge = await client.charges.create({ amount: 99900, currency: 'thb', customer: customer.id })
  expect('customer of the second charge', charge.customer, customer.id)
  console.log(`charge    ${charge.id}  ${baht(charge.amount)} ${charge.status}, with the saved card`)
}

async function listCharges() {
  const { data, total } = await client.charges.list({ limit: 20, order: 'reverse_chronological' })
  console.log(`charges   ${total} in all, the last one ${data[0].id}`)
}

/** The client rejects with the service's error object, or with Node's error when nobody answers. */
function reasonOf(error) {
  if (error?.object === 'error') return `${error.code}: ${error.message}`
  if (error?.code !== 'ECONNREFUSED') return error?.message ?? String(error)
  const { address, port } = error.errors?.[0] ?? error
  return `no sandbox at ${address}:${port}; start one with "npx payment-sandbox"`
}

try {
  const chargeId = await sell()
  await refundPart(chargeId)
  await refundTooMuch(chargeId)
  await rememberCustomer()
  await listCharges()
} catch (error) {
  console.error(`checkout failed: ${reasonOf(error)}`)
  process.exitCode = 1
}
