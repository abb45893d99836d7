/** Accounts of one address: they share nothing, not even the clock. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTeam } from './team.mjs'

const token = 'a-token-of-32-characters-or-more'

let team
before(async () => {
  team = await openTeam({ token, storage: false })
})
after(() => team.close())

const call = async (key, path, body) => {
  const answer = await fetch(`${team.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}

const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2040 }

test('two jobs of CI share one address, and never meet', async () => {
  const { id } = await call('pkey_test_job_1', '/vault/tokens', { card })
  const paid = await call('skey_test_job_1', '/charges', { amount: 10_000, currency: 'thb', card: id })
  assert.equal(paid.status, 'successful')
  assert.equal((await call('skey_test_job_1', '/charges')).total, 1)
  assert.equal((await call('skey_test_job_2', '/charges')).total, 0)
})

test('each has a clock of its own, moved with the token', async () => {
  const move = (account) =>
    fetch(`${team.url}/_sandbox/clock?account=${account}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ set: '2040-01-01T00:00:00Z' }),
    })
  assert.equal((await move('job_1')).status, 200)
  assert.match((await call('skey_test_job_1', '/events')).to, /^2040-01-01/)
  assert.doesNotMatch((await call('skey_test_job_2', '/events')).to, /^2040/)
})
