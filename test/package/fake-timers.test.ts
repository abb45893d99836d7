/**
 * The built library inside the tests of its users, whose fake timers replace every clock and timer that code can see:
 * under Jest and vitest, put on before the library is loaded and after, loaded as CommonJS and as an ES module. Jest can
 * also empty its table of modules while a sandbox is there.
 */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patience, root, run } from './packed'

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const project = realpathSync(mkdtempSync(join(tmpdir(), 'payment-sandbox-fakes-')))

/** Every way to wait, each of which hung or failed where a timer of its own was a fake one. */
const waits = `
const post = (call, url, sandbox) => call(url + '/customers', { method: 'POST', headers: { authorization: sandbox.authorization.secret } })
const act = (sandbox) => post(sandbox.fetch, sandbox.url, sandbox)

const impatient = 'a receiver that never answers'
const waits = {
  'events.waitFor() ends at its timeout': async (sandbox) => {
    const failed = await sandbox.events.waitFor('charge.create', undefined, { timeoutMs: 20 }).catch((error) => error)
    expect(failed.code).toBe('timed_out')
  },
  'events.waitFor() finds what comes later': async (sandbox) => {
    const found = sandbox.events.waitFor('customer.create')
    await act(sandbox)
    expect((await found).key).toBe('customer.create')
  },
  'webhooks.next(), settle() and resend()': async (sandbox) => {
    sandbox.webhooks.onDelivery(() => 200)
    await act(sandbox)
    const delivery = await sandbox.webhooks.next()
    expect(delivery.status).toBe(200)
    await act(sandbox)
    await sandbox.webhooks.settle()
    expect(await sandbox.webhooks.resend(delivery.event.id)).toHaveLength(1)
    expect(sandbox.webhooks.deliveries()).toHaveLength(3)
  },
  [impatient]: async (sandbox) => {
    sandbox.webhooks.onDelivery(() => new Promise(() => {}))
    await act(sandbox)
    expect((await sandbox.webhooks.next()).error).toBe('timeout')
  },
  'clock.advance() with retries on the way': async (sandbox) => {
    sandbox.webhooks.onDelivery(() => 500)
    await act(sandbox)
    const from = sandbox.clock.now().getTime()
    await sandbox.clock.advance('8d')
    expect(sandbox.clock.now().getTime() - from).toBeGreaterThanOrEqual(8 * 86_400_000)
    expect(sandbox.webhooks.deliveries().length).toBeGreaterThan(2)
  },
  'a fault that is late': async (sandbox) => {
    sandbox.faults.add({ delayMs: 20 })
    expect((await act(sandbox)).status).toBe(200)
  },
  'listen(), deliveries over sockets, and pages': async (sandbox) => {
    const keys = []
    const receiver = http.createServer((request, response) => {
      request.on('data', (chunk) => keys.push(JSON.parse(chunk).key)).on('end', () => response.end())
    })
    await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { url } = await sandbox.listen({ port: 0 })
    const headers = { authorization: sandbox.authorization.secret, 'content-type': 'application/json' }
    const webhook_uri = 'http://127.0.0.1:' + receiver.address().port
    await fetch(url + '/account', { method: 'PATCH', headers, body: JSON.stringify({ webhook_uri }) })
    expect((await post(fetch, url, sandbox)).status).toBe(200)
    await sandbox.webhooks.next('customer.create')
    expect(keys).toContain('customer.create')
    expect((await fetch(url + '/_sandbox/health')).status).toBe(200)
    const stream = await fetch(url + '/_sandbox/stream')
    const reader = stream.body.getReader()
    expect(String.fromCharCode(...(await reader.read()).value)).toContain('id: ')
    await reader.cancel()
    await sandbox.close()
    await new Promise((resolve) => receiver.close(resolve))
  },
}
`

/** @param load puts fake timers on, and loads the library */
const suite = (load: string): string => `
${waits}
let createSandbox
beforeAll(async () => {
  ${load}
})
for (const [name, wait] of Object.entries(waits))
  test(name, async () => {
    const sandbox = createSandbox(name === impatient ? { webhooks: { timeoutMs: 20 } } : {})
    await wait(sandbox)
    await sandbox.close()
  }, 15_000)
`

const required = "createSandbox = require('payment-sandbox').createSandbox"
const imported = "createSandbox = (await import('payment-sandbox')).createSandbox"
/** What it loads only now has to fit the classes that the sandbox began with. */
const emptied = `
test('a sandbox outlives the modules of its test', async () => {
  const { createSandbox, FixtureError } = require('payment-sandbox')
  const sandbox = createSandbox()
  jest.resetModules()
  await expect(sandbox.seed({ customers: 'none' })).rejects.toThrow(FixtureError)
  expect((await sandbox.fetch('/_sandbox/health')).status).toBe(200)
  const { fixture } = await sandbox.record()
  expect(require('payment-sandbox').createSandbox({ fixtures: [fixture] })).toBeDefined()
  await sandbox.close()
})
`
const files: Readonly<Record<string, string>> = {
  'emptied.jest.js': emptied,
  'package.json': JSON.stringify({ name: 'shop', private: true }),
  'before.jest.js': `const http = require('http')\n${suite(`jest.useFakeTimers()\n${required}`)}`,
  'after.jest.js': `const http = require('http')\n${suite(`${required}\njest.useFakeTimers()`)}`,
  'before.test.mjs': `import http from 'node:http'\n${suite(`vi.useFakeTimers()\n${imported}`)}`,
  'after.test.mjs': `import http from 'node:http'\n${suite(`${imported}\nvi.useFakeTimers()`)}`,
  'required.test.mjs': `import http from 'node:http'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${suite(`vi.useFakeTimers()\n${required}`)}`,
}

const inProject = (tool: string, ...args: readonly string[]): Promise<string> =>
  run(process.execPath, [join(root, tool), ...args], { cwd: project })

const jest = (pattern: string): Promise<string> =>
  inProject('test/package/node_modules/jest/bin/jest.js', '--rootDir', project, '--testRegex', pattern)

beforeAll(async () => {
  await inProject('.ci/setup.mjs', 'test/package')
  const installed = join(project, 'node_modules', 'payment-sandbox')
  mkdirSync(installed, { recursive: true })
  for (const name of ['package.json', 'dist'])
    cpSync(join(root, name), join(installed, name), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

it('the fake timers of Jest stop nothing, on before the library is loaded or after', async () =>
  expect(await jest('(before|after)\\.jest\\.js$')).toMatch(/Tests: +14 passed/))

it('the fake timers of vitest stop nothing, on before the library is loaded or after', async () => {
  const args = ['run', '--root', project, '--globals', '--reporter', 'dot']
  expect(await inProject('node_modules/vitest/vitest.mjs', ...args)).toMatch(/Tests +21 passed/)
})

it('a sandbox goes on after Jest has emptied its table of modules', async () =>
  expect(await jest('emptied\\.jest\\.js$')).toMatch(/Tests: +1 passed/))
