/** Contract 6: a bad body gets 422 with its issues, whichever operation of the control plane it was for. */
import { describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/pages/routes'
import { makeControl } from '../support/control'
import { makeSandbox, stateOf } from '../support/set-up'

const routes = controlRoutes()
const takesBody = routes.filter(({ method }) => method === 'post' || method === 'put' || method === 'patch')
/** Pages show what they can, whatever else their address says. */
const takesQuery = routes.filter(
  ({ method, page }) => page !== true && (method === 'get' || method === 'delete'),
)

/** An id that the account has where the path needs one, as what is checked is the body. */
const placeOf = (path: string): string =>
  path
    .replace('/accounts/:id', '/accounts/acct_sandbox')
    .replace(':event_key', 'charge.create')
    .replace(':kind', 'charges')
    .replace(/:\w+/g, 'x')

const ask = async (method: string, path: string, body: string | null = null) => {
  const sandbox = makeSandbox()
  const before = stateOf(sandbox)
  const headers = { accept: 'application/json' }
  const sent = { method: method.toUpperCase(), headers, body }
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, sent)
  const shown: unknown = await answer.json()
  expect(stateOf(sandbox), 'nothing has changed').toBe(before)
  return { status: answer.status, shown }
}

const withIssues = {
  error: expect.objectContaining({
    message: expect.stringMatching(/./),
    issues: expect.arrayContaining([{ path: expect.any(String), message: expect.stringMatching(/./) }]),
  }),
}

describe('a 422 has issues', () => {
  describe.each(takesBody.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
    test.each([
      ['no JSON', '{"advance"'],
      ['a list', '[]'],
      ['a text', '"text"'],
      ['a number', '1'],
    ])('for %s', async (_, body) => {
      const { status, shown } = await ask(method, placeOf(path), body)
      expect([status, shown]).toEqual([422, withIssues])
    })

    test('for an unknown member, or a missing value', async () => {
      const { status, shown } = await ask(method, placeOf(path), '{"no_such_member":[{}]}')
      expect([status, shown]).toEqual([422, withIssues])
    })
  })

  test.each(takesQuery.map(({ method, path }) => [method, path] as const))(
    '%s %s for a parameter that it does not know',
    async (method, path) => {
      const { status, shown } = await ask(method, `${placeOf(path)}?no_such_parameter=1`)
      expect([status, shown]).toEqual([422, withIssues])
    },
  )

  test.each(
    routes
      .filter(({ scoped, page }) => scoped !== undefined && page !== true)
      .map(({ method, path }) => [method, path] as const),
  )('%s %s for an unknown mode, even if the rest is valid', async (method, path) => {
    const example = routes.find((route) => route.method === method && route.path === path)?.example
    const body = method === 'get' || method === 'delete' ? null : JSON.stringify(example ?? {})
    const { status, shown } = await ask(method, `${placeOf(path)}?livemode=perhaps`, body)
    expect([status, shown]).toEqual([422, withIssues])
  })
})

describe('an issue names the part of the body', () => {
  test('that would move the clock back', async () => {
    const { body } = await makeControl(makeSandbox()).post('/clock', { set: '2020-01-01T00:00:00Z' })
    expect(body).toMatchObject({ error: { issues: [{ path: 'set' }] } })
  })

  test('that holds parameters of a trigger which the service refuses', async () => {
    const { status, body } = await makeControl(makeSandbox()).post('/trigger/charge.create', { amount: 1 })
    expect([status, body]).toMatchObject([400, { error: { issues: [{ path: 'amount' }] } }])
  })
})

test('a body of null counts as no body', async () => {
  const { status } = await ask('post', '/snapshots', 'null')
  expect(status).toBe(200)
})
