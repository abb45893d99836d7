/**
 * The package beside the newest vitest, Jest, msw and Playwright, of the folder `newest`: each runs tests of a shop, one of
 * which fails where the story of its sandbox matters.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'newest'

const sell = `
const sell = (sandbox, card) => fetch('https://api.omise.co/charges', {
  method: 'POST',
  headers: { authorization: sandbox.authorization.secret },
  body: new URLSearchParams({ amount: '100000', currency: 'thb', card: sandbox.token(card).id }),
})
`

const vitest = {
  'vitest.config.mjs': "export default { test: { globalSetup: ['payment-sandbox/vitest/global-setup'] } }",
  'shop.test.mjs': `
import { createTest, expect } from 'payment-sandbox/vitest'
import { inject } from 'vitest'
${sell}
const test = createTest({ intercept: 'omise' })
test('an order is paid', async ({ sandbox }) => {
  await expect(sell(sandbox)).toBeSuccessfulCharge({ amount: 100000 })
  expect(sandbox).toHaveCharged({ amount: 100000 })
})
test('one server for the run', async () => {
  const { url, authorization } = inject('paymentSandbox')
  expect((await fetch(url + '/account', { headers: { authorization: authorization.secret } })).status).toBe(200)
})
test.concurrent('an order is declined', async ({ sandbox }) => {
  await expect(sell(sandbox, 'insufficient_fund')).toBeSuccessfulCharge()
})
`,
}

const jest = {
  'jest.config.cjs':
    "module.exports = { globalSetup: 'payment-sandbox/jest/global-setup', transform: {}, testRegex: 'test.cjs$' }",
  'shop.test.cjs': `
const { useSandbox } = require('payment-sandbox/jest')
${sell}
const sandbox = useSandbox({ intercept: 'omise' })
test('an order is paid', async () => {
  await expect(sell(sandbox)).toBeSuccessfulCharge({ amount: 100000 })
})
test('one server for the run', async () => {
  expect((await fetch(process.env.PAYMENT_SANDBOX_URL)).status).toBe(200)
})
test('an order is declined', async () => {
  await expect(sell(sandbox, 'insufficient_fund')).toBeSuccessfulCharge()
})
`,
}

const playwright = {
  'playwright.config.mjs': "export default { testMatch: '*.spec.mjs', reporter: 'line', workers: 1 }",
  'shop.spec.mjs': `
import { expect, test } from 'payment-sandbox/playwright'
test('an order is paid', async ({ sandbox }) => {
  const body = new URLSearchParams({ amount: '100000', currency: 'thb', card: (await sandbox.token()).id })
  const headers = { authorization: sandbox.authorization.secret }
  await fetch(sandbox.url + '/charges', { method: 'POST', headers, body })
  expect(sandbox).toHaveCharged({ amount: 100000 })
})
`,
}

const msw = {
  'shop.mjs': `
import { setupServer } from 'msw/node'
import { createSandbox } from 'payment-sandbox'
import { handlers } from 'payment-sandbox/msw'
${sell}
const sandbox = createSandbox()
setupServer(...handlers(sandbox, 'omise')).listen({ onUnhandledRequest: 'error' })
console.log((await sell(sandbox)).status, sandbox.charges.count())
process.exit()
`,
}

/** @returns what it printed, however it ended */
const run = (cwd, ...words) =>
  new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '', VITEST: '' }
    execFile(process.execPath, words, { cwd, env }, (_, stdout, stderr) => resolve(stdout + stderr))
  })

const story = /Sandbox: what it did in this test\n.*POST \/charges -> .*insufficient_fund/

const runs = [
  [vitest, 'vitest/vitest.mjs', ['run'], [/Tests +1 failed \| 2 passed/, story]],
  [jest, 'jest/bin/jest.js', [], [/Tests: +1 failed, 2 passed/, story]],
  [playwright, '@playwright/test/cli.js', ['test'], [/^ +1 passed/m]],
  [msw, null, ['shop.mjs'], [/^200 1$/m]],
]

/** @throws where one of them does not do what it does with older versions */
export const checkNewest = async () => {
  const checks = runs.map(async ([files, program, words, says], i) => {
    const cwd = join(folder, `shop-${i}`)
    mkdirSync(cwd)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
    const said = await run(cwd, ...(program === null ? [] : [`../node_modules/${program}`]), ...words)
    for (const expected of says) assert.match(said, expected)
  })
  await Promise.all(checks)
}
