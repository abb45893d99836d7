/** Clients with an http_proxy name the host they mean: `GET http://api.example.com/charges`. */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { proxyFor } from '../../../src/node/serving-proxy'
import { spoken } from '../../support/raw-socket'
import { makeSandbox } from '../../support/set-up'

interface Answer {
  readonly status: number | undefined
  readonly body: { readonly object?: string; readonly code?: string; readonly message?: string }
}

/** What a client does that uses the API server as its proxy. */
const viaProxy = (
  sandbox: Sandbox,
  target: string,
  { method = 'GET', key = sandbox.authorization.secret, form = '' } = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url)
    const host = URL.canParse(target) ? new URL(target).host : 'localhost'
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      headers: { host, authorization: key, 'content-type': 'application/x-www-form-urlencoded' },
    })
    sent.once('error', reject)
    sent.once('response', async (incoming) => {
      const parts: Buffer[] = []
      for await (const part of incoming) parts.push(part)
      const text = Buffer.concat(parts).toString('utf8')
      resolve({ status: incoming.statusCode, body: text === '' ? {} : JSON.parse(text) })
    })
    sent.end(form)
  })

const proxyHost = 'api=api.example.com,vault=Vault.example.com'
const card = 'card[name]=A&card[number]=4242424242424242&card[expiration_month]=1&card[expiration_year]=2030'

const behind = async (hosts: string | null = proxyHost): Promise<Sandbox> => {
  const sandbox = makeSandbox()
  await sandbox.listen({ port: 0, proxyHost: hosts ?? undefined })
  return sandbox
}

describe('the API port as a proxy (contract 1)', () => {
  test('answers for the hosts that were named: a charge of a token, no address changed in the client', async () => {
    const sandbox = await behind()
    const token = await viaProxy(sandbox, 'http://vault.example.com/tokens', {
      method: 'POST',
      key: sandbox.authorization.public,
      form: card,
    })
    expect(token.body.object).toBe('token')
    const form = `amount=10000&currency=thb&card=${sandbox.tokens.last()?.id}`
    const charge = await viaProxy(sandbox, 'http://api.example.com/charges', { method: 'POST', form })
    expect(charge).toEqual({ status: 200, body: sandbox.charges.last() })
  })

  test.each([
    ['a host that nobody named', 'http://other.example.com/charges', proxyHost],
    ['any host, when none was named', 'http://api.example.com/charges', null],
    ['another port of a named host', 'http://api.example.com:8443/charges', 'api=api.example.com:8080'],
  ])('refuses %s with 421 and the way out', async (_, target, hosts) => {
    const sandbox = await behind(hosts)
    const { status, body } = await viaProxy(sandbox, target)
    expect(status).toBe(421)
    expect(body).toMatchObject({ object: 'error', code: 'bad_request' })
    expect(body.message).toContain('--proxy-host api=<host>,vault=<host>')
  })

  test('the control plane does not answer under a proxied host, and says where it does', async () => {
    const sandbox = await behind()
    const { status, body } = await viaProxy(sandbox, 'http://api.example.com/_sandbox/reset', {
      method: 'POST',
    })
    const message = `the control plane is not at api.example.com, only at ${sandbox.url}`
    expect({ status, body }).toMatchObject({ status: 403, body: { error: { message } } })
  })

  test('takes the whole address of the server itself as any server does', async () => {
    const sandbox = await behind()
    expect(await viaProxy(sandbox, `${sandbox.url}/account`)).toMatchObject({
      status: 200,
      body: { object: 'account' },
    })
  })

  test('HEAD goes to the named host as well', async () => {
    const sandbox = await behind()
    const { status } = await viaProxy(sandbox, 'http://api.example.com/account', { method: 'HEAD' })
    expect(status).toBe(200)
  })
})

/** What the server answers to these lines; the connection is over then. */
const say = (sandbox: Sandbox, lines: readonly string[]): Promise<string> =>
  spoken(new URL(sandbox.url).port, lines.map((line) => `${line}\r\n`).join(''))

describe('CONNECT, by which clients with an https_proxy ask for a connection (contract 9.3)', () => {
  const tunnel = (host: string): string[] => [`CONNECT ${host} HTTP/1.1`, `host: ${host}`, '']

  /** A connection through the proxy to this host, and the line that the proxy answered. */
  const connected = async (sandbox: Sandbox, host: string): Promise<{ socket: Socket; status: string }> => {
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(`${tunnel(host).join('\r\n')}\r\n`)
    const [answer] = await once(socket, 'data')
    return { socket, status: String(answer).split('\r\n')[0] ?? '' }
  }

  /** Asks a host by https through the proxy, trusting the authority that the control plane shows. */
  const askSecurely = async (sandbox: Sandbox, host: string, path: string): Promise<Answer> => {
    const own = await fetch(`${sandbox.url}/_sandbox/authority`)
    expect(own.headers.get('content-type')).toBe('application/x-pem-file')
    const { socket } = await connected(sandbox, `${host}:443`)
    const secured = connectTls({ socket, servername: host, ca: await own.text() })
    secured.write(
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${sandbox.authorization.secret}\r\nconnection: close\r\n\r\n`,
    )
    let text = ''
    for await (const chunk of secured) text += String(chunk)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
  }

  test('the named hosts are answered with a certificate of the authority under /_sandbox/authority', async () => {
    const sandbox = await behind()
    expect(await askSecurely(sandbox, 'api.example.com', '/account')).toMatchObject({
      status: 200,
      body: { object: 'account' },
    })
    expect(await askSecurely(sandbox, 'vault.example.com', '/account')).toMatchObject({ status: 404 })
    expect(await askSecurely(sandbox, 'api.example.com', '/_sandbox/health')).toMatchObject({ status: 403 })
  })

  test('their neighbours are refused by name, and other hosts are reached', async () => {
    const sandbox = await behind()
    const other = await behind()
    const refused = await connected(sandbox, 'cdn.example.com:443')
    expect(refused.status).toBe('HTTP/1.1 403 ERR_PAYMENT_SANDBOX_UNMAPPED_HOST cdn.example.com')
    const passed = await connected(sandbox, new URL(other.url).host)
    expect(passed.status).toBe('HTTP/1.1 200 Connection Established')
    passed.socket.write('GET /_sandbox/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    expect(String(await once(passed.socket, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a client on another machine reaches the named hosts only', () => {
    const { connect: handle } = proxyFor({ api: ['api.example.com'], vault: [] }, () => {
      throw new Error('not asked for')
    })
    for (const remoteAddress of ['192.168.1.7', '::ffff:192.168.1.7', undefined]) {
      const client = Object.assign(new PassThrough(), { remoteAddress })
      handle({ url: 'localhost:5432' } as IncomingMessage, client, Buffer.alloc(0))
      expect(String(client.read())).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*the hosts of --proxy-host only/s)
    }
  })

  test('without named hosts it is refused with the way out, and there is no authority', async () => {
    const sandbox = await behind(null)
    const answer = await say(sandbox, tunnel('api.example.com:443'))
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      object: 'error',
      code: 'bad_request',
      message: expect.stringMatching(
        /^no tunnel to api\.example\.com is opened here: start .* --proxy-host api=/,
      ),
    })
    expect((await fetch(`${sandbox.url}/_sandbox/authority`)).status).toBe(404)
  })
})

test.each([
  ['the same twice', 'localhost', 'localhost'],
  ['two different ones', 'localhost', 'evil.example'],
])('two Host headers are 400 and end the connection: %s', async (_, one, other) => {
  const sandbox = await behind()
  for (const path of ['/charges', '/_sandbox/health']) {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${one}`, 'Accept: */*', `hOST: ${other}`, '']
    const answer = await say(sandbox, lines)
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"the request has two Host headers: send one"/)
  }
  expect(sandbox.requests.count()).toBe(0)
})

test.each([
  [{ api: 'api.example.com/charges' }, 'proxyHost.api: must be a host such as api.example.com'],
  ['api=api.example.com,vault', 'proxyHost: must be hosts such as api=api.example.com,vault=vault.'],
  ['shop=api.example.com', 'proxyHost: must be hosts such as'],
  ['api=api.example.com/', 'proxyHost: must be hosts such as'],
  ['', 'proxyHost: must be hosts such as'],
])('proxyHost %j is refused', async (proxyHost, message) => {
  await expect(makeSandbox().listen({ port: 0, proxyHost })).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining(message),
  })
})
