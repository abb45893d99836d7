/** Contract 9.1: a sandbox answers for its own hosts and those that were named, and for no other. */
import { describe, expect, test } from 'vitest'
import type { Hosts, Sandbox } from '../../src/index'
import { makeSandbox } from '../support/set-up'

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
    const sandbox = makeSandbox({
      baseUrl: 'https://Pay.example.com/api',
      vaultUrl: 'https://pay.example.com/vault',
    })
    expect(await serverAt(sandbox, 'https://pay.example.com')).toBe('api')
    expect(await serverAt(sandbox, sandbox.vaultUrl)).toBe('vault')
    const { authorization } = sandbox
    for (const [url, path] of [
      [sandbox.url, '/account'],
      [sandbox.url, '/_sandbox/health'],
      [sandbox.vaultUrl, '/'],
    ])
      expect(
        (await sandbox.fetch(`${url}${path}`, { headers: { authorization: authorization.secret } })).ok,
      ).toBe(true)
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
