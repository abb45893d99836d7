/** Contract 12.1: where the code under test runs. */
import https from 'node:https'
import { createRequire } from 'node:module'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/index'
import { explore } from '../../../src/suites/explore/explore'
import { intercept } from '../../../src/suites/intercept/intercept'
import { serverOf } from '../../support/server'
import { viaNode } from '../intercept/clients'
import { restoreNatives } from '../intercept/intercepted'
import { clientOf, notHeld, outcomes, pay, payAgain, paying, type Run, rules } from './flows'

const require = createRequire(import.meta.url)

describe('a receiver behind a URL', () => {
  test('gets each webhook, goes wrong as a function does, and its own calls are explored', async () => {
    let present: Sandbox | null = null
    const seen: string[] = []
    const webhook = await serverOf(async (_, outgoing) => {
      seen.push('delivery')
      const { url = '', fetch, authorization } = present ?? {}
      const headers = { authorization: authorization?.secret ?? '' }
      const looked = await fetch?.(`${url}/events`, { headers }).catch(() => null)
      outgoing.writeHead(looked?.ok ? 204 : 500).end()
    })
    const report = await explore({
      sandbox: { webhook },
      flow: async ({ sandbox }) => {
        present = sandbox
        return pay(clientOf(sandbox), 'A-1')
      },
      once: 'metadata.order',
    })
    expect(report.calls).toEqual(['POST /tokens #1', 'POST /charges #1', 'GET /events #1', 'GET /events #2'])
    expect(report.deliveries).toEqual(['charge.create #1', 'charge.complete #1'])
    expect(report.findings).toMatchObject([
      { scenario: 'charge.create #1: forged', also: ['charge.complete #1: forged'], rule: 'forged' },
    ])
    expect(Object.values(outcomes(report))).not.toContain('not-reached')
    expect(seen.length).toBeGreaterThan(report.runs)
  })

  test('may be registered by the flow, with endpoints of its own', async () => {
    const urls = [await serverOf((_, outgoing) => outgoing.writeHead(204).end())]
    const report = await explore({
      sandbox: { webhooks: { endpoints: urls } },
      kinds: ['twice', 'late'],
      flow: paying,
    })
    expect(report.deliveries).toHaveLength(2)
    expect(report.ok).toBe(true)
  })

  test('that the first run starts, and later ones keep, answers in all of them', async () => {
    let present: Sandbox | null = null
    let url: Promise<string> | null = null
    const start = () =>
      serverOf(async (_, outgoing) => {
        if (present !== null) await pay(clientOf(present), 'A-1')
        outgoing.writeHead(204).end()
      })
    const report = await explore({
      timeoutMs: 2000,
      kinds: ['refused', 'answer-lost'],
      flow: async ({ sandbox }) => {
        present = sandbox
        url ??= start()
        const answer = await fetch(await url, { method: 'POST' })
        return answer.status
      },
    })
    expect(report.scenarios.length).toBe(4)
    expect(notHeld(report)).toEqual([])
  })
})

describe('a flow over sockets', () => {
  test('is cut, answered late and crashes as one within the process', async () => {
    const flow = async ({ sandbox }: Run) => {
      const { url, vaultUrl } = await sandbox.listen({ port: 0, vaultPort: 0 })
      return pay(clientOf(sandbox, { fetch, url, vaultUrl }), 'A-1')
    }
    const report = await explore({ flow, recover: flow, once: 'metadata.order' })
    expect(report.calls).toEqual([
      ...['POST /tokens #1', 'POST /charges #1'],
      ...['POST /tokens #2', 'POST /charges #2'],
    ])
    expect(notHeld(report)).toEqual([])
  })

  test('that the flow has opened serve recover when the flow has crashed', async () => {
    const shop = ({ sandbox: { url, vaultUrl }, sandbox }: Run) => clientOf(sandbox, { fetch, url, vaultUrl })
    const report = await explore({
      kinds: ['crash-before', 'crash-after'],
      timeoutMs: 2000,
      flow: async (run) => {
        await run.sandbox.listen({ port: 0, vaultPort: 0 })
        return pay(shop(run), 'A-1')
      },
      recover: (run) => pay(shop(run), 'A-1'),
    })
    expect(notHeld(report)).toEqual([])
  })

  test('that repeats a charge without a key charges twice', async () => {
    const report = await explore({
      once: 'metadata.order',
      kinds: ['answer-lost'],
      flow: async ({ sandbox }) => {
        const { url, vaultUrl } = await sandbox.listen({ port: 0, vaultPort: 0 })
        return payAgain(clientOf(sandbox, { fetch, url, vaultUrl, tries: 1 }))
      },
    })
    expect(rules(report)).toEqual(['POST /charges #1: answer-lost: double-charge'])
  })
})

describe('an intercepted flow', () => {
  const hosts = { url: 'https://api.omise.co', vaultUrl: 'https://vault.omise.co' }
  const agent = new https.Agent({ keepAlive: true })
  afterAll(() => agent.destroy())
  const overNode =
    (options: https.RequestOptions): typeof fetch =>
    async (input, { method, headers, body } = {}) => {
      const send = viaNode(https.request, options)
      const sent = {
        method: method as 'POST',
        headers: {
          ...(headers as Record<string, string>),
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: String(body),
      }
      const got = await send(String(input), sent)
      return Response.json(got.body, { status: got.status ?? 500 })
    }

  test.each([
    ['global fetch', fetch as typeof fetch],
    ['node:https', overNode({})],
    ['node:https over connections that are kept', overNode({ agent })],
  ])('by %s is explored', async (_, via) => {
    const client = ({ sandbox }: Run, tries?: number) =>
      clientOf(sandbox, { fetch: via, ...hosts, ...(tries && { tries }) })
    const sandbox = { intercept: 'omise' } as const
    const keyless = await explore({
      sandbox,
      once: 'metadata.order',
      kinds: ['answer-lost'],
      flow: (run) => payAgain(client(run, 1)),
    })
    expect(rules(keyless)).toEqual(['POST /charges #1: answer-lost: double-charge'])
    const flow = (run: Run) => pay(client(run), 'A-1')
    const report = await explore({ sandbox, once: 'metadata.order', flow, recover: flow, timeoutMs: 2000 })
    expect(notHeld(report)).toEqual([])
  })

  test('by the published client is explored, and stops for good where it crashes', async () => {
    restoreNatives()
    const flow = async ({ sandbox }: Run) => {
      const client = require('omise')({ publicKey: sandbox.keys.public, secretKey: sandbox.keys.secret })
      const charge = async () => {
        const token = await client.tokens.create({
          card: { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 },
        })
        return client.charges.create({
          ...{ amount: 100_000, currency: 'thb', card: token.id, metadata: { order: 'A-1' } },
        })
      }
      return charge().catch(charge)
    }
    const report = await explore({
      sandbox: { intercept: 'omise' },
      once: 'metadata.order',
      timeoutMs: 2000,
      flow,
      recover: async (run) => {
        if (run.sandbox.charges.count() === 0) await flow(run)
      },
    })
    expect(report.calls).toEqual(['POST /tokens #1', 'POST /charges #1'])
    expect(rules(report)).toEqual(['POST /charges #1: answer-lost: double-charge'])
    expect(outcomes(report)['POST /charges #1: crash-before']).toBe('held')
  })

  test('cannot run where another sandbox has its hosts, and the error says in which test it can', async () => {
    const interception = intercept(createSandbox(), 'omise')
    const exploration = explore({
      sandbox: { intercept: 'omise' },
      flow: ({ sandbox }) => pay(clientOf(sandbox)),
    })
    await expect(exploration).rejects.toMatchObject({
      code: 'already_intercepted',
      message: expect.stringMatching(
        /intercepted already: explore in a test without intercept, such as `test` of/,
      ),
    })
    interception.stop()
  })

  test('reaches the sandbox no more when the exploration is over', async () => {
    const before = globalThis.fetch
    await explore({ sandbox: { intercept: 'omise' }, flow: ({ sandbox }) => pay(clientOf(sandbox)) })
    expect(globalThis.fetch).toBe(before)
  })
})
