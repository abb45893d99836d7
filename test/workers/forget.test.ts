/** Requests that are under way while the state of their account is deleted. */
import { expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { token } from '../support/team-at'
import { teamOfFile } from './team'

const team = teamOfFile()

interface SlowRequest {
  readonly path: string
  readonly authorization: string
  readonly contentType: string
  /** Sent at once. */
  readonly start: string
  /** Sent after the state was deleted, and the account made anew. */
  readonly rest: string
}

/** The answer to a request whose body ends after the state of its account was deleted. */
const overDeletion = async (
  name: string,
  { path, start, rest, ...headers }: SlowRequest,
): Promise<Response> => {
  const client = makeClient(team().account(name))
  await client.post('/customers', { email: 'before@example.com' })
  const { readable, writable } = new TextEncoderStream()
  const body = writable.getWriter()
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { authorization: headers.authorization, 'content-type': headers.contentType },
    body: readable,
    duplex: 'half',
  }
  const late = fetch(`${team().url}${path}`, init)
  await body.write(start)
  // Its first part was sent before, so it reached the object before this one was answered.
  await client.get('/account')
  await team().control(name, 'DELETE', '/state')
  await client.post('/customers', { email: 'after@example.com' })
  await body.write(rest)
  await body.close()
  return late
}

const deleted = 'the state of this account was deleted during the request'

test('a request that began before the state was deleted writes nothing into the new one', async () => {
  const answer = await overDeletion('slow', {
    path: '/customers',
    authorization: `Basic ${btoa('skey_test_slow:')}`,
    contentType: 'application/x-www-form-urlencoded',
    start: 'email=',
    rest: 'late@example.com',
  })
  expect([answer.status, (await answer.json()).message]).toEqual([500, deleted])
  const client = makeClient(team().account('slow'))
  const { body: list } = await client.get<{ data: readonly { email: string }[] }>('/customers')
  expect(list.data.map(({ email }) => email)).toEqual(['after@example.com'])
})

test('nor does it leave a snapshot of the state that was deleted', async () => {
  const answer = await overDeletion('shots', {
    path: '/_sandbox/snapshots?account=shots',
    authorization: `Bearer ${token}`,
    contentType: 'application/json',
    start: '{"name":',
    rest: '"late"}',
  })
  expect([answer.status, (await answer.json()).error.message]).toEqual([503, deleted])
  expect(await (await team().control('shots', 'GET', '/snapshots')).json()).toEqual({ data: [] })
})
