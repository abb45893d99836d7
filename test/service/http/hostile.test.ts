/** What attackers, broken clients and broken networks send, byte by byte over a socket: refused, and nothing happened. */
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { RequestEntry } from '../../../src/service/http/backend'
import { spoken } from '../../support/raw-socket'
import { makeSandbox, stateOf } from '../../support/set-up'

interface Target {
  readonly port: number
  /** `Authorization: …` and what else an honest request to this server has. */
  readonly head: string
}

const listening = async () => {
  const sandbox = makeSandbox()
  const log: RequestEntry[] = []
  sandbox.onRequest((entry) => log.push(entry))
  const { url } = await sandbox.listen({ port: 0 })
  const port = Number(new URL(url).port)
  const head = `Host: 127.0.0.1:${port}\r\nAuthorization: ${sandbox.authorization.secret}\r\nConnection: close`
  return { sandbox, log, url, port, head }
}

const statusOf = (answer: string): number | null => {
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]
  return status === undefined ? null : Number(status)
}

const sent = (head: string, body: string, type = 'application/json'): string =>
  `POST /customers HTTP/1.1\r\n${head}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const form = 'application/x-www-form-urlencoded'
const deep = 20_000

type Bytes = (target: Target) => string
const get =
  (path: string, more = ''): Bytes =>
  ({ head }) =>
    `GET ${path} HTTP/1.1\r\n${head}${more}\r\n\r\n`
const post =
  (headers: string, body = ''): Bytes =>
  ({ head }) =>
    `POST /customers HTTP/1.1\r\n${head}\r\n${headers}\r\n\r\n${body}`
const body =
  (text: string, type?: string, more = ''): Bytes =>
  ({ head }) =>
    sent(`${head}${more}`, text, type)

const two = 'Content-Length: 4\r\nContent-Length: 5'
const hidden = 'Content-Length: 4\r\nTransfer-Encoding: chunked'
const objects = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`
const manyParameters = Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join('&')

const cases: [name: string, status: number, bytes: Bytes][] = [
  ['bytes that are no HTTP', 400, () => '\0\u0001\u0002 garbage\r\n\r\n'],
  ['a method that nobody has', 400, () => 'FOO /charges HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no Host', 400, () => 'GET /charges HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', 400, post(two, 'a=b&c')],
  [
    'a length and chunks: a request could hide in it',
    400,
    post(hidden, '0\r\n\r\nPOST /customers HTTP/1.1\r\n\r\n'),
  ],
  ['a length below zero', 400, post('Content-Length: -1')],
  ['a length beyond all numbers', 400, post('Content-Length: 99999999999999999999')],
  ['chunks that are none', 400, post('Transfer-Encoding: chunked', 'zz\r\nabc\r\n')],
  ['an unknown expectation', 417, post('Expect: tea\r\nContent-Length: 0')],
  ['a header of 20 kB', 431, get('/charges', `\r\nX: ${'a'.repeat(20_000)}`)],
  ['3,000 headers', 431, get('/charges', '\r\nh: 12345678'.repeat(3000))],
  ['percent signs that mean nothing', 404, get('/charges/%zz%ff%00')],
  ['a way out of the folder', 404, get('/charges/../../etc/passwd')],
  ['a path with another host in it', 404, get('//evil.test/charges')],
  ['an id from the prototype of objects', 404, get('/customers/__proto__')],
  ['a currency from there', 404, get('/forex/constructor')],
  ['a scope from there', 422, get('/search?scope=__proto__&query=x')],
  ['lists in lists in lists', 400, body(`{"metadata":${'['.repeat(deep)}${']'.repeat(deep)}}`)],
  ['objects in objects in objects', 400, body(`{"metadata":${objects}}`)],
  ['brackets in brackets', 400, body(`metadata${'[a]'.repeat(5000)}=1`, form)],
  ['50,000 parameters', 400, body(manyParameters, form)],
  ['multipart without a boundary', 400, body('x', 'multipart/form-data')],
  ['a body that is still packed', 400, body('email=a', form, '\r\nContent-Encoding: gzip')],
]

describe('is refused, changes nothing, and the next request is served:', () => {
  test.each(cases)('%s (%i)', async (_, status, bytes) => {
    const { sandbox, log, ...target } = await listening()
    const before = stateOf(sandbox)
    expect(statusOf(await spoken(target.port, bytes(target)))).toBe(status)
    expect(stateOf(sandbox)).toBe(before)
    expect(log.filter((entry) => entry.status >= 500)).toEqual([])
    expect(statusOf(await spoken(target.port, sent(target.head, '{}')))).toBe(200)
  })
})

test('a client that disconnects in the middle of its body changes nothing, and the log has no internal error', async () => {
  const { sandbox, log, head, port } = await listening()
  const logged = new Promise<RequestEntry>((resolve) => {
    sandbox.onRequest(resolve)
  })
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(`POST /customers HTTP/1.1\r\n${head}\r\nContent-Length: 100\r\n\r\nemail=a`, () => {
    setImmediate(() => socket.destroy())
  })
  const { status, error, hint } = await logged
  expect({ status, error, hint }).toEqual({ status: 400, error: 'bad_request', hint: null })
  expect([sandbox.customers.count(), log]).toEqual([0, []])
})

test('names from the prototype of objects are names like any other, in every encoding', async () => {
  const { sandbox, head, port } = await listening()
  const json =
    '{"__proto__":{"description":"stolen"},"metadata":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}'
  const encoded =
    '__proto__[description]=stolen&constructor[prototype][polluted]=1&metadata[__proto__][polluted]=1'
  const parts =
    '--b\r\nContent-Disposition: form-data; name="__proto__[description]"\r\n\r\nstolen\r\n--b--\r\n'
  for (const bytes of [
    sent(head, json),
    sent(head, encoded, form),
    sent(head, parts, 'multipart/form-data; boundary=b'),
  ])
    expect(statusOf(await spoken(port, bytes))).toBe(200)
  expect(sandbox.customers.list().map(({ description }) => description)).toEqual([null, null, null])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a form without a body has nothing compressed, over a socket as within the process', async () => {
  const { sandbox, url } = await listening()
  const headers = {
    authorization: sandbox.authorization.secret,
    'content-encoding': 'gzip',
    'content-type': 'multipart/form-data; boundary=b',
  }
  for (const send of [fetch, sandbox.fetch])
    expect((await send(`${url}/customers`, { method: 'POST', headers })).status).toBe(200)
})

test('a compressed body is refused by name, because it is not decompressed', async () => {
  const { sandbox, url } = await listening()
  const answer = await fetch(`${url}/customers`, {
    method: 'POST',
    headers: {
      authorization: sandbox.authorization.secret,
      'content-encoding': 'gzip',
      'content-type': form,
    },
    body: gzipSync('email=a@example.com'),
  })
  expect(await answer.json()).toMatchObject({
    code: 'bad_request',
    message: 'content encoding gzip is not supported: send the body as it is',
  })
})
