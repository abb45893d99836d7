/**
 * A web page can let a name of its own lead to this machine (DNS rebinding): under another host than its own, neither
 * server answers (contract 5, row `Host`). The control plane's own rules are in control/guard.test.ts.
 */

import { describe, expect } from 'vitest'
import type { ListenOptions, Sandbox, SandboxOptions } from '../../../src/index'
import { spoken } from '../../support/raw-socket'
import { makeSandbox, test } from '../../support/set-up'
import { keepAlive } from '../../support/socket'

type Server = 'api' | 'vault'

const ask = async (sandbox: Sandbox, server: Server, host: string, path: string, method = 'GET') => {
  const url = server === 'api' ? sandbox.url : sandbox.vaultUrl
  const { authorization } = sandbox
  return keepAlive()(`${url}${path}`, {
    method,
    headers: { host, authorization: server === 'api' ? authorization.secret : authorization.public },
    body: method === 'POST' ? '{"email":"a@example.com"}' : '',
  })
}

const calls: readonly (readonly [server: Server, method: string, path: string])[] = [
  ['api', 'GET', '/charges'],
  ['api', 'POST', '/customers'],
  ['api', 'PATCH', '/account'],
  ['api', 'POST', '/webhooks/secrets'],
  ['api', 'GET', '/'],
  ['api', 'GET', '/nothing'],
  ['api', 'GET', '/pay/nothing'],
  ['api', 'OPTIONS', '/sources'],
  ['api', 'GET', '/_sandbox/health'],
  ['api', 'GET', '/_sandbox/../account'],
  ['api', 'HEAD', '/account'],
  ['vault', 'POST', '/tokens'],
  ['vault', 'GET', '/tokens/tokn_test_1'],
  ['vault', 'OPTIONS', '/tokens'],
]

const foreignHosts = [
  'evil.example',
  'evil.example:4111',
  'localhost.evil.example',
  '203.0.113.5',
  '[2001:db8::5]:4111',
]

describe('a request for another host', () => {
  test.for(calls)(
    '%s %s %s is refused with 403 and the way out, and changes nothing',
    async ([server, method, path], { sandbox }) => {
      await sandbox.listen({ port: 0 })
      const before = JSON.stringify(sandbox)
      for (const host of foreignHosts) {
        const { status, text, headers } = await ask(sandbox, server, host, path, method)
        expect(status, host).toBe(403)
        expect(headers.get('access-control-allow-origin')).toBeNull()
        if (method === 'HEAD') continue
        expect(text).toContain(`--allow-host ${host.replace(/:4111$/, '')} `)
        if (!path.startsWith('/_sandbox'))
          expect(JSON.parse(text)).toMatchObject({ object: 'error', code: 'not_authorized' })
      }
      expect(JSON.stringify(sandbox)).toBe(before)
      expect(sandbox.requests.count()).toBe(0)
    },
  )

  test('is not let in by what a proxy may say of it', async ({ sandbox }) => {
    await sandbox.listen({ port: 0 })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' }
    expect((await keepAlive()(`${sandbox.url}/`, { headers })).status).toBe(403)
  })
})

describe('both servers answer', () => {
  interface Name {
    readonly name: string
    readonly host: string
    readonly options?: ListenOptions
    readonly own?: SandboxOptions
  }
  const names: readonly Name[] = [
    { name: 'the address that they listen on', host: '127.0.0.1:4111' },
    { name: 'localhost, whatever the port', host: 'localhost:8080' },
    { name: 'a name below localhost', host: 'api.localhost' },
    { name: 'the loopback of IPv6', host: '[0:0:0:0:0:0:0:1]' },
    { name: 'a name of --allow-host', host: 'sandbox:4111', options: { allowHosts: ['other', 'Sandbox'] } },
    { name: 'an address of --allow-host', host: '[fd00::1]:4111', options: { allowHosts: ['fd00:0::1'] } },
    { name: '--base-url', host: 'pay.example.com', own: { baseUrl: 'https://Pay.example.com:8443/' } },
    { name: '--vault-url', host: 'vault.example.com', own: { vaultUrl: 'https://vault.example.com' } },
    { name: '--proxy-host', host: 'api.example.com', options: { proxyHost: 'api=api.example.com' } },
  ]
  test.each(names)('requests for the host of $name', async ({ host, options, own }) => {
    const sandbox = makeSandbox(own)
    const { url, vaultUrl } = await sandbox.listen({ port: 0, ...options })
    const headers = { host }
    expect((await keepAlive()(`${url}/`, { headers })).status).toBe(200)
    expect((await keepAlive()(`${vaultUrl}/favicon.ico`, { headers })).status).not.toBe(403)
  })

  test('a control plane under a name of --allow-host, not under one of --proxy-host', async ({ sandbox }) => {
    const { url } = await sandbox.listen({
      port: 0,
      allowHosts: ['sandbox'],
      proxyHost: 'api=api.example.com',
    })
    const status = async (host: string) =>
      (await keepAlive()(`${url}/_sandbox/health`, { headers: { host } })).status
    expect([await status('sandbox:4111'), await status('api.example.com')]).toEqual([200, 403])
  })
})

describe('written by hand', () => {
  const own = 'localhost:<port>'
  const plain = 'GET / HTTP/1.1'
  const elsewhere = 'host: evil.example'
  const upgrade = ['connection: upgrade', 'upgrade: websocket']
  const theirs = 'GET http://evil.example:<port>/ HTTP/1.1'
  const rows: readonly (readonly [status: number, name: string, lines: readonly string[]])[] = [
    [200, 'the whole address of this server', [`GET http://${own}/ HTTP/1.1`, `host: ${own}`]],
    [200, 'the whole address in other letters', [`GET HTTP://LOCALHOST:<port>/ HTTP/1.1`, `host: ${own}`]],
    [200, 'no host, before HTTP/1.1', ['GET / HTTP/1.0']],
    [200, 'an upgrade that the server ignores', [plain, `host: ${own}`, ...upgrade]],
    [400, 'no host', [plain]],
    [400, 'two hosts', [plain, `host: ${own}`, elsewhere]],
    [400, 'an address and another name of it', [`GET http://${own}/ HTTP/1.1`, 'host: 127.0.0.1:<port>']],
    [403, 'an empty host', [plain, 'host:']],
    [403, 'our whole address, for another host', [`GET http://${own}/ HTTP/1.1`, elsewhere]],
    [421, 'the whole address of another host, as ours', [theirs, `host: ${own}`]],
    [421, 'the whole address of another host', [theirs, `${elsewhere}:<port>`]],
    [421, 'an address of another protocol', [`GET ftp://${own}/ HTTP/1.1`, `host: ${own}`]],
    [400, 'an address of no kind', ['GET localhost HTTP/1.1', `host: ${own}`]],
    [403, 'an upgrade for another host', [plain, elsewhere, ...upgrade]],
    [403, 'OPTIONS of a server as a whole, for another host', ['OPTIONS * HTTP/1.1', elsewhere]],
  ]
  test.for(rows)('%i for %s', async ([status, _, lines], { sandbox }) => {
    const { url } = await sandbox.listen({ port: 0 })
    const { port } = new URL(url)
    const text = [...lines, 'connection: close', '', ''].join('\r\n').replaceAll('<port>', port)
    expect(await spoken(port, text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})
