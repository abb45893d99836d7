/** Contract 23: a token or source that this sandbox never made: who made it, and how a page reaches this one. */
import { describe, expect } from 'vitest'
import { makeClient } from '../../support/client'
import { setUp, test } from '../../support/set-up'

const unknown = { tokn: 'tokn_test_5xuy4z7kfe1tplk8n2q', src: 'src_test_5xuy4z7kfe1tplk8n2q' }

const warningOf = async (call: Promise<{ readonly status: number; readonly headers: Headers }>) => {
  const { status, headers } = await call
  return { status, warning: headers.get('sandbox-warning') }
}

const money = { amount: 10_000, currency: 'thb' }

describe('a token or source that no account has', () => {
  test.for([
    ['POST', '/charges', { ...money, card: unknown.tokn }],
    ['POST', '/charges', { ...money, source: unknown.src }],
    ['POST', '/customers', { card: unknown.tokn }],
    ['GET', `/sources/${unknown.src}`, undefined],
  ] as const)('is named at %s %s %j', async ([method, path, body], { client, sandbox }) => {
    const call = method === 'GET' ? client.get(path) : client.post(path, body, { as: 'json' })
    const { status, warning } = await warningOf(call)
    expect(status).toBe(404)
    expect(warning).toMatch(
      /^this sandbox never made (?:tokn|src)_test_5xuy4z7kfe1tplk8n2q: the real service made it/,
    )
    expect(warning).toContain(`${sandbox.vaultUrl}/omise.js`)
    expect(warning).toContain('exec --intercept')
  })
})

test('a token of another account of the sandbox is named as such', async () => {
  const { sandbox } = setUp({ accounts: [{}] })
  const other = sandbox.accounts[1] ?? expect.fail('there is one account')
  const token = await makeClient(sandbox, { keys: other.keys }).token()
  const call = makeClient(sandbox).post('/charges', { ...money, card: token.id })
  const { status, warning } = await warningOf(call)
  expect(status).toBe(404)
  expect(warning).toMatch(new RegExp(`^${token.id} belongs to another account of this sandbox`))
})

test('another id that is not found has no such warning', async ({ client }) => {
  for (const path of ['/charges/chrg_test_5xuy4z7kfe1tplk8n2q', '/customers/cust_test_5xuy4z7kfe1tplk8n2q'])
    expect(await warningOf(client.get(path))).toEqual({ status: 404, warning: null })
})
