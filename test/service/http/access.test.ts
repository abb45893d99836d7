/** The hosts of a server, by its address and its options. */
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { ServerAccess } from '../../../src/node/server'

type Options = ConstructorParameters<typeof ServerAccess>[1]

const called = { url: 'http://pay.test:4111', vaultUrl: 'http://vault.test:4112' }

const listening = (address: string, options: Options = {}): ServerAccess => {
  const access = new ServerAccess(called, options)
  access.listensOn({ address, port: 4111, family: 'IPv4' })
  return access
}

test.each<[address: string, options: Options, host: string, isOwn: boolean]>([
  ['127.0.0.1', {}, 'localhost:4111', true],
  ['127.0.0.1', {}, 'pay.test', true],
  ['127.0.0.1', {}, 'vault.test:9', true],
  ['127.0.0.1', {}, 'other.test', false],
  ['127.0.0.1', {}, hostname(), false],
  ['127.0.0.1', {}, '', false],
  ['127.0.0.1', {}, 'undefined', false],
  ['10.0.0.7', {}, '10.0.0.7:4111', true],
  ['10.0.0.7', {}, '10.0.0.8:4111', false],
  ['10.0.0.7', {}, hostname(), false],
  ['10.0.0.7', { host: 'Shop.LAN' }, 'shop.lan:4111', true],
  ['0.0.0.0', {}, hostname(), true],
  ['::', {}, hostname(), true],
  ['0.0.0.0', {}, 'other.test', false],
  ['127.0.0.1', { allowHosts: ['sandbox'] }, 'sandbox:4111', true],
])('on %s with %j the host %j is its own: %s', (address, options, host, isOwn) => {
  const access = listening(address, options)
  for (let times = 0; times < 2; times += 1)
    expect([access.allows(host, 'service'), access.allows(host, 'control')]).toEqual([isOwn, isOwn])
})

test('a name of the real service is one of the service, and not of its control plane', () => {
  const access = listening('127.0.0.1', {
    proxyHost: { api: ['api.example.com'], vault: ['vault.example.com'] },
  })
  for (const host of ['api.example.com', 'vault.example.com:443'])
    expect([access.allows(host, 'service'), access.allows(host, 'control')]).toEqual([true, false])
  expect(listening('127.0.0.1').allows('', 'service')).toBe(false)
})

test('each of many names gets the same answer as the first', () => {
  const access = listening('127.0.0.1')
  for (let i = 0; i < 300; i += 1)
    expect([access.allows(`a${i}.localhost`, 'control'), access.allows(`a${i}.test`, 'control')]).toEqual([
      true,
      false,
    ])
})

test.each<[address: string, options: Options, token: unknown]>([
  ['127.0.0.1', {}, null],
  ['::1', {}, null],
  ['10.0.0.7', {}, expect.stringMatching(/^[\w-]{22}$/)],
  ['0.0.0.0', {}, expect.stringMatching(/^[\w-]{22}$/)],
  ['0.0.0.0', { controlToken: 'mine' }, 'mine'],
  ['127.0.0.1', { controlToken: 'mine' }, 'mine'],
])('a token on %s with %j is %s', (address, options, token) => {
  expect(listening(address, options).controlToken).toEqual(token)
})
