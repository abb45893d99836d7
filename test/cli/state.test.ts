/** `serve --state` from outside: what is answered outlives the process, however that ends. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases, drill } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { start } from '../support/set-up'
import { openSink } from '../support/sink'
import { newFile } from '../support/state-files'
import {
  type Addresses,
  authorization,
  card,
  cli,
  keys,
  kill,
  post,
  readyOn,
  run,
  serving,
  stop,
  totalOf,
} from './command'

const frozen = ['--now', start, '--freeze']

const stateOf = async ({ url }: Addresses): Promise<string> => (await fetch(`${url}/_sandbox/state`)).text()

const advance = async ({ url }: Addresses, duration: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ advance: duration })
  expect((await fetch(`${url}/_sandbox/clock`, { method: 'POST', headers, body })).status).toBe(200)
}

const kills = drill(cases(20), 100)

const causes: string[] = []

interface Attempt {
  readonly key: string
  readonly answer: Promise<string | null>
}

/** The ids of the charges by their descriptions. */
const chargesIn = (state: string): ReadonlyMap<string, readonly string[]> => {
  const ids = new Map<string, string[]>()
  const { worlds } = JSON.parse(state)
  const rows: readonly { id: string; description: string }[] = worlds['acct_sandbox/test']?.charges ?? []
  for (const { id, description } of rows) ids.set(description, [...(ids.get(description) ?? []), id])
  return ids
}

/** One charge; its id, or `null` when the server was gone before it answered. */
const charge = async (url: string, customer: string, key: string): Promise<string | null> => {
  const headers = { authorization: authorization(), 'idempotency-key': key }
  const body = new URLSearchParams({ amount: '10000', currency: 'thb', customer, description: key })
  try {
    const answer = await fetch(`${url}/charges`, { method: 'POST', headers, body })
    const made: { id: string } = await answer.json()
    expect(answer.status, JSON.stringify(made)).toBe(200)
    return made.id
  } catch (error) {
    if (error instanceof TypeError) {
      causes.push(String(error.cause))
      return null
    }
    throw error
  }
}

describe('kill -9', () => {
  it(`at ${kills} moments of a load loses no charge that was answered, and makes none twice`, {
    timeout: drill(180_000, 1_800_000),
  }, async () => {
    const file = newFile()
    const moments = fc.sample(fc.integer({ min: 1, max: 60 }), { numRuns: kills, seed: 7 })
    const answered = new Map<string, string>()
    let open: readonly string[] = []
    let customer = ''
    for (const [round, moment] of [...moments, 0].entries()) {
      const server = await serving(['--state', file, '--log', 'silent', ...frozen])
      if (customer === '') {
        const token = await post(`${server.vaultUrl}/tokens`, card, keys.public)
        customer = (await post(`${server.url}/customers`, { card: token.body.id })).body.id
      }
      const state = await stateOf(server)
      const charges = chargesIn(state)
      for (const [key, id] of answered) expect(charges.get(key), `${key} in round ${round}`).toEqual([id])
      expect(auditBooks(state)).toEqual([])
      // A client that got no answer retries.
      for (const key of open) {
        const id = await charge(server.url, customer, key)
        if (id === null)
          expect.fail(
            `no answer to ${key} in round ${round}: ${server.process.exitCode} ${server.process.signalCode} ${causes.at(-1)}`,
          )
        answered.set(key, id)
      }
      if (moment === 0) {
        const last = await stateOf(server)
        const all = chargesIn(last)
        expect(all.size).toBe(answered.size)
        for (const [key, id] of answered) expect(all.get(key)).toEqual([id])
        expect(auditBooks(last)).toEqual([])
        break
      }
      const attempts: Attempt[] = []
      let left = moment
      const customers = Array.from({ length: 8 }, async (_, lane) => {
        for (let i = 0; left > 0; i += 1) {
          const key = `${round}-${lane}-${i}`
          const answer = charge(server.url, customer, key)
          attempts.push({ key, answer })
          await answer
          left -= 1
          if (left === 0) server.process.kill('SIGKILL')
        }
      })
      await Promise.all(customers)
      await server.ended
      open = []
      for (const { key, answer } of attempts) {
        const id = await answer
        if (id === null) open = [...open, key]
        else answered.set(key, id)
      }
    }
    expect(answered.size).toBeGreaterThan(moments.length)
  })

  it('during retries of a webhook: it continues with the next attempt and sends nothing twice', async () => {
    const file = newFile()
    const sink = await openSink(500, 503, 200)
    const args = ['--state', file, '--webhook', sink.url, '--log', 'silent', ...frozen]
    let server = await serving(args)
    await post(`${server.url}/customers`, { email: 'a@example.com' })
    for (const [time, sent] of [
      ['0s', 1],
      ['59s', 1],
      ['1s', 2],
      ['5m', 3],
    ] as const) {
      await advance(server, time)
      expect(sink.received).toHaveLength(sent)
      await kill(server)
      server = await serving(args)
    }
    await advance(server, '8d')
    await stop(server)
    expect(sink.received).toHaveLength(3)
    expect(new Set(sink.received.map(({ body }) => body)).size).toBe(1)
  })

  it('while a webhook is in flight: its result is unknown, so it is sent once more', async () => {
    const file = newFile()
    const sink = await openSink('hang', 200)
    const args = ['--state', file, '--webhook', sink.url, '--log', 'silent', '--require-3ds', ...frozen]
    const first = await serving(args)
    const token = await post(`${first.vaultUrl}/tokens`, card, keys.public)
    const fields = {
      amount: '10000',
      currency: 'thb',
      card: token.body.id,
      return_uri: 'https://shop.example',
    }
    await post(`${first.url}/charges`, fields)
    await expect.poll(() => sink.received.length).toBe(1)
    await kill(first)
    const second = await serving(args)
    await expect.poll(() => sink.received.length).toBe(2)
    await advance(second, '3d')
    expect(sink.keys.filter((key) => key === 'charge.create')).toHaveLength(2)
    // Links in it lead to the server that is there now.
    expect(sink.received[1]?.body).toContain(`"authorize_uri":"${second.url}/`)
    await stop(second)
  })
})

describe('a server that is started again', () => {
  it('resumes: records, clock and keys come from the file, and --now and --freeze do not change them', async () => {
    const file = newFile()
    const first = await serving(['--secret-key', 'skey_test_shop', ...frozen], {
      PAYMENT_SANDBOX_STATE: file,
    })
    expect(JSON.parse(await first.line(/^{/))).toMatchObject({ state: { file, resumed: false } })
    const { body } = await post(`${first.url}/customers`, {}, 'skey_test_shop')
    await advance(first, '40d')
    await stop(first)
    const second = await serving(['--state', file, '--now', '2020-01-01T00:00:00Z', '--log', 'pretty'])
    expect(second.lines.join('\n')).toContain(`State       ${file}, resumed`)
    expect(second.lines.join('\n')).toContain('2026-02-24 09:00:00 UTC, stopped')
    const headers = { authorization: authorization('skey_test_shop') }
    expect((await fetch(`${second.url}/customers/${body.id}`, { headers })).status).toBe(200)
    await stop(second)
  })
})

it.runIf(process.platform !== 'win32')(
  'on a full disk a change that cannot be stored answers 500 and has no effect; reads still work',
  async () => {
    const file = newFile()
    const args = ['--port', '0', '--state', file, '--log', 'silent']
    // No file may grow beyond 64 KiB.
    const limited = run('sh', [
      '-c',
      'ulimit -f $((64 * 1024 / 512)); exec "$0" "$@"',
      process.execPath,
      cli,
      ...args,
    ])
    const { url } = await readyOn(limited)
    let made = 0
    let status = 200
    while (status === 200 && made < 500) {
      ;({ status } = await post(`${url}/customers`, { description: 'x'.repeat(200) }))
      if (status === 200) made += 1
    }
    expect(status).toBe(500)
    expect(await totalOf(url)).toBe(made)
    limited.process.kill('SIGKILL')
    await limited.ended
    const server = await serving(['--state', file])
    expect(await totalOf(server.url)).toBe(made)
    await stop(server)
  },
)
