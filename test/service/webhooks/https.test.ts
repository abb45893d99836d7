/** Contract 23: receivers by https. Each failure of TLS is a sentence with the way out; proxies of the environment are used. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import { connect, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { createAuthority, selfSigned } from '../../../src/node/authority'
import { makeClient } from '../../support/client'
import { portOf } from '../../support/server'
import { makeSandbox } from '../../support/set-up'

type Pair = { readonly cert: string; readonly key: string }

const proxyNames = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
  name,
  name.toLowerCase(),
])

beforeAll(() => {
  for (const name of proxyNames) vi.stubEnv(name, '')
  return () => vi.unstubAllEnvs()
})
afterEach(() => {
  for (const name of proxyNames) vi.stubEnv(name, '')
})

const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  incoming.resume()
  outgoing.writeHead(204).end()
}

const httpsPort = (pair: Pair) => portOf(createHttps(pair, answer))

/** What came of the one delivery to this address. */
const deliver = async (webhook: string, options: SandboxOptions = {}, listens = true) => {
  const sandbox = makeSandbox({ webhook, webhooks: { retry: false }, ...options })
  if (listens) await sandbox.listen({ port: 0 })
  await makeClient(sandbox).customer()
  await sandbox.webhooks.settle()
  const [delivery] = sandbox.webhooks.deliveries()
  return { status: delivery?.status, error: delivery?.error }
}

/** A certificate of these dates, for localhost. */
const dated = async (from: string, to: string): Promise<Pair> => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(from),
    notAfter: new Date(to),
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  })
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { cert: cert.toString('pem'), key }
}

describe('a receiver by https', () => {
  test('is trusted by its certificate or that of its authority, as a file and as text, with and without a server', async () => {
    const authority = await createAuthority()
    const own = await selfSigned(['localhost'])
    const folder = mkdtempSync(join(tmpdir(), 'webhook-ca-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [pair, ca] of [
      [own, own.cert],
      [await authority.issue(['localhost']), authority.cert],
    ] as const) {
      const file = join(folder, 'ca.pem')
      writeFileSync(file, `A bundle of two\n${own.cert}\n${ca}`)
      const address = `https://localhost:${await httpsPort(pair)}/`
      for (const options of [{ webhooks: { ca } }, { webhooks: { ca: file } }, { webhookCa: file }])
        for (const listens of [true, false])
          expect(await deliver(address, options, listens)).toEqual({ status: 204, error: null })
    }
  })

  const wayOut = /--webhook-ca <file> \(webhooks\.ca in code\)/
  const own = () => selfSigned(['localhost'])
  const ofShop = () => selfSigned(['shop.test', 'www.shop.test'])
  const past = () => dated('2020-01-01', '2021-01-01')
  const future = () => dated('2090-01-01', '2091-01-01')
  const unknown = async () => (await createAuthority()).issue(['localhost'])
  const wanting = (pair: Pair) => createHttps({ ...pair, ca: pair.cert, requestCert: true }, answer)
  const secure = (pair: Pair) => createHttps(pair, answer)
  const notTrusted = (why: string) => new RegExp(`^certificate not trusted: ${why}`)

  const otherName = [
    /it is for shop\.test, www\.shop\.test, not for localhost/,
    /call the receiver by a name/,
  ]

  /** The server has the certificate of its row; `trusted` is one that the option has as its authority. */
  const failures: [
    name: string,
    certificate: () => Promise<Pair>,
    serve: (pair: Pair) => NetServer,
    trusted: boolean,
    words: readonly RegExp[],
  ][] = [
    ['with a certificate of its own', own, secure, false, [notTrusted('it is self-signed'), wayOut]],
    [
      'with a certificate of an unknown authority',
      unknown,
      secure,
      false,
      [notTrusted('its authority is unknown'), wayOut],
    ],
    ['with the certificate of another name', ofShop, secure, true, otherName],
    ['with a certificate that has expired', past, secure, true, [notTrusted('it has expired; renew')]],
    [
      'with a certificate of the future',
      future,
      secure,
      true,
      [notTrusted('it is not valid yet; look at its dates')],
    ],
    [
      'at a port of plain http',
      own,
      () => createServer(answer),
      false,
      [/does not speak https at this port: use http:\/\//],
    ],
    [
      'that speaks HTTP/2 only',
      own,
      createSecureServer,
      true,
      [/speaks HTTP\/2 only: let it answer HTTP\/1\.1/],
    ],
    ['that wants a certificate of its client', own, wanting, true, [/wants a certificate of its client/]],
  ]
  test.each(failures)(
    '%s: the delivery says why, and the way out',
    async (_, certificate, serve, trusted, words) => {
      const pair = await certificate()
      const address = `https://localhost:${await portOf(serve(pair))}/`
      const { status, error } = await deliver(
        address,
        trusted ? { webhooks: { retry: false, ca: pair.cert } } : {},
      )
      expect(status).toBeNull()
      for (const word of words) expect(error).toMatch(word)
      expect(error).not.toMatch(/\n|:SSL routines:/)
    },
  )

  test.each([
    [{ webhooks: { ca: './none.pem' } }, /^webhooks\.ca: \.\/none\.pem cannot be read: no such file/],
    [{ webhookCa: 'package.json' }, /^webhookCa: package\.json has no certificate in PEM/],
    [
      { webhooks: { ca: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' } },
      /^webhooks\.ca: its text has a certificate that cannot be read/,
    ],
  ])('the option %j is refused at the start', (options, message) => {
    expect(() => makeSandbox(options)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) }),
    )
  })
})

/** A proxy that connects each name to the receiver of the test, and notes what was asked of it. */
const openProxy = async (receiver: number) => {
  const asked: string[] = []
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url} ${incoming.headers.host}`)
    answer(incoming, outgoing)
  })
  server.on('connect', ({ url }, client) => {
    asked.push(`CONNECT ${url}`)
    const socket = connect(receiver, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      client.pipe(socket).pipe(client)
    })
    for (const one of [socket, client]) one.on('error', () => one.destroy())
  })
  return { url: `http://127.0.0.1:${await portOf(server)}`, asked }
}

describe('a proxy of the environment', () => {
  const setUp = async () => {
    const pair = await selfSigned(['shop.test'])
    const proxy = await openProxy(await httpsPort(pair))
    const options = { webhooks: { retry: false as const, ca: pair.cert } }
    return { proxy, options }
  }

  test('takes deliveries over http with the whole address, and opens tunnels for https', async () => {
    const { proxy, options } = await setUp()
    vi.stubEnv('HTTP_PROXY', proxy.url)
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    for (const address of ['http://shop.test:8080/hooks?a=1', 'https://shop.test/hooks'])
      expect(await deliver(address, options)).toEqual({ status: 204, error: null })
    expect(proxy.asked).toEqual([
      'POST http://shop.test:8080/hooks?a=1 shop.test:8080',
      'CONNECT shop.test:443',
    ])
  })

  test('shows the certificate of the receiver, which must be trusted', async () => {
    const { proxy } = await setUp()
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    const { error } = await deliver('https://shop.test/hooks')
    expect(error).toMatch(/^certificate not trusted: it is self-signed/)
  })

  test('takes no deliveries to loopback, and none to a name of NO_PROXY', async () => {
    const { proxy, options } = await setUp()
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) vi.stubEnv(name, proxy.url)
    vi.stubEnv('NO_PROXY', 'other.test,.invalid')
    const port = await portOf(createServer(answer))
    for (const host of ['127.0.0.1', 'localhost'])
      expect((await deliver(`http://${host}:${port}/`, options)).status).toBe(204)
    expect((await deliver('http://shop.invalid/', options)).error).toBe('host not found')
    expect(proxy.asked).toEqual([])
  })

  test('that does not let a delivery through is named', async () => {
    const server = createServer()
    server.on('connect', (_, client) => client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
    const port = await portOf(server)
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${port}`)
    const { error } = await deliver('https://shop.test/hooks')
    expect(error).toBe(`the proxy 127.0.0.1:${port} answered 407`)
  })

  test('that is silent ends a delivery at its own timeout', async () => {
    const server = createServer()
    server.on('connect', (_, client) => onTestFinished(() => void client.destroy()))
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${await portOf(server)}`)
    const { error } = await deliver('https://shop.test/hooks', { webhooks: { retry: false, timeoutMs: 50 } })
    expect(error).toBe('timeout')
  })
})
