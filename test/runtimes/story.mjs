/**
 * What the package does in every runtime, as one story: from the packed tarball, with what all of them have of Node. It
 * ends with 0, or with the first step that went wrong, and prints what this runtime does not have.
 */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSandbox, SandboxError } from 'payment-sandbox'
import { explore } from 'payment-sandbox/explore'
import { verifyWebhook } from 'payment-sandbox/webhooks'
import { interceptsCalls } from './interception.mjs'
import { checkNewest } from './newest.mjs'
import { newestNode } from './runtimes.mjs'
import { basic, call, frozen, keys, now, receiver, sell, serve, temporaryFolder } from './shop.mjs'

/** A sale in this process, by a package that was imported or required. */
const sellsInProcess = async (create) => {
  const sandbox = create(frozen)
  const refunded = sandbox.events.waitFor('refund.create')
  const charge = await sell(sandbox, sandbox.fetch)
  assert.equal((await refunded).key, 'refund.create')
  const keys = sandbox.events.list().map(({ key }) => key)
  assert.deepEqual(keys, ['charge.create', 'charge.complete', 'refund.create'])
  await sandbox.close()
  return charge
}

/** A sale over sockets: its events come over a stream meanwhile, and its webhooks can be verified. */
const sellsOverSockets = () =>
  receiver(async (address, bodies) => {
    const sandbox = createSandbox({ ...frozen, webhook: address })
    const { url, vaultUrl, dashboardUrl } = await sandbox.listen({ port: 0 })
    const stream = await fetch(`${url}/_sandbox/stream`)
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
    await sell({ url, vaultUrl })
    let text = ''
    while (!text.includes('refund.create')) {
      const { value, done } = await reader.read()
      assert.equal(done, false, `the stream ended after ${text}`)
      text += value
    }
    await reader.cancel()

    await sandbox.webhooks.settle()
    const { secret } = sandbox.webhooks
    assert.equal(bodies.map((sent) => verifyWebhook({ ...sent, secret })).length, 3)
    assert.ok(sandbox.webhooks.deliveries().every(({ status }) => status === 204))

    const { secret: authorization } = sandbox.authorization
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call(fetch, 'POST', `${url}/customers`, authorization, { description: String(n) }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(sandbox.customers.count(), 50)
    assert.match(await (await fetch(dashboardUrl)).text(), /<!doctype html>/i)
    await sandbox.close()
    await assert.rejects(fetch(`${url}/charges`))
  })

/** A connection is cut when a fault says so: a new one, since on one that was used a client may ask again by itself. */
const cutsConnection = async () => {
  const sandbox = createSandbox(frozen)
  const { url } = await sandbox.listen({ port: 0 })
  sandbox.faults.add({ method: 'GET', path: '/charges', times: 1, drop: 'request' })
  const { secret } = sandbox.authorization
  await assert.rejects(call(fetch, 'GET', `${url}/charges`, secret))
  assert.equal((await call(fetch, 'GET', `${url}/charges`, secret)).status, 200)
  await sandbox.close()
}

/** Fixtures by name, as a file and as an object; one that is wrong is refused by name. */
const loadsFixtures = () =>
  temporaryFolder(async (folder) => {
    const file = join(folder, 'mine.yaml')
    writeFileSync(file, 'charges:\n  - { amount: 100000, currency: thb, card: "4242424242424242" }\n')
    const object = { customers: [{ email: 'somchai@example.com' }] }
    const sandbox = createSandbox({ fixtures: ['first-sale', file, pathToFileURL(file), object] })
    assert.equal(sandbox.charges.count(), 3)
    assert.equal(sandbox.customers.last().email, 'somchai@example.com')
    await sandbox.close()
    assert.throws(
      () => createSandbox({ fixtures: ['no-such-fixture'] }),
      (error) => error instanceof SandboxError && /no-such-fixture/.test(error.message),
    )
  })

/** A shop that asks again without a key charges twice when an answer is lost. */
const findsDoubleCharge = async () => {
  const flow = async ({ sandbox }) => {
    const pay = () => {
      const card = sandbox.token().id
      const paying = { amount: 100_000, currency: 'thb', card, metadata: { order: 'A' } }
      return call(sandbox.fetch, 'POST', `${sandbox.url}/charges`, sandbox.authorization.secret, paying)
    }
    await pay().catch(pay)
  }
  const { findings } = await explore({ once: 'metadata.order', flow })
  const found = findings.map(({ scenario, rule }) => [scenario, rule])
  assert.deepEqual(found, [['POST /charges #1: answer-lost', 'double-charge']])
}

/** The command serves, ends with 0 on SIGTERM, and keeps its state in a file over a restart. */
const keepsState = () =>
  temporaryFolder(async (folder) => {
    const options = ['--now', now, '--freeze', '--state', join(folder, 'state.json')]
    let sold
    await serve(options, async (addresses) => {
      sold = await sell(addresses)
    })
    await serve(options, async ({ url }) => {
      const { body } = await call(fetch, 'GET', `${url}/charges/${sold.id}`, basic(keys.secret))
      assert.deepEqual(body, sold)
    })
  })

const { createSandbox: required } = createRequire(import.meta.url)('payment-sandbox')
assert.deepEqual(await sellsInProcess(required), await sellsInProcess(createSandbox))
await sellsOverSockets()
await cutsConnection()
await loadsFixtures()
await findsDoubleCharge()
await keepsState()
await interceptsCalls()
const isNewest = process.versions.node === newestNode && process.versions.bun === undefined
if (isNewest && existsSync('newest')) await checkNewest()
else
  console.log(`no newest vitest, Jest, msw and Playwright: they run in Node ${newestNode}, with all runtimes`)
