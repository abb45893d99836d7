/** Tests that fail under vitest and Jest, as text, for what stands below their errors. */

/** A payment that is declined. */
const failing = `
const pay = (sandbox) => sandbox.fetch(sandbox.url + '/charges', {
  method: 'POST',
  headers: { authorization: sandbox.authorization.secret },
  body: new URLSearchParams({ amount: '2500', currency: 'thb', card: sandbox.token('insufficient_fund').id }),
})
`

export const failingVitestFiles = {
  'fails.test.js': `
import { createTest, expect, test } from 'payment-sandbox/vitest'
${failing}
test('told', async ({ sandbox }) => {
  await pay(sandbox)
  expect('told so').toBe('paid')
})
test('again and again', { retry: 1 }, async ({ sandbox }) => {
  await pay(sandbox)
  expect('tried again').toBe('paid')
})
test('passes', async ({ sandbox }) => {
  await pay(sandbox)
})
test('elsewhere', ({ sandbox }) => {
  expect(sandbox.charges.count()).toBe(1)
})
createTest({ story: false })('untold', async ({ sandbox }) => {
  await pay(sandbox)
  expect('left out').toBe('paid')
})
`,
  'late.test.js': `
import { createTest, expect } from 'payment-sandbox/vitest'
${failing}
const test = createTest({ story: false })
test('of an answer', async ({ sandbox }) => {
  await expect(pay(sandbox)).toBeSuccessfulCharge()
})
test('under not', async ({ sandbox }) => {
  await expect(pay(sandbox)).not.toBeDeclinedWith('insufficient_fund')
})
test('of a sandbox', async ({ sandbox }) => {
  await expect(sandbox).toHaveDelivered('charge.complete')
})
test.concurrent('softly', async ({ sandbox, expect }) => {
  await expect.soft(pay(sandbox)).toBeSuccessfulCharge()
  await expect.soft(pay(sandbox)).toBeDeclinedWith('stolen_or_lost_card')
})
`,
}

export const failingJestFiles: Readonly<Record<string, string>> = {
  'jest.config.js': 'module.exports = { transform: {} }',
  'fails.test.js': `
const { useSandbox } = require('payment-sandbox/jest')
${failing}
describe('told', () => {
  const sandbox = useSandbox()
  test('of a sandbox', async () => {
    await pay(sandbox)
    expect(sandbox).toHaveCharged({ amount: 2500 })
  })
  test('of an answer', async () => {
    await expect(pay(sandbox)).toBeSuccessfulCharge()
  })
  test('elsewhere', () => {
    expect(sandbox).toHaveCharged()
  })
})
describe('untold', () => {
  const sandbox = useSandbox({ story: false })
  test('of a sandbox', async () => {
    await pay(sandbox)
    expect(sandbox).toHaveCharged({ amount: 2500 })
  })
})
`,
}
