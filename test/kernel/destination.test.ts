/** Contract 9.2: which calls reach the sandbox, which are refused, and which pass. */
import { expect, test } from 'vitest'
import { destinationOf, unmappedText } from '../../src/options/destination'
import { tryHosts } from '../../src/options/hosts'

const read = (text: string) => {
  const hosts = tryHosts(text)
  if ('message' in hosts) throw new Error(hosts.message)
  return hosts
}

test.each([
  ['omise', 'https://api.omise.co/charges', 'api'],
  ['omise', 'http://vault.omise.co:8080/tokens', 'vault'],
  ['omise', 'https://checkout-page.omise.co/api/sessions', 'api'],
  ['api=api.omise.co,vault=vault.omise.co', 'https://checkout-page.omise.co/api/sessions', 'api'],
  ['api=api.pay.co.th', 'https://checkout-page.omise.co/', 'elsewhere'],
  ['omise', 'https://cdn.omise.co/omise.js', 'vault'],
  ['omise', 'https://cdn2.omise.co/omise.js.gz', 'vault'],
  ['omise', 'https://API.omise.co./', 'api'],
  ['omise', 'https://unmapped.omise.co/', 'nowhere'],
  ['omise', 'https://omise.co/', 'nowhere'],
  ['omise', 'https://a.b.omise.co./', 'nowhere'],
  ['omise', 'https://notomise.co/', 'elsewhere'],
  ['omise', 'https://omise.co.evil.example/', 'elsewhere'],
  ['omise', 'http://127.0.0.1:3000/', 'elsewhere'],
  ['omise', 'http://localhost/', 'elsewhere'],
  ['api=api.pay.co.th,vault=vault.pay.co.th', 'https://cdn.pay.co.th/', 'nowhere'],
  ['api=api.pay.co.th,vault=vault.pay.co.th', 'https://shop.co.th/', 'elsewhere'],
  ['api=api.example.com:8443', 'https://api.example.com:8443/', 'api'],
  ['api=api.example.com:8443', 'https://api.example.com/', 'nowhere'],
  ['api=shop.herokuapp.com', 'https://other.herokuapp.com/', 'elsewhere'],
  ['api=localhost:8080', 'http://localhost:3000/', 'elsewhere'],
  ['api=10.0.0.1', 'http://10.0.0.2/', 'elsewhere'],
  ['api=payments', 'http://database:5432/', 'elsewhere'],
])('with %s a call to %s goes to: %s', (hosts, url, destination) => {
  expect(destinationOf(read(hosts), new URL(url))).toBe(destination)
})

test('the refusal names the host, the domain, the hosts of the sandbox and the way out', () => {
  expect(unmappedText(read('omise'), new URL('https://unmapped.omise.co/x'))).toBe(
    'the call to unmapped.omise.co was refused: the sandbox answers for api.omise.co, checkout-page.omise.co, vault.omise.co, cdn.omise.co, cdn2.omise.co, and calls to other hosts under omise.co never leave this machine; add unmapped.omise.co to the hosts of the sandbox if it should answer this call too',
  )
})
