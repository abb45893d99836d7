/** Tests of users whose code calls hosts that are wired in. */

/** Code whose hosts are wired in. */
const wired = `
const authorization = 'Basic ' + btoa('skey_test_sandbox:')
const byFetch = async (host) => (await fetch('https://' + host + '/balance', { headers: { authorization } })).json()
const byHttps = (host) => new Promise((resolve, reject) => {
  https.get('https://' + host + '/balance', { headers: { authorization } }, (response) => {
    const parts = []
    response.on('data', (part) => parts.push(part)).on('end', () => resolve(JSON.parse(Buffer.concat(parts))))
  }).on('error', reject)
})
`

const intercepted = `
  for (const call of [byFetch, byHttps]) {
    expect(await call('api.omise.co')).toMatchObject({ object: 'balance', total: 0 })
    const refused = await call('unmapped.omise.co').catch((error) => error)
    expect([refused.code, refused.cause?.code]).toContain('ERR_PAYMENT_SANDBOX_UNMAPPED_HOST')
  }
`

export const vitestWired = `
import https from 'node:https'
import { createTest } from 'payment-sandbox/vitest'
import { expect } from 'vitest'
${wired}
const test = createTest({ intercept: 'omise' })
test('calls to the hosts reach the sandbox of the test', async ({ sandbox }) => {
  ${intercepted}
  expect(sandbox).toHaveMadeRequests(['GET /balance', 'GET /balance'])
  expect(sandbox.profile).toBe('omise')
})
test('a test that does not name its sandbox reaches no real service either', async () => {${intercepted}})
test.concurrent.for([1, 2])('tests that run concurrently have keys of their own: %i', async (_, { sandbox }) => {
  const headers = { authorization: sandbox.authorization.secret }
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect((await fetch('https://api.omise.co/balance', { headers })).status).toBe(200)
  expect(sandbox).toHaveMadeRequests(['GET /balance'])
  const refused = await byFetch('api.omise.co').catch((error) => error)
  expect(refused.cause.message).toMatch(/concurrent tests have keys .* sandbox\\.keys/)
})
`

export const jestWired = `
const https = require('https')
const tls = require('tls')
const { useSandbox } = require('payment-sandbox/jest')
${wired}
const sandbox = useSandbox({ intercept: 'omise' })
test('calls to the hosts reach the sandbox of the test', async () => {
  ${intercepted}
  expect(sandbox).toHaveMadeRequests(['GET /balance', 'GET /balance'])
  expect(sandbox.profile).toBe('omise')
})
test('the next test has an interception of its own', async () => {${intercepted}})
test('connections are answered under fake timers', async () => {
  jest.useFakeTimers()
  const socket = tls.connect(443, 'api.omise.co')
  await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
  socket.destroy()
  jest.useRealTimers()
})
`
