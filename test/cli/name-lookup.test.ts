/** How the name of a receiver becomes an address. That a look-up that hangs keeps no process: stop.test.ts. */
import type { LookupAddress, LookupOptions } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { addressesIn, lookupName } from '../../src/node/name-lookup'

const look = (name: string, options: LookupOptions): Promise<string | LookupAddress[]> =>
  new Promise((resolve, reject) =>
    lookupName(name, options, (error, address) => (error ? reject(error) : resolve(address))),
  )

const hosts = `# names of this machine
127.0.0.1 localhost shop.test
::1  localhost  ip6-localhost # the same
192.0.2.7\tHooks.Example.Com hooks
not-an-address hooks`

describe('the host name of a receiver', () => {
  it('localhost is found without a name server, alone or with all of its addresses', async () => {
    const all = await look('localhost', { all: true })
    expect(all).toContainEqual({ address: expect.any(String), family: expect.any(Number) })
    expect(all).toContainEqual(expect.objectContaining({ address: await look('localhost', {}) }))
  })

  it.each([
    ['localhost', ['127.0.0.1', '::1']],
    ['hooks.example.com', ['192.0.2.7']],
    ['HOOKS', ['192.0.2.7']],
    ['same', []],
    ['example.com', []],
  ])('%s is in a hosts file with %j', (name, addresses) => {
    expect(addressesIn(hosts, name).map(({ address }) => address)).toEqual(addresses)
  })
})
