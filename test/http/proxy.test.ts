/** Clients with an http_proxy name the host they mean: `GET http://api.example.com/charges`. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../../src/index'
import { makeSandbox } from '../support/sandbox'

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
    [
      'another port of a host that was named with one',
      'http://api.example.com:8443/charges',
      'api=api.example.com:8080',
    ],
  ])('refuses %s with 421 and the way out', async (_, target, hosts) => {
    const sandbox = await behind(hosts)
    const { status, body } = await viaProxy(sandbox, target)
    expect(status).toBe(421)
    expect(body).toMatchObject({ object: 'error', code: 'bad_request' })
    expect(body.message).toContain('--proxy-host api=<host>,vault=<host>')
  })

  test('the control plane does not answer under a proxied host', async () => {
    const sandbox = await behind()
    const { status } = await viaProxy(sandbox, 'http://api.example.com/_sandbox/reset', { method: 'POST' })
    expect(status).toBe(403)
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

/** What a server answers to such text; the connection is over then. */
const spoken = async (sandbox: Sandbox, lines: readonly string[]): Promise<string> => {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(lines.map((line) => `${line}\r\n`).join(''))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

test('a tunnel, as https_proxy wants one, is refused with the way out', async () => {
  const sandbox = await behind()
  const answer = await spoken(sandbox, [
    'CONNECT api.example.com:443 HTTP/1.1',
    'host: api.example.com:443',
    '',
  ])
  expect(answer).toMatch(/^HTTP\/1\.1 405 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    object: 'error',
    code: 'bad_request',
    message: expect.stringContaining(
      'no tunnel to api.example.com is opened here: let the client call http://api.example.com',
    ),
  })
})

test.each([
  ['the same twice', 'localhost', 'localhost'],
  ['two different ones', 'localhost', 'evil.example'],
])('two Host headers are 400 and end the connection: %s', async (_, one, other) => {
  const sandbox = await behind()
  for (const path of ['/charges', '/_sandbox/health']) {
    const answer = await spoken(sandbox, [
      `GET ${path} HTTP/1.1`,
      `Host: ${one}`,
      'Accept: */*',
      `hOST: ${other}`,
      '',
    ])
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"the request has two Host headers: send one"/)
  }
  expect(sandbox.requests.count()).toBe(0)
})

test.each([
  [{ api: 'api.example.com/charges' }, 'proxyHost.api: must be a host such as api.example.com'],
  [
    'api=api.example.com,vault',
    'proxyHost: must be hosts such as api=api.example.com,vault=vault.example.com',
  ],
  ['shop=api.example.com', 'proxyHost: must be hosts such as'],
  ['api=api.example.com/', 'proxyHost: must be hosts such as'],
  ['', 'proxyHost: must be hosts such as'],
])('proxyHost %j is refused', async (proxyHost, message) => {
  await expect(makeSandbox().listen({ port: 0, proxyHost })).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining(message),
  })
})
