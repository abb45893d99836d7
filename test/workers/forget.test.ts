/** Requests that are under way while the state of their account is deleted. */
import { expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { teamOfFile } from './team'

const team = teamOfFile()

test('a request that began before the state was deleted writes nothing into the new one', async () => {
  const client = makeClient(team().account('slow'))
  await client.post('/customers', { email: 'before@example.com' })
  const { readable, writable } = new TextEncoderStream()
  const body = writable.getWriter()
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('skey_test_slow:')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: readable,
    duplex: 'half',
  }
  const late = fetch(`${team().url}/customers`, init)
  await body.write('email=')
  // Its beginning was sent before, so it reached the object before this one was answered.
  await client.get('/account')
  await team().control('slow', 'DELETE', '/state')
  await client.post('/customers', { email: 'after@example.com' })
  await body.write('late@example.com')
  await body.close()
  const answer = await late
  expect([answer.status, (await answer.json()).message]).toEqual([
    500,
    'the state of this account was deleted during the request',
  ])
  const { body: list } = await client.get<{ data: readonly { email: string }[] }>('/customers')
  expect(list.data.map(({ email }) => email)).toEqual(['after@example.com'])
})
