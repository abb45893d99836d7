/** Contract 16: the version header of another prefix is not read, and its client is told so. */
import { expect } from 'vitest'
import { setUp, test } from '../../support/set-up'

test.each<[headers: Record<string, string>, options: object, warning: RegExp | null]>([
  [
    { 'Omise-Version': '2015-11-17' },
    {},
    /^Omise-Version was not read, as this sandbox reads Service-Version: start it with --profile omise or --header-prefix Omise$/,
  ],
  [{ 'Shop-Version': '2019-05-29' }, {}, /^Shop-Version was not read.* --header-prefix Shop$/],
  [{ 'My-Shop-Version': '2019-05-29' }, {}, /^My-Shop-Version was not read/],
  [{ 'Service-Version': '2017-11-02' }, { profile: 'omise' }, /^Service-Version was not read.* Service$/],
  [{ 'Service-Version': '2017-11-02', 'Omise-Version': '2015-11-17' }, {}, /^Omise-Version was not read/],
  [{ 'Service-Version': '2017-11-02' }, {}, null],
  [{ 'Omise-Version': '2015-11-17' }, { profile: 'omise' }, null],
  [{ 'Client-Version': '1.2.3' }, {}, null],
  [{ 'Sec-Version': '2019-05-2' }, {}, null],
])('%j with %j: %s', async (headers, options, warning) => {
  const { sandbox } = setUp(options)
  const answer = await sandbox.fetch('/balance', {
    headers: { ...headers, authorization: sandbox.authorization.secret },
  })
  const said = answer.headers.get('sandbox-warning')
  if (warning === null) expect(said).toBeNull()
  else expect(said).toMatch(warning)
  expect(sandbox.requests.last()?.warnings).toEqual(said === null ? [] : [said])
})

test('over a socket too', async ({ sandbox }) => {
  const { url } = await sandbox.listen({ port: 0 })
  const headers = { 'Omise-Version': '2015-11-17', authorization: sandbox.authorization.secret }
  const answer = await fetch(`${url}/balance`, { headers })
  expect(answer.headers.get('sandbox-warning')).toMatch(/^Omise-Version was not read/)
})
