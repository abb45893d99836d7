/** The table of habits, held against real sockets (contract 5.2). */

import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { once } from '../../../src/kernel/json'
import { makeClient } from '../../support/client'
import { dispute } from '../../support/disputes'
import { type Habit, habits } from '../../support/habits'
import { createRecipient } from '../../support/payouts'
import { makeSandbox, plainSandbox, test } from '../../support/set-up'
import { keepAlive } from '../../support/socket'

/** Ids of what there is before each request. */
interface Ids {
  readonly customer: string
  readonly card: string
  readonly charge: string
  readonly authorized: string
  readonly dispute: string
  readonly recipient: string
  readonly source: string
  readonly token: string
}

const make = async (sandbox: Sandbox): Promise<Ids> => {
  const client = makeClient(sandbox)
  const { id: customer, default_card: card } = await client.customer({ description: 'tea' })
  const source = await client.post('/sources', { type: 'promptpay', amount: 10_000, currency: 'thb' })
  return {
    customer,
    card: card ?? '',
    dispute: (await dispute(client)).id,
    charge: (await client.charge({ amount: 100_000 })).id,
    authorized: (await client.authorized({ authorization_type: 'pre_auth' })).id,
    recipient: (await createRecipient(client)).id,
    source: source.body.id,
    token: (await client.token()).id,
  }
}

/** Made once, and put into each sandbox. */
const begun = once(async () => {
  const sandbox = plainSandbox()
  return { ids: await make(sandbox), state: sandbox.snapshot() }
})

/** `{charge}` becomes its id, also within what is expected. */
const filled = (text: string, ids: Ids): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => ids[key as keyof Ids] ?? name)

const send = async ({ ask, type, body, key, options }: Habit) => {
  const { ids, state } = await begun()
  const sandbox = makeSandbox(options)
  sandbox.restore(state)
  await sandbox.listen({ port: 0 })
  const [method = '', path = ''] = filled(ask, ids).split(' ')
  const headers = {
    authorization: sandbox.authorization[key ?? 'secret'],
    'service-version': '2019-05-29',
    ...(type === null ? {} : { 'content-type': type }),
    // What has no body still says its length, where that is 0.
    ...(body === null && method !== 'GET' ? { 'content-length': '0' } : {}),
  }
  const answer = await keepAlive()(`${sandbox.url}${path}`, {
    method,
    headers,
    ...(body === null ? {} : { body: filled(body, ids) }),
  })
  return { status: answer.status, body: JSON.parse(answer.text), ids }
}

describe('a request in the style of a published client is accepted', () => {
  test.each(habits)('$who: $ask $body', async (habit) => {
    const { status, body, ids } = await send(habit)
    expect(body).toMatchObject(expected(habit.shows, ids))
    if (!('code' in habit.shows)) expect(status).toBe(200)
  })
})

const expected = (shows: object, ids: Ids): object =>
  Object.fromEntries(
    Object.entries(shows).map(([name, value]) => [
      name,
      value instanceof RegExp
        ? expect.stringMatching(value)
        : typeof value === 'string'
          ? filled(value, ids)
          : value,
    ]),
  )

/** Every object that an answer holds, at any depth; free data aside. */
const objectsIn = (value: unknown): readonly Record<string, unknown>[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  const { metadata: _, ...rest } = value as Record<string, unknown>
  return [...('object' in value ? [rest] : []), ...Object.values(rest).flatMap(objectsIn)]
}

test('the location of every object is a path that clients can request', async ({ sandbox }) => {
  const ids = await make(sandbox)
  const client = makeClient(sandbox)
  const paths = [
    ...['charges', 'customers', 'disputes', 'events', 'recipients', 'refunds', 'schedules', 'sources'],
    ...['transfers', 'transactions', 'links', 'receipts', 'account', 'balance', 'capability', 'forex/usd'],
  ]
  const answers = await Promise.all(paths.map((path) => client.get(`/${path}`)))
  const token = await client.get(`/tokens/${ids.token}`, {}, { host: 'vault' })
  expect(token.body.location).toBe(`/tokens/${ids.token}`)
  const located = [token, ...answers]
    .flatMap(({ body }) => objectsIn(body))
    .filter(({ location }) => location !== undefined)
  expect(located.length).toBeGreaterThan(50)
  for (const { object, location } of located)
    expect([object, location]).toEqual([object, location === null ? null : expect.stringMatching(/^\/\w/)])
})
