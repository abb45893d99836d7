import { afterAll, describe, expect, test } from 'vitest'
import type { Route } from '../../src/service/http/route'
import { routes } from '../../src/service/resources/registry'
import { type EndpointSpec, endpoints } from '../spec/endpoints'
import { type Answer, type Asking, type Client, makeClient } from '../support/client'
import { expectError, expectSuccess, plainSandbox, setUpWith, stateOf } from '../support/set-up'
import { askOperation, furnish, type Records } from '../support/tour'

const nameOf = ({ method, path }: EndpointSpec): string => `${method} ${path}`

const named = endpoints.map((row) => ({ row, name: nameOf(row), returns: row.returns }))

/** `/customers/:id/cards/:card_id` -> `/customers/:/cards/:`: the names of parameters do not matter. */
const shapeOf = (method: string, path: string): string =>
  `${method.toUpperCase()} ${path.replace(/:[a-z_]+/g, ':')}`

const ours = new Map(routes.map((route) => [shapeOf(route.method, route.path), route]))
const ourRoute = (row: EndpointSpec): Route | undefined => ours.get(shapeOf(row.method, row.path))

/** What the specification calls by two names. */
const objectOf = (name: string | undefined): string | undefined =>
  name === 'transfer_schedule' ? 'schedule' : name

const open = setUpWith(furnish)

interface EndpointCase {
  readonly client: Client
  readonly made: Records
}

const askIn = ({ client, made }: EndpointCase, row: EndpointSpec, asking: Asking): Promise<Answer> =>
  askOperation(client, made, [row.method, row.path.replace(':card_id', ':sub_id')], asking)

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
