/** The published client, pinned to a version of the API, gets the form of that version from the profile of its service. */
import https from 'node:https'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, test } from 'vitest'
import { makeSandbox } from '../../support/set-up'
import { intercepted } from './intercepted'

const require = createRequire(import.meta.url)

// Loading it brings agent-base 4, which replaces https.request for the whole process.
const { request, get } = https
afterAll(() => {
  Object.assign(https, { request, get })
  syncBuiltinESMExports()
})

const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }

/** Fields that a charge has in this version, and those that it has in another one only. */
const forms: readonly [version: string | undefined, has: readonly string[], lacks: readonly string[]][] = [
  ['2015-11-17', ['created', 'refunded', 'source_of_fund'], ['created_at', 'refunded_amount']],
  ['2017-11-02', ['created', 'refunded'], ['created_at', 'refunded_amount']],
  ['2019-05-29', ['created_at', 'refunded_amount', 'transaction_fees'], ['created']],
  [undefined, ['created_at', 'refunded_amount', 'transaction_fees'], ['created']],
]

test.each(forms)('omiseVersion %s', async (omiseVersion, has, lacks) => {
  const sandbox = intercepted('omise', makeSandbox({ profile: 'omise' }))
  const { public: publicKey, secret: secretKey } = sandbox.keys
  const client = require('omise')({ publicKey, secretKey, omiseVersion })
  const token = await client.tokens.create({ card })
  const charge = await client.charges.create({ amount: 10_000, currency: 'thb', card: token.id })
  expect(charge).toMatchObject({ object: 'charge', paid: true })
  for (const field of has) expect(charge).toHaveProperty(field)
  for (const field of lacks) expect(charge).not.toHaveProperty(field)
  expect(sandbox.requests.list().flatMap(({ warnings }) => warnings)).toEqual([])
})
