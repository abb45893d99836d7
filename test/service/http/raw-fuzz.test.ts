/** Mutated requests, byte by byte over sockets: what no client library would send. */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RequestEntry } from '../../../src/service/http/backend'
import { cases, patience, seeded } from '../../support/arbitraries'
import { auditBooks } from '../../support/auditor'
import { makeClient } from '../../support/client'
import { pipelines, type RawCase, type RawTarget, rawCases } from '../../support/raw-requests'
import { RawSocket, statusesIn } from '../../support/raw-socket'
import { plainSandbox, stateOf } from '../../support/set-up'

vi.setConfig({ testTimeout: patience * (process.env.FUZZ === undefined ? 1 : 60) })

/** Real time in which a socket has to settle: an alarm, far above what it takes. */
const settleMs = 20_000

/** `FUZZ=20000` for a long run, as before a release. */
const count = Number(process.env.FUZZ ?? cases(600))
const fewer = Math.ceil(count / 10)
/** How many requests there are between two plain ones. */
const batch = 20

const within = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let alarm: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(new Error(`${what} takes more than ${settleMs} ms`)), settleMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(alarm))
}

const listening = async () => {
  const sandbox = plainSandbox()
  onTestFinished(() => sandbox.close())
  const client = makeClient(sandbox)
  const { id: customer } = await client.customer()
  const { id: charge } = await client.charge({ customer })
  const { url, vaultUrl } = await sandbox.listen({ port: 0 })
  const log: RequestEntry[] = []
  sandbox.onRequest((entry) => log.push(entry))
  const ports = { api: Number(new URL(url).port), vault: Number(new URL(vaultUrl).port) }
  const authorization = sandbox.authorization.secret
  const target: RawTarget = { port: ports.api, authorization, customer, charge }
  const isPlain = async (): Promise<void> => {
    const answer = await within('a plain request', fetch(`${url}/account`, { headers: { authorization } }))
    expect([answer.status, await answer.json()]).toMatchObject([200, { object: 'account' }])
  }
  return { sandbox, log, ports, target, isPlain, saved: sandbox.snapshot(), state: stateOf(sandbox) }
}
type Listening = Awaited<ReturnType<typeof listening>>

/** Sends it and waits for its end; gives the answers, as far as the ending lets them arrive. */
const sendCase = async ({ ports }: Listening, { host, text, cuts, ending }: RawCase) => {
  const socket = await RawSocket.connect(ports[host])
  await socket.send(text, cuts)
  if (ending === 'left open') return socket
  socket.end(ending)
  await within('a socket', socket.settled)
  return socket
}

const changes = ({ method, status }: RequestEntry): boolean =>
  /^(POST|PATCH|PUT|DELETE)$/.test(method) && [200, 302, 402].includes(status)

/** A server fault that is an answer to the protocol: a method or a version that is not spoken. */
const isFault = (status: number): boolean => status >= 500 && status !== 501 && status !== 505

describe('whatever bytes are sent', () => {
  test(`${count} mutated requests get no 5xx, settle, and change nothing when refused; plain ones are served`, async () => {
    const setup = await listening()
    const { sandbox, log, saved, state, target, isPlain } = setup
    const statuses = new Map<number, number>()
    const leftOpen: RawSocket[] = []
    let sent = 0
    let changed = 0
    const property = fc.asyncProperty(rawCases(target), async (raw) => {
      log.length = 0
      const socket = await sendCase(setup, raw)
      if (raw.ending === 'left open') leftOpen.push(socket)
      const answered = raw.ending === 'half-closed' ? statusesIn(socket.received) : []
      for (const status of [...answered, ...log.map((entry) => entry.status)]) {
        expect(status).not.toSatisfy(isFault)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      if (stateOf(sandbox) !== state) {
        changed += 1
        expect(log.some(changes), `it changed something: ${JSON.stringify(log)}`).toBe(true)
        expect(auditBooks(stateOf(sandbox))).toEqual([])
        sandbox.restore(saved)
      }
      sent += 1
      if (sent % batch > 0) return
      await isPlain()
      for (const open of leftOpen.splice(0)) {
        open.end('destroyed')
        await within('a socket that was left open', open.settled)
      }
      expect(stateOf(sandbox)).toBe(state)
    })
    await fc.assert(property, seeded(count))
    // Some of it has to get past the parser, and some of it has to work.
    expect(changed).toBeGreaterThan(count / 30)
    for (const status of [200, 400, 404])
      expect([status, statuses.get(status) ?? 0]).toEqual([status, expect.toSatisfy((n) => n > count / 30)])
  })

  test(`${fewer} pipelines of valid requests in any pieces get an answer to each request, in their order`, async () => {
    const { ports, target, sandbox, saved, isPlain } = await listening()
    const property = fc.asyncProperty(pipelines(target), async ({ texts, cuts }) => {
      const socket = await RawSocket.connect(ports.api)
      await socket.send(texts.join(''), cuts)
      await within('a pipeline', socket.settled)
      const statuses = statusesIn(socket.received).filter((status) => status !== 100)
      expect(statuses).toEqual(texts.map(() => 200))
      sandbox.restore(saved)
    })
    await fc.assert(property, seeded(fewer))
    await isPlain()
  })
})
