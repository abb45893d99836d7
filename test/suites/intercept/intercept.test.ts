/** Contract 9.2: what an interception takes, what it refuses, and that it leaves no trace. */

import http from 'node:http'
import https, { request as importedRequest } from 'node:https'
import { Agent, getGlobalDispatcher, setGlobalDispatcher, request as undiciRequest } from 'undici'
import { describe, expect, onTestFinished } from 'vitest'
import { type InterceptedHosts, intercept } from '../../../src/suites/intercept/intercept'
import { interceptFor } from '../../../src/suites/intercept/interception'
import { serverOf } from '../../support/server'
import { makeSandbox, test } from '../../support/set-up'
import { clients, viaNode } from './clients'
import { headersOf, intercepted, own } from './intercepted'

const someClients = ['global fetch', 'request of undici', 'node:https'] as const
const ask = (name: string, url: string, headers = {}) => clients[name]?.(url, { headers })

/** Another server of this machine, as the code under test may have one. */
const neighbour = (answer: (path: string, response: http.ServerResponse) => void): Promise<string> =>
  serverOf((request, response) => answer(`${request.method} ${request.url}`, response))

describe('other hosts', () => {
  test.each([...someClients.slice(0, 2), 'plain http'])(
    'pass untouched by %s, also with others: refuse on this machine',
    async (name) => {
      intercepted({ ...own, others: 'refuse' })
      const url = await neighbour((path, response) => response.end(JSON.stringify({ path })))
      const client = name === 'plain http' ? viaNode(http.request) : clients[name]
      expect(await client?.(`${url}/a?b=c`, { headers: {} })).toEqual({
        status: 200,
        body: { path: 'GET /a?b=c' },
      })
    },
  )

  test.each(someClients)('are refused with others: refuse, by %s', async (name) => {
    intercepted({ ...own, others: 'refuse' })
    const error = await ask(name, 'https://other.example.org/')?.catch((e) => e)
    expect([error.code, error.cause?.code]).toContain('ERR_PAYMENT_SANDBOX_UNMAPPED_HOST')
  })

  test.each<[host: string, hosts: InterceptedHosts, isRefused: boolean]>([
    ['other.example.com', own, true],
    ['example.com', own, true],
    ['api.example.com:8443', { api: 'api.example.com:443' }, true],
    ['shop.example.co.uk', { api: 'api.example.co.uk' }, true],
    ['other.co.uk', { api: 'api.example.co.uk' }, false],
    ['b.herokuapp.com', { api: 'a.herokuapp.com' }, false],
    ['127.0.0.1:1', { api: '127.0.0.1:2' }, false],
    ['localhost:1', { api: 'localhost:2' }, false],
  ])('%s beside %j is refused: %s', async (host, hosts, isRefused) => {
    intercepted(hosts)
    // A request that passes ends at this agent, before any socket.
    const agent = Object.assign(new http.Agent(), {
      createConnection: () => {
        throw new Error('passed')
      },
    })
    const call = viaNode(http.request, { agent })(`http://${host}/`, { headers: {} })
    await expect(call).rejects.toThrow(isRefused ? `the call to ${host} was refused` : 'passed')
  })
})

describe('several', () => {
  test('interceptions with different hosts live side by side, and end in any order', async () => {
    const [one, two] = [makeSandbox(), makeSandbox()]
    const first = intercept(one, { api: 'api.example.com' })
    const second = intercept(two, { api: 'api.example.org' })
    onTestFinished(() => second.stop())
    await ask('global fetch', 'https://api.example.com/account', headersOf(one))
    await ask('node:https', 'https://api.example.org/account', headersOf(two))
    first.stop()
    first.stop()
    await ask('global fetch', 'https://api.example.org/account', headersOf(two))
    expect([one.requests.count(), two.requests.count()]).toEqual([1, 2])
  })

  test('for the same host are refused, until the first has ended', () => {
    const first = intercept(makeSandbox(), own)
    expect(() => intercept(makeSandbox(), { api: ['api.example.net', 'vault.example.com'] })).toThrow(
      expect.objectContaining({
        code: 'already_intercepted',
        message: expect.stringContaining('vault.example.com'),
      }),
    )
    first.stop()
    intercept(makeSandbox(), own).stop()
  })
})

describe('the end of an interception', () => {
  const state = () => [
    Object.getOwnPropertyDescriptor(globalThis, 'fetch'),
    ...['Headers', 'Request', 'Response'].map((name) => Object.getOwnPropertyDescriptor(globalThis, name)),
    ...[http, https].flatMap((module) => [module.request, module.get]),
    http.Agent.prototype.addRequest,
    http.ClientRequest,
    getGlobalDispatcher(),
    importedRequest,
    Headers.prototype.set,
    Headers.prototype.append,
  ]

  test('leaves everything as it was before', () => {
    void globalThis.Request
    const before = state()
    const interceptions = [intercept(makeSandbox(), own), intercept(makeSandbox(), 'omise')]
    expect(state()).not.toEqual(before)
    for (const { stop } of interceptions) stop()
    state().forEach(
      (value, at) =>
        void (typeof value === 'function'
          ? expect(value).toBe(before[at])
          : expect(value).toEqual(before[at])),
    )
  })

  test('comes with its block, where the language has that', () => {
    const interception = intercept(makeSandbox(), own)
    interception[Symbol.dispose]()
    intercept(makeSandbox(), own)[Symbol.dispose]()
  })

  test('gives a call that has begun its answer', async ({ sandbox }) => {
    const interception = intercept(sandbox, own)
    const calls = someClients.map((name) => ask(name, 'https://api.example.com/account', headersOf(sandbox)))
    interception.stop()
    expect((await Promise.all(calls)).map((answer) => answer?.status)).toEqual([200, 200, 200])
  })
})

describe('redirects', () => {
  type Receive = NonNullable<Parameters<typeof interceptFor>[0]>['receive']
  const receiving = (receive: Receive): void => onTestFinished(interceptFor({ receive }, own).stop)
  const redirect = (status: number, location: string) => new Response(null, { status, headers: { location } })
  /** Answers everything at api.example.com by a redirect. */
  const redirecting = (status: number, to: string): void => receiving(async () => redirect(status, to))

  test.each([302, 303, 307])('%i from a mapped host to another is followed', async (status) => {
    const url = await neighbour((path, response) => response.end(JSON.stringify({ path })))
    redirecting(status, `${url}/back`)
    const answer = await fetch('https://api.example.com/charges', { method: 'POST', body: 'amount=1' })
    expect([answer.url, answer.redirected]).toEqual([`${url}/back`, true])
    expect(await answer.json()).toEqual({ path: `${status === 307 ? 'POST' : 'GET'} /back` })
    const { statusCode } = await undiciRequest('https://api.example.com/charges')
    expect(statusCode).toBe(status)
    expect(await ask('axios', 'https://api.example.com/charges')).toEqual({
      status: 200,
      body: { path: 'GET /back' },
    })
  })

  test('are shown or refused, as the caller wants it', async () => {
    redirecting(302, 'https://shop.test/')
    expect((await fetch('https://api.example.com/', { redirect: 'manual' })).status).toBe(302)
    await expect(fetch('https://api.example.com/', { redirect: 'error' })).rejects.toThrow('fetch failed')
  })

  test('end after twenty', async () => {
    let calls = 0
    receiving(async () => {
      calls += 1
      return redirect(302, '/again')
    })
    const error = await fetch('https://api.example.com/').catch((e) => e)
    expect([error.name, error.cause.message, calls]).toEqual(['TypeError', 'redirect count exceeded', 21])
  })

  test('keep what belongs to one origin there', async () => {
    const seen: Request[] = []
    receiving(async ({ request }) => {
      seen.push(request)
      if (seen.length > 2) return new Response('end')
      return redirect(307, seen.length === 1 ? '/next' : 'https://vault.example.com/')
    })
    const headers = { authorization: 'Basic x', accept: 'text/plain' }
    const answer = await fetch('https://api.example.com/', { method: 'PUT', headers, body: 'a' })
    expect([answer.url, answer.redirected, await answer.text()]).toEqual([
      'https://vault.example.com/',
      true,
      'end',
    ])
    expect(
      seen.map(({ method, headers: sent }) => [method, sent.get('authorization'), sent.get('accept')]),
    ).toEqual([
      ['PUT', 'Basic x', 'text/plain'],
      ['PUT', 'Basic x', 'text/plain'],
      ['PUT', null, 'text/plain'],
    ])
  })

  test('to a neighbour of a mapped host are refused', async () => {
    redirecting(302, 'https://other.example.com/')
    const error = await fetch('https://api.example.com/').catch((e) => e)
    expect(error.cause).toMatchObject({ code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST' })
  })
})

test('a response has the URL that was called, its clone too', async () => {
  const sandbox = intercepted()
  const answer = await fetch(new URL('https://api.example.com/account?a=b'), { headers: headersOf(sandbox) })
  expect([answer.url, answer.clone().url]).toEqual(Array(2).fill('https://api.example.com/account?a=b'))
})

test('a global dispatcher that is set later lets no fetch escape', async () => {
  const sandbox = intercepted()
  const before = getGlobalDispatcher()
  onTestFinished(() => setGlobalDispatcher(before))
  setGlobalDispatcher(new Agent())
  expect((await ask('global fetch', 'https://api.example.com/account', headersOf(sandbox)))?.status).toBe(200)
})

test('the control plane does not answer at a mapped host', async () => {
  intercepted()
  for (const name of someClients)
    expect((await ask(name, 'https://api.example.com/_sandbox/health'))?.status, name).toBe(403)
})

test.each<[hosts: unknown, message: string]>([
  ['stripe', 'hosts: must be hosts such as'],
  [{ api: 'https://api.example.com' }, 'hosts.api: must be a host'],
  [{ ...own, others: 'drop' }, 'hosts.others: must be pass or refuse'],
])('hosts %j are refused', (hosts, message) => {
  expect(() => intercept(makeSandbox(), hosts as InterceptedHosts)).toThrow(message)
})
