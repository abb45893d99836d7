/** The banner names the address of a shared server in the network. */
import { expect, test } from 'vitest'
import { networkUrl } from '../../../src/cli/serve/network-url'

test('the banner of a server on every address names the one in the network', () => {
  const address = (text: string, internal: boolean) => ({
    ...({ address: text, internal, family: 'IPv4', netmask: '', mac: '', cidr: null } as const),
  })
  const interfaces = { lo: [address('127.0.0.1', true)], eth0: [address('192.168.1.20', false)] }
  const url = 'http://127.0.0.1:4111/_sandbox/?token=abc'
  const network = networkUrl('0.0.0.0', url, interfaces)
  expect(network).toBe('http://192.168.1.20:4111/_sandbox/?token=abc')
  expect(networkUrl('127.0.0.1', url, interfaces)).toBeNull()
  expect(networkUrl('::', url, { lo: interfaces.lo })).toBeNull()
})
