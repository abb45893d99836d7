import { afterAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/service/http/route'
import { routes } from '../../src/service/resources/registry'
import { type EndpointSpec, endpoints } from '../spec/endpoints'
import { type Answer, type Asking, type Client, goodCard, makeClient } from '../support/client'
import { bytesOf, dispute, formWith } from '../support/disputes'
import type { Params } from '../support/form'
import { expectError, expectSuccess, plainSandbox, setUpWith, stateOf } from '../support/set-up'

const nameOf = ({ method, path }: EndpointSpec): string => `${method} ${path}`

const named = endpoints.map((row) => ({ row, name: nameOf(row), returns: row.returns }))

/** `/customers/:id/cards/:card_id` -> `/customers/:/cards/:`: the names of parameters do not matter. */
const shapeOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/:[a-z_]+/g, ':')}`

const ours = new Map(routes.map((route) => [shapeOf(route.method, route.path), route]))
const ourRoute = (row: EndpointSpec): Route | undefined => ours.get(shapeOf(row.method, row.path))

const payee = {
  name: 'Shop Ltd',
  type: 'corporation',
  bank_account: { brand: 'bbl', number: '1234567890', name: 'Shop Ltd' },
}

const promptpay = { type: 'promptpay', amount: 10_000, currency: 'thb' }

/** A dispute in each list; gives the open one. */
const disputes = async (client: Client): Promise<string> => {
  await client.patch(`/disputes/${(await dispute(client)).id}/close`, { status: 'won' })
  await client.patch(`/disputes/${(await dispute(client)).id}`, { message: 'It was delivered' })
  return (await dispute(client)).id
}

/** Schedules of both kinds, and a payment link. */
const repeated = async (client: Client, customer: string) => {
  const rule = { every: 1, period: 'day', start_on: '2026-02-01' }
  const recipient = (await client.post('/recipients', payee)).body.id
  const charge = { customer, amount: 10_000 }
  const transfers = await client.post('/schedules', { ...rule, transfer: { recipient, amount: 5000 } })
  const link = { amount: 10_000, currency: 'thb', title: 'Coffee', description: 'A cup' }
  return {
    transferSchedule: transfers.body.id,
    schedule: (await client.post('/schedules', { ...rule, charge })).body.id,
    link: (await client.post('/links', link)).body.id,
  }
}

/** What the specification calls by two names. */
const objectOf = (name: string | undefined): string | undefined =>
  name === 'transfer_schedule' ? 'schedule' : name

/** Records to point at, one of each kind. */
const furnish = async (client: Client) => {
  const customer = await client.customer()
  const charge = await client.charge({ customer: customer.id })
  await client.refund(charge.id, { amount: 100 })
  const newest = async (path: string): Promise<string> =>
    (await client.get<{ data: { id: string }[] }>(path)).body.data[0]?.id ?? ''
  return {
    charge: charge.id,
    customer: customer.id,
    card: customer.default_card ?? '',
    refund: await newest('/refunds'),
    token: (await client.token()).id,
    event: await newest('/events'),
    transaction: await newest('/transactions'),
    webhookSecret: await newest('/webhooks/secrets'),
    authorized: (await client.authorized()).id,
    dispute: await disputes(client),
    source: (await client.post('/sources', promptpay)).body.id,
    recipient: (await client.post('/recipients', payee)).body.id,
    transfer: (await client.post('/transfers', { amount: 5000 })).body.id,
    ...(await repeated(client, customer.id)),
  }
}
type Records = Awaited<ReturnType<typeof furnish>>

const photo = new File([bytesOf('photo.png')], 'photo.png')

/** Which record a path means, and what must be sent along; a row that needs neither is not named. */
const needs: Readonly<
  Record<string, (records: Records) => { id?: string; params?: Params; body?: FormData }>
> = {
  'POST /charges': ({ token }) => ({ params: { amount: 10_000, currency: 'thb', card: token } }),
  'PATCH /charges/:id': ({ charge }) => ({ id: charge, params: { description: 'Coffee' } }),
  'POST /charges/:id/capture': ({ authorized }) => ({ id: authorized }),
  'POST /tokens': () => ({ params: { card: goodCard } }),
  'POST /sources': () => ({ params: promptpay }),
  'POST /recipients': () => ({ params: payee }),
  'POST /transfers': () => ({ params: { amount: 4000 } }),
  'POST /disputes/:id/documents': () => ({ body: formWith({ file: photo }) }),
  'DELETE /webhooks/secrets/:id': ({ webhookSecret }) => ({ id: webhookSecret }),
  'PATCH /customers/:id': ({ customer, token }) => ({ id: customer, params: { card: token } }),
}

const recordOf = (path: string, records: Records): string => {
  const folder = path.split('/')[1]?.replace(/s$/, '') ?? ''
  return records[folder as keyof Records] ?? ''
}

const open = setUpWith(furnish)

interface Scene {
  readonly client: Client
  readonly made: Records
}

const askIn = async (
  { client, made: records }: Scene,
  row: EndpointSpec,
  asking: Asking,
): Promise<Answer> => {
  const { id, params, body } = needs[nameOf(row)]?.(records) ?? {}
  const path = row.path.replace(':card_id', records.card).replace(':id', id ?? recordOf(row.path, records))
  const ask = { GET: client.get, POST: client.post, PATCH: client.patch, DELETE: client.delete }[row.method]
  return body === undefined ? ask(path, params, asking) : client.send(row.method, path, { ...asking, body })
}

/** On the server of the row. */
const askedThere = async (row: EndpointSpec, key: string): Promise<Answer> =>
  askIn(await open(), row, { host: row.host, key })

const shared = plainSandbox()
afterAll(() => shared.close())

/** What is refused leaves the records as they are, so that all of it asks the same sandbox. */
const refused = async (row: EndpointSpec, asking: Asking): Promise<Answer> => {
  const client = makeClient(shared)
  furnished ??= furnish(client)
  const made = await furnished
  const before = stateOf(shared)
  const answer = await askIn({ client, made }, row, asking)
  expect(stateOf(shared)).toBe(before)
  return answer
}
let furnished: Promise<Records> | undefined

describe('spec 4: every endpoint', () => {
  test.each(named)('$name is built', ({ row }) => {
    expect(ourRoute(row)).toBeDefined()
  })

  test('an endpoint that the specification lacks is marked as taken from recordings', () => {
    const shown = new Set(endpoints.map((row) => shapeOf(row.method, row.path)))
    for (const [shape, route] of ours)
      expect([shape, route.spec === 'wire']).toEqual([shape, !shown.has(shape)])
  })
})

const takesKey = (row: EndpointSpec, kind: 'public' | 'secret'): boolean =>
  row.key === 'any' || row.key === kind

describe('spec 4: an endpoint answers as its row says', () => {
  test.each(named)('$name answers: $returns', async ({ row }) => {
    const body = expectSuccess(await askedThere(row, takesKey(row, 'secret') ? 'secret' : 'public'))
    const [, what, object] = /^(list of |deleted )?(.+)$/.exec(row.returns) ?? []
    if (what === 'list of ') {
      const shown = (body.data as { object: string }[]).map((record) => record.object)
      expect(body.object).toBe('list')
      expect(new Set(shown)).toEqual(new Set([objectOf(object)]))
    } else {
      expect(body.object).toBe(object)
      if (what === 'deleted ') expect(body.deleted).toBe(true)
    }
  })

  test.each(
    named.flatMap(({ row, name }) => (['secret', 'public'] as const).map((kind) => ({ row, name, kind }))),
  )('$name and a $kind key', async ({ row, kind }) => {
    if (takesKey(row, kind)) expectSuccess(await askedThere(row, kind))
    else expectError(await refused(row, { host: row.host, key: kind }), 'authentication_failure')
  })
})

describe('spec 4: an endpoint changes nothing', () => {
  test.each(named)('$name without a key', async ({ row }) => {
    expectError(await refused(row, { host: row.host, key: 'none' }), 'authentication_failure')
  })

  test.each(named)('$name on the other server, which does not answer it', async ({ row }) => {
    const host = row.host === 'api' ? 'vault' : 'api'
    const answer = await refused(row, { host, key: takesKey(row, 'secret') ? 'secret' : 'public' })
    // Reading a token works on both: the section that would say where does not exist.
    if (row.path === '/tokens/:id') expectSuccess(answer)
    else expectError(answer, host === 'api' ? 'invalid_domain' : 'not_found')
  })
})
