/** What only shows on real sockets: bodies with GET, large bodies, one connection for many requests. */
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { makeSandbox } from '../../support/set-up'
import { type Ask, keepAlive, type SocketRequest } from '../../support/socket'

interface Talk {
  readonly sandbox: Sandbox
  readonly ask: (path: string, asking?: SocketRequest) => ReturnType<Ask>
  readonly vault: (path: string, asking?: SocketRequest) => ReturnType<Ask>
}

const listening = async (): Promise<Talk> => {
  const sandbox = makeSandbox()
  await sandbox.listen({ port: 0 })
  const send = keepAlive()
  const to =
    (url: string, authorization: string) =>
    (path: string, asking: SocketRequest = {}) =>
      send(`${url}${path}`, { ...asking, headers: { authorization, ...asking.headers } })
  return {
    sandbox,
    ask: to(sandbox.url, sandbox.authorization.secret),
    vault: to(sandbox.vaultUrl, sandbox.authorization.public),
  }
}

const json = { 'content-type': 'application/json' }
const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }

describe('200', () => {
  test('a connection is kept for 65 seconds, which a busy machine does not sleep through', async () => {
    const { ask, vault } = await listening()
    for (const { headers } of [await ask('/balance'), await vault('/tokens')])
      expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  test('the two servers make a charge as in one process', async () => {
    const { ask, vault, sandbox } = await listening()
    const token = await vault('/tokens', { method: 'POST', headers: json, body: JSON.stringify({ card }) })
    const params = { amount: 10_000, currency: 'thb', card: JSON.parse(token.text).id }
    const answer = await ask('/charges', { method: 'POST', headers: json, body: JSON.stringify(params) })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toEqual(sandbox.charges.last())
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text))
  })

  test.each(['plain', 'café', 'ร้านกาแฟ', '☕ a pair of halves: \u{1F680}', 'ส้ม🍊'.repeat(20)])(
    'text arrives letter by letter, and its length is counted in bytes: %s',
    async (description) => {
      const { ask } = await listening()
      const body = JSON.stringify({ description })
      for (const chunked of [false, true]) {
        const answer = await ask('/customers', { method: 'POST', headers: json, body, chunked })
        expect(JSON.parse(answer.text)).toMatchObject({ description })
        expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text))
      }
    },
  )

  const bodies: [name: string, body: string][] = [
    [
      'as go does',
      JSON.stringify({ limit: 1, offset: 1, order: 'chronological', from: '2020-01-01T00:00:00.1Z' }),
    ],
    ['as python does', JSON.stringify({ limit: 1, offset: 1, order: 'chronological', from: null, to: null })],
  ]
  test.each(bodies)('a GET may carry its parameters as JSON, %s (contract 5.2)', async (_, body) => {
    const { ask } = await listening()
    for (const description of ['first', 'second', 'third'])
      await ask('/customers', { method: 'POST', headers: json, body: JSON.stringify({ description }) })
    for (const chunked of [false, true]) {
      const answer = await ask('/customers', { headers: json, body, chunked })
      expect(JSON.parse(answer.text)).toMatchObject({ total: 3, limit: 1, data: [{ description: 'second' }] })
    }
  })

  test('GET and DELETE may carry {}, or a type without a body', async () => {
    const { ask, sandbox } = await listening()
    await ask('/customers', { method: 'POST' })
    const path = `/customers/${sandbox.customers.last()?.id}`
    expect((await ask(path, { headers: json, body: '{}' })).status).toBe(200)
    expect((await ask(path, { headers: json })).status).toBe(200)
    expect((await ask(path, { method: 'DELETE', headers: json, body: '{}' })).status).toBe(200)
  })

  test('the first character of a body without a content type decides its type', async () => {
    const { ask, sandbox } = await listening()
    for (const body of ['description=x', '{"description":"x"}', ' {"description":"x"}'])
      await ask('/customers', { method: 'POST', body })
    expect(sandbox.customers.list().map(({ description }) => description)).toEqual(['x', 'x', 'x'])
  })

  test('one connection serves many requests, refused ones too', async () => {
    const { ask } = await listening()
    const ports = new Set<number>()
    for (const asking of [
      {},
      { headers: { authorization: '' } },
      { method: 'POST', headers: json, body: '{' },
    ])
      for (const path of ['/charges', '/nothing']) ports.add((await ask(path, asking)).port)
    expect(ports.size).toBe(1)
  })

  test('the port decides the server, whatever Host a request claims', async () => {
    const { ask, sandbox } = await listening()
    const body = JSON.stringify({ card })
    const headers = {
      ...json,
      host: new URL(sandbox.vaultUrl).host,
      authorization: sandbox.authorization.public,
    }
    expect(JSON.parse((await ask('/tokens', { method: 'POST', headers, body })).text).code).toBe(
      'invalid_domain',
    )
  })
})

describe('413', () => {
  test.each([
    ['with its length said', false],
    ['in chunks', true],
  ])('a body of more than 1 MiB, %s; the connection stays usable (contract 5)', async (_, chunked) => {
    const { ask, sandbox } = await listening()
    const body = JSON.stringify({ description: 'x'.repeat(2 * 1024 * 1024) })
    const first = await ask('/charges')
    const answer = await ask('/customers', { method: 'POST', headers: json, body, chunked })
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text)).toMatchObject({
      object: 'error',
      code: 'bad_request',
      message: 'request body is too large (maximum is 1048576 bytes)',
    })
    const next = await ask('/customers', { method: 'POST', headers: json, body: '{"description":"small"}' })
    expect([next.status, next.port, answer.port]).toEqual([200, first.port, first.port])
    expect(sandbox.customers.count()).toBe(1)
  })

  const announced: [where: string, request: string, host: 'url' | 'vaultUrl'][] = [
    ['the API', 'POST /customers', 'url'],
    ['an upload', 'POST /disputes/dspt_test_none/documents', 'url'],
    ['the vault', 'POST /tokens', 'vaultUrl'],
    ['the control plane', 'PUT /_sandbox/state', 'url'],
  ]
  test.each(announced)(
    'to %s 600 MB are announced and little of it comes: the answer waits for no more',
    async (_, line, host) => {
      const { sandbox } = await listening()
      const { port } = new URL(sandbox[host])
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const { authorization } = sandbox
      const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      socket.write(
        `${line} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: ${host === 'url' ? authorization.secret : authorization.public}\r\n` +
          'content-type: multipart/form-data; boundary=b\r\ncontent-length: 629145600\r\n\r\n--b\r\nlittle',
      )
      expect(await answered).toMatch(/^HTTP\/1\.1 413 /)
    },
  )

  test('without a key it is a 401, and the connection stays usable as well', async () => {
    const { ask } = await listening()
    const body = 'x'.repeat(2 * 1024 * 1024)
    const answer = await ask('/customers', { method: 'POST', headers: { ...json, authorization: '' }, body })
    expect(answer.status).toBe(401)
    expect((await ask('/charges')).status).toBe(200)
  })
})
