/** Hosts are compared as browsers write them. */
import { expect, test } from 'vitest'
import { addressName, isLoopback, readHost, readHostName, readOrigin } from '../../src/kernel/hosts'

test.each<[authority: string, name: string | null]>([
  ['localhost:4111', 'localhost'],
  ['LOCALHOST', 'localhost'],
  ['shop.test.:80', 'shop.test'],
  ['a.b.test', 'a.b.test'],
  ['127.1', '127.0.0.1'],
  ['[0:0:0:0:0:0:0:1]:80', '[::1]'],
  ['', null],
  ['shop.test/a', null],
  ['/shop.test', null],
  ['a b', null],
  ['me@shop.test', null],
  ['shop.test?a', null],
  ['shop.test#a', null],
  ['shop\\test', null],
  ['%6cocalhost', null],
  ['shop.test:port', null],
])('the host of %j is %j', (authority, name) => {
  expect(readHostName(authority)).toBe(name)
})

test('the usual port of a protocol is no part of a host', () => {
  expect(readHost('shop.test:443', 'https:')?.host).toBe('shop.test')
  expect(readHost('shop.test:443')?.host).toBe('shop.test:443')
})

test.each<[name: string, is: boolean]>([
  ['localhost', true],
  ['shop.localhost', true],
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['[::1]', true],
  ['.localhost', false],
  ['mylocalhost', false],
  ['localhost.test', false],
  ['127.0.0.1.test', false],
  ['1127.0.0.1', false],
  ['127.0.0', false],
  ['128.0.0.1', false],
  ['[::2]', false],
])('%s always means this machine: %s', (name, is) => {
  expect(isLoopback(name)).toBe(is)
})

test.each([
  ['fe80::1%eth0', '[fe80::1]'],
  ['::', '[::]'],
  ['0:0::1', '[::1]'],
  ['10.0.0.7', '10.0.0.7'],
  [':::', ':::'],
])('the address %s is called %s', (address, name) => {
  expect(addressName(address)).toBe(name)
})

test.each<[text: string, origin: string | null]>([
  ['http://localhost:3000', 'http://localhost:3000'],
  ['HTTPS://Shop.test:443', 'https://shop.test'],
  ['http://shop.test/', null],
  ['http://shop.test/a', null],
  ['http://me@shop.test', null],
  ['null', null],
  ['file://', null],
  ['ftp://shop.test', null],
  ['see http://shop.test', null],
  ['http:///shop.test', null],
])('the origin %j is %j', (text, origin) => {
  expect(readOrigin(text)?.origin ?? null).toBe(origin)
})
