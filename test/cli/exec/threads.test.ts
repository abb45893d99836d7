/** Contract 23: calls of worker threads are answered; those of `exec` and `intercept()` are in `test/runtimes`. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeSandbox } from '../../support/set-up'
import { command, run } from '../command'

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

test.each([
  ['--import', file('../../../dist/register.js')],
  ['--require', file('../../../dist/register.cjs')],
])('node %s payment-sandbox/register answers calls of every worker thread', async (...way) => {
  const { url, vaultUrl } = await makeSandbox().listen({ port: 0 })
  const env = {
    PAYMENT_SANDBOX_INTERCEPT: 'omise',
    PAYMENT_SANDBOX_URL: url,
    PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
  }
  // Options of Node that no thread takes do not stop threads from beginning.
  const words = ['--expose-gc', '--title', 'shop', file('../../runtimes/threads.mjs')]
  const { stdout } = await run(process.execPath, [...way, ...words], env).ended
  const outcomes: Record<string, unknown> = JSON.parse(stdout)
  expect(Object.keys(outcomes).length).toBeGreaterThan(6)
  expect(new Set(Object.values(outcomes))).toEqual(new Set([401]))
})

test('after intercept() a worker thread begins as without it', async () => {
  const code = `
    const { createSandbox } = require('payment-sandbox')
    const { intercept } = require('payment-sandbox/intercept')
    const workerThreads = require('node:worker_threads')
    const { Worker } = workerThreads
    intercept(createSandbox(), 'omise').stop()
    console.log(workerThreads.Worker === Worker)
    const text = "require('node:worker_threads').parentPort.postMessage(process.execArgv)"
    new Worker(text, { eval: true, execArgv: ['--no-warnings'] }).on('message', (options) => console.log(options))`
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', code]).ended
  expect(stdout).toBe("true\n[ '--no-warnings' ]\n")
})

test('a worker thread that intercepts the hosts itself is answered, beside an interception of the thread above', async () => {
  const inner = `
    const { createSandbox } = require('payment-sandbox')
    const sandbox = createSandbox()
    require('payment-sandbox/intercept').intercept(sandbox, 'omise')
    const headers = { authorization: sandbox.authorization.secret }
    fetch('https://api.omise.co/account', { headers }).then(({ status }) => console.log(status))`
  const code = `
    require('payment-sandbox/intercept').intercept(require('payment-sandbox').createSandbox(), 'omise')
    const { Worker } = require('node:worker_threads')
    new Worker(${JSON.stringify(inner)}, { eval: true })`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=commonjs', '--eval', code]).ended
  expect({ stdout, stderr }).toEqual({ stdout: '200\n', stderr: '' })
})

test('processes of Node make no call of their own under exec', async () => {
  const code = `fetch(process.env.PAYMENT_SANDBOX_URL + '/_sandbox/requests')
    .then((answer) => answer.json()).then(({ data }) => console.log(data))`
  const child = [process.execPath, '--eval', code]
  const args = ['exec', '--intercept', 'omise', '--log', 'json', '--', ...child]
  const { stdout, stderr } = await command(args).ended
  expect(stdout).toBe('[]\n')
  expect(stderr.match(/"path":"[^"]*"/g)).toEqual(['"path":"/_sandbox/requests"'])
})
