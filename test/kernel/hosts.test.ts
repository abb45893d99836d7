/** Hosts are compared as browsers write them. */
import { expect, test } from 'vitest'
import {
  addressName,
  groupsOf,
  isLoopback,
  isPublic,
  readHost,
  readHostName,
  readOrigin,
} from '../../src/kernel/hosts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

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

test.each(
  words(`
    8.8.8.8 1.0.0.1 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.0.1
    172.15.255.255 172.32.0.1 192.167.1.1 192.169.0.1 198.20.0.1 223.255.255.255 [2606:4700::1111]
    [2001:200::1] [2a00:1450:4001:81b::200e] [3fff:1000::1] shop.example.com localhost.example.com
    mylocalhost.com 10.0.0.1.example.com xn--bcher-kva.example
  `),
)('a webhook may go to %s', (host) => {
  expect(isPublic(new URL(`http://${host}/webhooks`))).toBe(true)
})

test.each(
  words(`
    0.0.0.0 0 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.1 127.8.8.8 2130706433
    0x7f000001 017700000001 0x7f.1 0177.0.0.1 127.0.0.1. １２７.0.0.1 %31%32%37.1 169.254.169.254 0xa9fea9fe
    172.16.0.1 172.31.255.255 192.168.1.1 192.0.0.170 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1
    203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [::ffff:8.8.8.8] [::10.0.0.1] [fe80::1] [febf::1] [fec0::1] [fc00::1] [fdff::1]
    [ff02::1] [64:ff9b::a00:1] [100::1] [2001::1] [2001:db8::1] [2002:7f00:1::] [3fff::1] [4000::1]
    localhost LOCALHOST localhost. localhost.. a.localhost ⓛocalhost lоcalhost.localhost printer.local
    redis intranet. metadata.google.internal router.home.arpa me:secret@10.0.0.1:8080
  `),
)('a webhook may not go to %s', (host) => {
  expect(isPublic(new URL(`http://${host}/webhooks`))).toBe(false)
})

test.each([
  ['[::]', '0,0,0,0,0,0,0,0'],
  ['[1::]', '1,0,0,0,0,0,0,0'],
  ['[::ffff:127.0.0.1]', '0,0,0,0,0,65535,32512,1'],
  ['[1:2:3:4:5:6:7:8]', '1,2,3,4,5,6,7,8'],
])('%s has the groups %s', (host, groups) => {
  expect(String(groupsOf(new URL(`http://${host}`).hostname))).toBe(groups)
})
