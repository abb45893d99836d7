/**
 * What the package does in every runtime: from the packed tarball, with what all of them have of Node. Each rule is one line
 * on standard output, as JSON; `start.mjs` makes a table.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SandboxError } from 'payment-sandbox'
import { explore } from 'payment-sandbox/explore'
import { verifyWebhook } from 'payment-sandbox/webhooks'
import { interceptionRules } from './interception.mjs'
import { checkNewest } from './newest.mjs'
import { newestNode } from './runtimes.mjs'
import {
  basic,
  call,
  frozen,
  inProcess,
  keep,
  now,
  open,
  opened,
  overSockets,
  receiver,
  sell,
  serve,
  temporaryFolder,
} from './shop.mjs'

/** A rule that gives a text does not hold in this runtime, for the reason that the text gives. */
const rules = {
  'a token, a charge and a refund, from an ES module': async () => {
    const sandbox = open()
    const refunded = sandbox.events.waitFor('refund.create')
    await sell(inProcess(sandbox))
    assert.equal((await refunded).key, 'refund.create')
    const keys = sandbox.events.list().map(({ key }) => key)
    assert.deepEqual(keys, ['charge.create', 'charge.complete', 'refund.create'])
  },

  'the same from CommonJS, with the same ids': async () => {
    const { createSandbox: required } = createRequire(import.meta.url)('payment-sandbox')
    const sandboxes = [open(), keep(required(frozen))]
    const [first, second] = await Promise.all(sandboxes.map((sandbox) => sell(inProcess(sandbox))))
    assert.deepEqual(first, second)
  },

  'a webhook for an address, delivered over a socket and verified': () =>
    receiver(async (address, bodies) => {
      const sandbox = open({ webhook: address })
      await sell(inProcess(sandbox))
      await sandbox.webhooks.settle()
      const { secret } = sandbox.webhooks
      const events = bodies.map((sent) => verifyWebhook({ ...sent, secret }))
      assert.equal(events.length, 3)
      assert.ok(sandbox.webhooks.deliveries().every(({ status }) => status === 204 || status === 'delivered'))
    }),

  'servers on sockets: a sale, fifty requests at once, the dashboard, and a close': async () => {
    const sandbox = open()
    const server = await sandbox.listen({ port: 0 })
    await sell(overSockets(server, sandbox.keys))
    const { secret } = sandbox.authorization
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call(fetch, 'POST', `${server.url}/customers`, secret, { description: String(n) }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(sandbox.customers.count(), 50)
    assert.match(await (await fetch(server.dashboardUrl)).text(), /<!doctype html>/i)
    await sandbox.close()
    await assert.rejects(fetch(`${server.url}/charges`))
  },

  'a server cuts a connection when a fault says so, and answers the next request': async () => {
    const sandbox = open()
    const { url } = await sandbox.listen({ port: 0 })
    sandbox.faults.add({ method: 'GET', path: '/charges', times: 1, drop: 'request' })
    const { secret } = sandbox.authorization
    await assert.rejects(call(fetch, 'GET', `${url}/charges`, secret))
    assert.equal((await call(fetch, 'GET', `${url}/charges`, secret)).status, 200)
  },

  'events come over a stream while they happen': async () => {
    const sandbox = open()
    const { url } = await sandbox.listen({ port: 0 })
    const stream = await fetch(`${url}/_sandbox/stream`)
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
    await sell(inProcess(sandbox))
    let text = ''
    while (!text.includes('refund.create')) {
      const { value, done } = await reader.read()
      assert.equal(done, false, `the stream ended after ${text}`)
      text += value
    }
    await reader.cancel()
  },

  'fixtures by name, as a file and as an object; one that is wrong is refused by name': () =>
    temporaryFolder((folder) => {
      const file = join(folder, 'mine.yaml')
      writeFileSync(file, 'charges:\n  - { amount: 100000, currency: thb, card: "4242424242424242" }\n')
      const object = { customers: [{ email: 'somchai@example.com' }] }
      const sandbox = open({ fixtures: ['first-sale', file, pathToFileURL(file), object] })
      assert.equal(sandbox.charges.count(), 3)
      assert.equal(sandbox.customers.last().email, 'somchai@example.com')
      assert.throws(
        () => open({ fixtures: ['no-such-fixture'] }),
        (error) => error instanceof SandboxError && /no-such-fixture/.test(error.message),
      )
    }),

  'explore: a shop that asks again without a key charges twice when an answer is lost': async () => {
    const flow = async ({ sandbox }) => {
      const { secret } = sandbox.authorization
      const pay = () => {
        const paying = {
          amount: 100_000,
          currency: 'thb',
          card: sandbox.token().id,
          metadata: { order: 'A' },
        }
        return call(sandbox.fetch, 'POST', `${sandbox.url}/charges`, secret, paying)
      }
      await pay().catch(pay)
    }
    const { findings } = await explore({ once: 'metadata.order', flow })
    const found = findings.map(({ scenario, rule }) => [scenario, rule])
    assert.deepEqual(found, [['POST /charges #1: answer-lost', 'double-charge']])
  },

  'the command serves a sale and ends with 0 on SIGTERM': () =>
    serve([], async (addresses) => {
      const keys = { public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' }
      await sell(overSockets(addresses, keys))
    }),

  'the command keeps its state in a file over a restart': () =>
    temporaryFolder(async (folder) => {
      const state = ['--now', now, '--freeze', '--state', join(folder, 'state.json')]
      const keys = { public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' }
      let sold
      await serve(state, async (addresses) => {
        sold = await sell(overSockets(addresses, keys))
      })
      await serve(state, async ({ url }) => {
        const shown = await call(fetch, 'GET', `${url}/charges/${sold.id}`, basic(keys.secret))
        assert.deepEqual(shown.body, sold)
      })
    }),

  ...interceptionRules,

  'the newest vitest, Jest, msw and Playwright': () =>
    process.versions.node === newestNode && process.versions.bun === undefined
      ? checkNewest()
      : `they run in Node ${newestNode}`,
}

let failed = false
for (const [title, rule] of Object.entries(rules)) {
  const started = performance.now()
  let [error, missing] = [null, null]
  try {
    missing = (await rule()) ?? null
  } catch (thrown) {
    failed = true
    error = String(thrown?.stack ?? thrown)
  }
  for (const sandbox of opened) await sandbox.close()
  opened.clear()
  const ms = Math.round(performance.now() - started)
  console.log(JSON.stringify({ title, ms, error, missing }))
}
// What a rule left behind must not keep the process alive: every sandbox is closed.
process.exitCode = failed ? 1 : 0
