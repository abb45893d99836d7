/** Contract 17: who else wraps the functions of Node keeps what is theirs, in whichever order both start and stop. */

import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import tls from 'node:tls'
import axios from 'axios'
import got from 'got'
import { HttpResponse, http as mocked } from 'msw'
import { setupServer } from 'msw/node'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../src/index'
import { intercept } from '../../../src/suites/intercept/intercept'
import { keep } from '../../../src/suites/intercept/patch'
import { callDirectly } from '../../runtimes/forms.mjs'
import { setTrap } from '../../runtimes/trap.mjs'
import { serverOf } from '../../support/server'
import { clients, viaNode } from './clients'
import { headersOf, loadOmise, own, restoreNatives } from './intercepted'

type Wrapped = (...given: unknown[]) => unknown

/** What an interception lies over: the calls of each, to a host that is not mapped. */
const url = 'https://other.test/a'
const options = { headers: { key: 'secret' } }
const port = { port: 443, host: 'other.test' }
const wrapped: readonly [name: string, owner: object, key: string, calls: readonly unknown[][]][] = [
  ...([http, https] as const).flatMap((module): typeof wrapped => {
    const address = module === https ? url : 'http://other.test/a'
    const calls = [
      [address, options, () => undefined],
      [new URL(address), options],
      [{ host: 'other.test', ...options }, () => undefined],
      [address],
      [{ socketPath: '/tmp/api.example.com' }],
      ['no address'],
      [null],
      [],
    ]
    const name = module === https ? 'https' : 'http'
    return [
      [`${name}.request`, module, 'request', calls],
      [`${name}.get`, module, 'get', calls],
    ]
  }),
  ['fetch', globalThis, 'fetch', [[url, options], [new URL(url)], [new Request(url)], [undefined], []]],
  ['tls.connect', tls, 'connect', [[port, () => undefined], [443, 'other.test', options], ['443'], []]],
  ['net.connect', net, 'connect', [[port, () => undefined], [443, 'other.test'], ['/tmp/socket'], []]],
  ['net.createConnection', net, 'createConnection', [[port], [443, () => undefined]]],
  ['Socket.connect', net.Socket.prototype, 'connect', [[port], [[port, null]], [443, 'other.test']]],
  ['Agent.createConnection', http.Agent.prototype, 'createConnection', [[port, () => undefined]]],
  ['Agent.addRequest', http.Agent.prototype, 'addRequest', [[{ protocol: 'https:', path: '/' }, port]]],
  [
    'ClientRequest.onSocket',
    http.ClientRequest.prototype,
    'onSocket',
    [[new net.Socket()], [null, new Error('failed')]],
  ],
  [
    'dns.lookup',
    dns,
    'lookup',
    [
      ['other.test', () => undefined],
      ['other.test', {}, () => undefined],
    ],
  ],
  ['dns.promises.lookup', dns.promises, 'lookup', [['other.test'], ['other.test', { all: true }]]],
]

/** Replaces a function by another one, as a tracing library does. */
const wrap = (owner: object, key: string, make: (below: Wrapped) => Wrapped): (() => void) => {
  const below: Wrapped = Reflect.get(owner, key)
  Reflect.set(owner, key, make(below))
  return () => void Reflect.set(owner, key, below)
}

describe.each(wrapped)('%s', (_, owner, key, calls) => {
  test('gives whoever is below the arguments of the caller, the same objects in the same places', () => {
    const seen: { self: unknown; given: unknown[] }[] = []
    const putBack = wrap(
      owner,
      key,
      () =>
        function (this: unknown, ...given) {
          seen.push({ self: this, given })
          return 'below'
        },
    )
    onTestFinished(putBack)
    const interception = intercept(createSandbox(), own)
    onTestFinished(interception.stop)
    for (const given of calls) {
      const self = {}
      expect(Reflect.apply(Reflect.get(owner, key), self, given)).toBe('below')
      const last = seen.at(-1)
      if (owner !== globalThis) expect(last?.self).toBe(self)
      expect(last?.given.length).toBe(given.length)
      given.forEach((one, at) => void expect(last?.given[at]).toBe(one))
    }
  })

  test.each(['first', 'last'])('is what it was when someone above it ends %s', (order) => {
    const before = Reflect.get(owner, key)
    const descriptor = Object.getOwnPropertyDescriptor(owner, key)
    const interception = intercept(createSandbox(), own)
    const putBack = wrap(
      owner,
      key,
      (below) =>
        (...given) =>
          below(...given),
    )
    if (order === 'first') {
      putBack()
      interception.stop()
    } else {
      interception.stop()
      putBack()
      // What was left below is used again by the next interception, and taken away at its end.
      intercept(createSandbox(), own).stop()
    }
    expect(Reflect.get(owner, key)).toBe(before)
    expect(Object.getOwnPropertyDescriptor(owner, key)).toEqual(descriptor)
  })
})

type PublishedClient = { account: { retrieve(): Promise<{ object: string }> } }

describe('beside msw', () => {
  const seeing = mocked.all('https://other.test/', ({ request }) =>
    HttpResponse.json({ key: request.headers.get('key') }),
  )

  const begin = (order: readonly string[]) => {
    restoreNatives()
    const sandbox = createSandbox()
    const server = setupServer(seeing)
    let stop = (): void => undefined
    let omise = (_: object): PublishedClient => expect.fail('it was not loaded')
    const steps: Record<string, () => void> = {
      msw: () => {
        server.listen({ onUnhandledRequest: 'bypass' })
        onTestFinished(() => server.close())
      },
      intercept: () => {
        stop = intercept(sandbox, 'omise').stop
        onTestFinished(stop)
      },
      client: () => {
        omise = loadOmise()
      },
    }
    for (const step of order) steps[step]?.()
    return { sandbox, server, stop, omise }
  }

  const orders = [
    ['msw', 'intercept'],
    ['intercept', 'msw'],
  ]

  test.each(orders)('%s, then %s: a call to a host that msw mocks has its headers', async (...order) => {
    begin(order)
    const answer = await new Promise<string>((resolve, reject) => {
      https
        .get('https://other.test/', { headers: { key: 'secret' } }, (incoming) => {
          incoming.setEncoding('utf8').once('data', resolve)
        })
        .once('error', reject)
    })
    expect(answer).toBe('{"key":"secret"}')
    expect((await clients['global fetch']?.('https://other.test/', options))?.body).toEqual({ key: 'secret' })
  })

  test.each(orders)('%s, then %s: every client is answered', async (...order) => {
    const { sandbox } = begin(order)
    for (const [name, client] of Object.entries(clients)) {
      const answer = await client('https://api.omise.co/account', { headers: headersOf(sandbox) })
      expect([answer.status, answer.body.object], name).toEqual([200, 'account'])
    }
  })

  test.each([
    ['client', 'msw', 'intercept'],
    ['client', 'intercept', 'msw'],
    ['msw', 'client', 'intercept'],
    ['msw', 'intercept', 'client'],
    ['intercept', 'msw', 'client'],
    ['intercept', 'client', 'msw'],
  ])('%s, then %s, then %s: the published client is answered', async (...order) => {
    const { sandbox, omise } = begin(order)
    const { account } = omise({ secretKey: sandbox.keys.secret })
    expect((await account.retrieve()).object).toBe('account')
  })

  test.each([
    ['client', 'msw', 'intercept'],
    ['client', 'intercept', 'msw'],
    ['msw', 'client', 'intercept'],
  ])('%s, then %s, then %s: so are the others beside it', async (...order) => {
    const { sandbox } = begin(order)
    for (const name of ['node:https', 'axios', 'got', 'node-fetch', 'superagent']) {
      const answer = await clients[name]?.('https://api.omise.co/account', { headers: headersOf(sandbox) })
      expect(answer?.body.object, name).toBe('account')
    }
  })

  test.each([
    ['intercept', 'client', 'msw'],
    ['intercept', 'client'],
  ])('%s, then %s: a call whose callback the published client drops fails', async (...order) => {
    const { sandbox } = begin(order)
    const call = clients['node:https']?.('https://api.omise.co/account', { headers: headersOf(sandbox) })
    await expect(call).rejects.toThrow(/agent-base.*before the interception begins/)
  })

  test.each(orders)('%s, then %s: calls stay closed when msw ends', async (...order) => {
    const { sandbox, server } = begin(order)
    server.close()
    for (const [name, client] of Object.entries(clients)) {
      const answer = await client('https://api.omise.co/account', { headers: headersOf(sandbox) })
      expect(answer.status, name).toBe(200)
    }
  })

  test.each(orders)('%s, then %s: msw answers for its hosts when the interception ends', async (...order) => {
    const { stop } = begin(order)
    stop()
    for (const name of ['global fetch', 'node:https'])
      expect((await clients[name]?.('https://other.test/', options))?.body, name).toEqual({ key: 'secret' })
  })
})

/** As msw 3 does at its end, and whoever else keeps the property of before. */
test('calls stay closed where another library puts back what was there when it began', async () => {
  const putBacks = wrapped
    .filter(([name]) => !/^(?:tls|net|dns)/.test(name) && !/createConnection|onSocket/.test(name))
    .map(([, owner, key]) => keep(owner, key as never))
  const sandbox = createSandbox()
  const { stop } = intercept(sandbox, 'omise')
  onTestFinished(stop)
  for (const putBack of putBacks) putBack()
  syncBuiltinESMExports()
  const endTrap = setTrap()
  const outcomes = await callDirectly({ undici, axios, got, nodeFetch, superagent }, headersOf(sandbox))
  expect(endTrap()).toEqual([])
  expect(new Set(Object.values(outcomes))).toEqual(new Set([200]))
  const proxy = await serverOf((_, answer) => answer.end('told'))
  const { port } = new URL(proxy)
  const viaProxy = viaNode((_, given, then) => http.request({ host: '127.0.0.1', port, ...given }, then), {
    path: 'https://api.omise.co/account',
  })
  expect((await viaProxy('', { headers: headersOf(sandbox) })).body.object).toBe('account')
})
