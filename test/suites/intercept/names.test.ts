/** Contract 23: names under the domain of a mapped host that no host can have do not leave either. */
import dns from 'node:dns'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import { promisify } from 'node:util'
import * as undici from 'undici'
import { expect, test } from 'vitest'
import { readHost } from '../../../src/kernel/hosts'
import { routeTo } from '../../../src/node/https-proxy'
import { tryHosts } from '../../../src/options/hosts'
import { setTrap } from '../../runtimes/trap.mjs'
import { intercepted } from './intercepted'

const label = 'a'.repeat(64)

const names: Readonly<Record<string, readonly string[]>> = {
  'hyphens at an end': ['-x.omise.co', 'x-.omise.co', '-.omise.co', 'x.-y.omise.co'],
  'empty labels': ['a..omise.co', '.omise.co', '.api.omise.co', '..omise.co', 'api..omise.co'],
  'trailing dots': ['api.omise.co..', 'other.omise.co.', 'a..omise.co.', '-x.omise.co..', 'omise.co.'],
  'labels and names too long': [`${label}.omise.co`, `${'a.'.repeat(130)}omise.co`],
  'letters of no host': [
    '_x.omise.co',
    'x_y.omise.co',
    '*.omise.co',
    'a!.omise.co',
    "a'.omise.co",
    '~.omise.co',
  ],
  'separators and spaces': ['a b.omise.co', ' api.omise.co', 'a,b.omise.co', 'a;b.omise.co', 'a\\b.omise.co'],
  'parts of a URL': ['x#.omise.co', 'x?.omise.co', 'x/.omise.co', 'user@other.omise.co', 'x:80.omise.co'],
  punycode: ['xn--.omise.co', 'xn--a.omise.co', 'xn--bcher-kva.omise.co', 'xn--0.-.omise.co'],
  'letters of other scripts': [
    'bücher.omise.co',
    'api。omise。co',
    'ａpi.omise.co',
    'x.o\u00admise.co',
    'x\u200b.omise.co',
  ],
  'upper case': ['OTHER.OMISE.CO', '-X.Omise.Co', 'A..OMISE.CO', 'XN--A.OMISE.CO'],
  'zones of IPv6': ['other.omise.co%eth0', '[::1%25eth0].omise.co', '[fe80::1%eth0].omise.co'],
  'percent-encoded': [
    'other%2eomise.co',
    '%6fther.omise.co',
    'x%00.omise.co',
    'x.omise.co%00.y',
    '%2d.omise.co',
  ],
}

type Settle = (outcome: unknown) => void
type Ended = { on(event: 'error', listener: (error: Error) => void): unknown }

/** How a call by this name ends; what the client refuses to begin with has not left either. */
const ended = (begin: (settle: Settle) => Ended | Promise<unknown>): Promise<unknown> =>
  new Promise((resolve) => {
    try {
      const begun = begin(resolve)
      if (begun instanceof Promise) begun.then(resolve, resolve)
      else begun.on('error', resolve)
    } catch (error) {
      resolve(error)
    }
  })

const answered =
  (settle: Settle) =>
  (answer: IncomingMessage): void =>
    settle(answer.resume().statusCode)

const ways: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
  fetch: (name) => ended(() => fetch(`https://${name}`)),
  'https.get(options)': (host) => ended((settle): ClientRequest => https.get({ host }, answered(settle))),
  'https.get(url)': (name) => ended((settle) => https.get(`https://${name}/`, answered(settle))),
  'http.request(options)': (hostname) =>
    ended((settle) => http.request({ hostname }, answered(settle)).end()),
  'http2.connect': (name) => ended((settle) => http2.connect(`https://${name}`, settle)),
  'tls.connect': (host) => ended((settle) => tls.connect({ host, port: 443 }, () => settle('connected'))),
  'net.connect': (host) => ended((settle) => net.connect(80, host, () => settle('connected'))),
  'net.Socket': (host) => ended((settle) => new net.Socket().connect(80, host, () => settle('connected'))),
  'dns.lookup': (name) => ended(() => promisify(dns.lookup)(name)),
  'dns.promises.lookup': (name) => ended(() => dns.promises.lookup(name)),
  'undici with an Agent': (name) =>
    ended(() => undici.request(`https://${name}/`, { dispatcher: new undici.Agent() })),
}

/** Names that a URL has as another host, `x` of `x/.omise.co`: these call that host, by right. */
const isOtherInUrl = (name: string): boolean =>
  URL.canParse(`https://${name}`) && !/omise\.co\.*$/.test(new URL(`https://${name}`).hostname)

test.each(Object.entries(names))('%s: no client looks such a name up, or connects', async (_, list) => {
  intercepted('omise')
  for (const name of list)
    for (const [way, call] of Object.entries(ways)) {
      const takesUrl = /fetch|url|http2|undici/.test(way)
      if (takesUrl && isOtherInUrl(name)) continue
      const endTrap = setTrap()
      await call(name)
      expect(endTrap(), `${way} of ${name}`).toEqual([])
    }
})

test('a name of no host is refused by a sentence that shows it', async () => {
  intercepted('omise')
  const error = await ways['dns.promises.lookup']?.('a.omise.co%eth0')
  expect(error).toMatchObject({
    code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST',
    message: 'the call to "a.omise.co%eth0" was refused: it is not the name of a host, and contains omise.co',
  })
  await expect(fetch('https://-x.omise.co/')).rejects.toThrow(
    'calls to other hosts under omise.co never leave',
  )
})

test('names of other hosts pass, whatever else their address names', async () => {
  intercepted('omise')
  const other = [
    'https://notomise.invalid/?next=omise.co',
    'https://omise.co.invalid',
    'https://x.invalid#omise.co',
  ]
  for (const url of other)
    await expect(fetch(url)).rejects.toMatchObject({ cause: { syscall: 'getaddrinfo' } })
})

test('others: refuse holds for names of no host too', async () => {
  intercepted({ api: 'api.example.com', others: 'refuse' })
  const endTrap = setTrap()
  const error = await ways['https.get(options)']?.('xn--.example.org')
  expect(endTrap()).toEqual([])
  expect(error).toMatchObject({ code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST' })
})

test.each(Object.entries(names))('%s: the proxy of exec lets none of them out', (_, list) => {
  const hosts = tryHosts('omise')
  if ('message' in hosts) throw new Error(hosts.message)
  for (const name of list) {
    const target = readHost(`${name}:443`, 'https:')
    if (target !== null && !isOtherInUrl(name)) expect(routeTo(hosts, target), name).not.toBe('elsewhere')
  }
})
