/** A process of a user ends by itself once its sandbox is closed, whatever the sandbox was in the middle of. */
import { beforeAll, expect, it, vi } from 'vitest'
import { root, run } from './packed'

const timeout = 120_000
vi.setConfig({ testTimeout: timeout, hookTimeout: timeout })

const program = `
import { createServer, connect } from 'node:net'
import { createSandbox } from './dist/index.js'
// It takes connections and never answers.
const receiver = createServer((socket) => socket.unref()).listen(0, '127.0.0.1').unref()
await new Promise((resolve) => receiver.once('listening', resolve))
const sandbox = createSandbox({ webhook: 'http://127.0.0.1:' + receiver.address().port })
sandbox.webhooks.onDelivery(() => new Promise(() => {}))
const { url } = await sandbox.listen({ port: 0 })
const headers = { authorization: sandbox.authorization.secret }
await fetch(url + '/customers', { method: 'POST', headers })
const stream = await fetch(url + '/_sandbox/stream')
const half = connect(new URL(url).port, '127.0.0.1')
half.write('POST /customers HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-length: 100\\r\\n\\r\\n')
half.on('error', () => {}).resume()
const long = { timeoutMs: 600_000 }
const waits = [
  sandbox.events.waitFor('transfer.destroy', undefined, long),
  sandbox.webhooks.next('transfer.destroy', undefined, long),
  sandbox.webhooks.settle(long),
  sandbox.webhooks.resend(sandbox.events.last().id),
  sandbox.clock.advance('10d'),
]
sandbox.faults.add({ delayMs: 600_000 })
const late = sandbox.fetch(sandbox.url + '/customers', { headers })
await new Promise((resolve) => setTimeout(resolve, 20))
const settled = Promise.allSettled(waits)
await sandbox.close()
const codes = (await settled).map(({ reason }) => reason?.code)
console.log(JSON.stringify([...codes, (await late).status]))
`

beforeAll(() => run(process.execPath, ['.ci/setup.mjs'], { cwd: root }))

it('with waits, hanging receivers, streams, half a request and a fault that delays', async () => {
  const words = ['--input-type=module', '--eval', program]
  const said = await run(process.execPath, words, { cwd: root, timeout })
  expect(JSON.parse(said)).toEqual([...Array(5).fill('closed'), 200])
})

it('only when a receiver that never answers has had its moment, though nothing else keeps the process alive', async () => {
  const selling = `
import { createSandbox } from './dist/index.js'
const sandbox = createSandbox()
await new Promise((asked) => {
  sandbox.webhooks.onDelivery(() => new Promise(() => asked()))
  void sandbox.trigger('customer.create')
})
await sandbox.close()
console.log('closed')
`
  const words = ['--input-type=module', '--eval', selling]
  expect(await run(process.execPath, words, { cwd: root, timeout })).toBe('closed\n\n')
})
