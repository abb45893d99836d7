import { describe, expect } from 'vitest'
import { createSandbox, type Hosts, type ListenOptions, type Sandbox } from '../../src/index'
import { makeClient } from '../support/client'
import { makeSandbox, test } from '../support/set-up'

const overSockets = ({ url, vaultUrl, keys }: Sandbox) => makeClient({ fetch, url, vaultUrl, keys })
const portOf = (url: string): number => Number(new URL(url).port)

describe('listen', () => {
  test('starts two servers on free ports; links then begin with their addresses (contract 3)', async () => {
    const sandbox = makeSandbox()
    const listening = await sandbox.listen({ port: 0 })
    expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(portOf(listening.vaultUrl)).not.toBe(portOf(listening.url))
    expect(listening.dashboardUrl).toBe(`${listening.url}/_sandbox/`)
    expect([sandbox.url, sandbox.vaultUrl]).toEqual([listening.url, listening.vaultUrl])
    const charge = await overSockets(sandbox).charge({ authentication: '3DS' })
    expect(charge.authorize_uri).toMatch(new RegExp(`^${listening.url}/payments/`))
    const page = await fetch(charge.authorize_uri ?? '')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(charge.id)
    const body = new URLSearchParams({ result: 'success' })
    expect((await fetch(charge.authorize_uri ?? '', { method: 'POST', body })).status).toBe(200)
    expect(sandbox.charges.get(charge.id)?.paid).toBe(true)
  })

  test('given base URLs stay, because they are the address of a proxy', async () => {
    const urls = { baseUrl: 'https://pay.example', vaultUrl: 'https://vault.example' }
    const sandbox = makeSandbox(urls)
    const listening = await sandbox.listen({ port: 0 })
    expect([sandbox.url, sandbox.vaultUrl]).toEqual([urls.baseUrl, urls.vaultUrl])
    const client = makeClient({ fetch, ...listening, keys: sandbox.keys })
    const { authorize_uri } = await client.charge({ authentication: '3DS' })
    expect(authorize_uri).toMatch(/^https:\/\/pay\.example\//)
  })

  test('fetch still works without sockets, for the addresses of the servers and the default ones', async () => {
    const sandbox = makeSandbox()
    const before = { url: sandbox.url, vaultUrl: sandbox.vaultUrl }
    await sandbox.listen({ port: 0 })
    await makeClient(sandbox).charge()
    await makeClient({ ...before, fetch: sandbox.fetch, keys: sandbox.keys }).charge()
    expect(sandbox.charges.count()).toBe(2)
  })

  test('several servers in front of one sandbox see the same records', async ({ sandbox }) => {
    const first = await sandbox.listen({ port: 0 })
    await sandbox.listen({ port: 0 })
    await overSockets(sandbox).charge()
    const client = makeClient({ fetch, ...first, keys: sandbox.keys })
    expect((await client.get('/charges')).body.total).toBe(1)
  })

  test('a port in use is an error, and the API server stops when the vault gets no port', async () => {
    const taken = portOf((await makeSandbox().listen({ port: 0 })).url)
    const sandbox = makeSandbox()
    for (const [path, options] of [
      ['port', { port: taken }],
      ['vaultPort', { port: 0, vaultPort: taken }],
    ] as const)
      await expect(sandbox.listen(options)).rejects.toMatchObject({
        name: 'SandboxError',
        code: 'port_taken',
        message: expect.stringContaining(`port ${taken} of 127.0.0.1 is taken`),
        issues: [{ path }],
      })
    expect(sandbox.url).toBe('https://api.payment-sandbox.test')
  })

  test('listening on an address of another machine is an error', async () => {
    const answer = makeSandbox().listen({ port: 0, host: '192.0.2.1' })
    await expect(answer).rejects.toMatchObject({ name: 'SandboxError', code: 'cannot_listen' })
  })

  const wrong: [options: Record<string, unknown>, message: RegExp][] = [
    [{ port: -1 }, /^port: /],
    [{ port: 65_536 }, /^port: /],
    [{ port: 1.5 }, /^port: /],
    [{ port: '4111' }, /^port: /],
    [{ vaultPort: 70_000 }, /^vaultPort: /],
    [{ host: '' }, /^host: /],
    [{ prot: 1 }, /^prot: is not an option; did you mean port\?$/],
    [{ freeze: true }, /^freeze: is an option of createSandbox\(\)$/],
  ]
  test.each(wrong)('%j is refused', async (options, message) => {
    await expect(makeSandbox().listen(options as ListenOptions)).rejects.toMatchObject({
      name: 'SandboxError',
      code: 'invalid_option',
      message: expect.stringMatching(message),
    })
  })
})

describe('close', () => {
  test('of the servers stops listening, but the sandbox stays open', async ({ sandbox }) => {
    const { url, vaultUrl, close } = await sandbox.listen({ port: 0 })
    await overSockets(sandbox).charge()
    await close()
    await close()
    for (const address of [url, vaultUrl]) await expect(fetch(address)).rejects.toThrow()
    expect((await makeClient(sandbox).get('/charges')).body.total).toBe(1)
  })

  test('of the sandbox closes its servers, and their ports are free again', async () => {
    const sandbox = createSandbox()
    const { url } = await sandbox.listen({ port: 0 })
    await overSockets(sandbox).charge()
    await sandbox.close()
    await expect(fetch(url)).rejects.toThrow()
    const next = makeSandbox()
    const again = await next.listen({ port: portOf(url), vaultPort: 0 })
    expect(again.url).toBe(url)
  })

  test('first answers the requests in flight', async () => {
    const sandbox = createSandbox()
    await sandbox.listen({ port: 0 })
    const client = overSockets(sandbox)
    const answers = Array.from({ length: 10 }, () => client.get('/charges'))
    await answers[0]
    await sandbox.close()
    for (const one of await Promise.allSettled(answers))
      if (one.status === 'fulfilled') expect(one.value.status).toBe(200)
  })
})

// Contract 9.1: a sandbox answers for its own hosts and those that were named, and for no other.

/** The server that answers a URL: a public key is for the vault alone. */
const serverAt = async ({ fetch, authorization }: Sandbox, origin: string): Promise<string> => {
  const headers = { authorization: authorization.secret }
  const { object } = await (await fetch(`${origin}/account`, { headers })).json()
  return object === 'account' ? 'api' : 'vault'
}

const several: Hosts = {
  api: ['api.example.com', 'localhost:8080'],
  vault: ['Vault.Example.com', 'localhost:8081'],
}

describe('sandbox.fetch answers', () => {
  test.each<[origin: string, server: string, hosts?: Hosts]>([
    ['https://api.payment-sandbox.test', 'api'],
    ['https://vault.payment-sandbox.test', 'vault'],
    ['http://localhost', 'api'],
    ['', 'api'],
    ['http://localhost:3000', 'api'],
    ['https://127.0.0.1:4112', 'api'],
    ['http://[::1]:9', 'api'],
    ['https://api.omise.co', 'api', 'omise'],
    ['http://vault.omise.co:8080', 'vault', 'omise'],
    ['https://cdn.omise.co', 'vault', 'omise'],
    ['https://API.example.com.', 'api', several],
    ['https://vault.example.com', 'vault', several],
    ['http://localhost:8080', 'api', several],
    ['http://localhost:8081', 'vault', several],
    ['http://localhost:8082', 'api', several],
    ['https://vault.example.com', 'vault', { vault: 'vault.example.com:443' }],
    ['https://api.payment-sandbox.test', 'api', 'omise'],
  ])('%s as the %s, with hosts %j', async (origin, server, hosts) => {
    expect(await serverAt(makeSandbox({ hosts }), origin)).toBe(server)
  })

  test('its own addresses: those it was given, and those where it listens', async () => {
    const vault = 'https://pay.example.com/vault'
    const sandbox = makeSandbox({ baseUrl: 'https://Pay.example.com/api', vaultUrl: vault })
    expect(await serverAt(sandbox, 'https://pay.example.com')).toBe('api')
    expect(await serverAt(sandbox, sandbox.vaultUrl)).toBe('vault')
    const headers = { authorization: sandbox.authorization.secret }
    for (const address of [
      `${sandbox.url}/account`,
      `${sandbox.url}/_sandbox/health`,
      `${sandbox.vaultUrl}/`,
    ])
      expect((await sandbox.fetch(address, { headers })).ok).toBe(true)
    const { vaultUrl } = await sandbox.listen({ port: 0 })
    expect(await serverAt(sandbox, vaultUrl)).toBe('vault')
  })
})

test.each<[address: string, host: string, hosts?: Hosts]>([
  ['https://api.github.com/repos', 'api.github.com'],
  ['https://api.omise.co/charges', 'api.omise.co'],
  ['https://api.omise.co.example.com/charges', 'api.omise.co.example.com', 'omise'],
  ['https://api.example.com:8443/charges', 'api.example.com:8443', { api: 'api.example.com:443' }],
])('sandbox.fetch rejects %s and names the host and the way out', async (address, host, hosts) => {
  const sandbox = makeSandbox({ hosts })
  const refusal = sandbox.fetch(address)
  await expect(refusal).rejects.toMatchObject({ name: 'SandboxError', code: 'unknown_host' })
  await expect(refusal).rejects.toThrow(
    `sandbox.fetch does not answer for ${host}, only for api.payment-sandbox.test, vault.payment-sandbox.test and localhost: ` +
      `call sandbox.url or sandbox.vaultUrl, or name the host with createSandbox({ hosts: { api: '${host}' } })`,
  )
  expect(sandbox.requests.count()).toBe(0)
})

test.each<[host: string, hosts: Hosts | undefined, option: string]>([
  ['vault.example.com', undefined, "{ vault: 'vault.example.com' }"],
  ['vault.example.com', { api: 'api.example.com' }, "{ api: 'api.example.com', vault: 'vault.example.com' }"],
  [
    'vault.example.com:8443',
    { api: ['a.example.com', 'b.example.com'], vault: 'v.example.com' },
    "{ api: ['a.example.com', 'b.example.com'], vault: 'vault.example.com:8443' }",
  ],
])('sandbox.fetch advises for %s, beside hosts %o, the name of a vault', async (host, hosts, option) => {
  await expect(makeSandbox({ hosts }).fetch(`https://${host}/tokens`)).rejects.toThrow(
    `or name the host with createSandbox({ hosts: ${option} });`,
  )
})

test.each<[hosts: object | string, message: string]>([
  ['stripe', 'hosts: must be hosts such as api=api.example.com,vault=vault.example.com, or omise'],
  [{}, 'hosts: must be hosts such as'],
  [{ apis: 'api.example.com' }, 'hosts.apis: must be hosts such as'],
  [{ api: [] }, 'hosts: must be hosts such as'],
  [{ api: 'https://api.example.com' }, 'hosts.api: must be a host such as api.example.com, without https://'],
  [{ api: 'api.example.com', vault: ['a.test', 'b.test/x'] }, 'hosts.vault.1: must be a host'],
  [{ api: 'a.test', vault: 'A.test' }, 'hosts.vault: must not be a.test too: it is the host of the API'],
])('hosts %j are refused', (hosts, message) => {
  expect(() => makeSandbox({ hosts: hosts as Hosts })).toThrow(message)
})
