/** What the steps of the story share: a shop's requests, the command as a child process, a receiver of webhooks. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const now = '2026-01-15T09:00:00.000Z'
export const frozen = { now, freeze: true, randomSeed: 'runtimes' }

export const keys = { public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' }
export const basic = (key) => `Basic ${btoa(`${key}:`)}`

/** A request of JSON by `send`, a fetch. @returns status and JSON of the answer */
export const call = async (send, method, url, authorization, body) => {
  const headers = { authorization, ...(body && { 'content-type': 'application/json' }) }
  const answer = await send(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return { status: answer.status, body: await answer.json() }
}

const card = {
  name: 'สมชาย ประเสริฐ',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
  security_code: '123',
}

/** A token, a charge and a refund of a part, as a shop makes them. */
export const sell = async ({ url, vaultUrl }, send = fetch) => {
  const token = await call(send, 'POST', `${vaultUrl}/tokens`, basic(keys.public), { card })
  assert.equal(token.status, 200)
  const paying = { amount: 150_000, currency: 'thb', card: token.body.id, description: 'ข้าวผัด' }
  const charge = await call(send, 'POST', `${url}/charges`, basic(keys.secret), paying)
  assert.equal(charge.status, 200)
  assert.equal(charge.body.status, 'successful')
  assert.equal(charge.body.description, 'ข้าวผัด')
  assert.equal(charge.body.card.name, card.name)
  const refunds = `${url}/charges/${charge.body.id}/refunds`
  const refund = await call(send, 'POST', refunds, basic(keys.secret), { amount: 50_000 })
  assert.equal(refund.status, 200)
  const shown = await call(send, 'GET', `${url}/charges/${charge.body.id}`, basic(keys.secret))
  assert.equal(shown.body.refunded_amount, 50_000)
  return shown.body
}

/** What starts a file in the runtime that runs this one. */
const self = [process.execPath, ...JSON.parse(process.env.RUNTIME_ARGS ?? '[]')]

/** `payment-sandbox <args>`, by the runtime that runs this file. */
const command = (args) => {
  const manifest = createRequire(import.meta.url)('payment-sandbox/package.json')
  const folder = fileURLToPath(new URL('.', import.meta.resolve('payment-sandbox/package.json')))
  const [program, ...before] = [...self, join(folder, manifest.bin['payment-sandbox'])]
  return spawn(program, [...before, ...args])
}

/** `payment-sandbox exec <args> -- <this runtime> <file> <words>`. @returns what it prints */
export const exec = async (args, file, ...words) => {
  const child = command(['exec', ...args, '--', ...self, file, ...words])
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(code, 0, `exit status ${code}\n${said}`)
  return printed
}

/** `payment-sandbox serve <args>`, until `use` has ended. */
export const serve = async (args, use) => {
  const child = command(['serve', '--port', '0', ...args])
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`
      const ready = readyIn(line)
      if (ready === undefined) continue
      child.stdout.resume()
      await use(ready)
      // Not child.kill: Deno then reports the signal as the end, whatever the exit status was.
      process.kill(child.pid, 'SIGTERM')
      const [code] = await ended
      assert.equal(code, 0, `exit status ${code} after SIGTERM\n${said}`)
      return
    }
    assert.fail(`ended before it was ready\n${said}`)
  } finally {
    child.kill('SIGKILL')
  }
}

const readyIn = (line) => {
  const [, url, vaultUrl] = /^payment-sandbox ready on (\S+) \(vault (\S+)\)$/.exec(line) ?? []
  if (url) return { url, vaultUrl }
  const entry = line.startsWith('{') ? JSON.parse(line) : {}
  return entry.event === 'ready' ? entry : undefined
}

/** A web server with one handler, as a receiver of webhooks is. @returns what it was sent */
export const receiver = async (use) => {
  const bodies = []
  const server = createServer(async (request, answer) => {
    bodies.push({ body: await text(request), headers: request.headers })
    answer.writeHead(204).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${server.address().port}/webhooks`, bodies)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

export const temporaryFolder = async (use) => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-runtime-'))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
