/** Contract 6: a bad body gets 422 with its issues, whichever operation of the control plane it was for. */
import { describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/pages/routes'
import { type ControlClient, makeControl } from '../support/control'
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

/** The status of an answer that changes nothing; the client holds that a 422 has its issues. */
const statusOf = async (method: keyof ControlClient, path: string, body?: string): Promise<number> => {
  const sandbox = makeSandbox()
  const before = stateOf(sandbox)
  const { status } = await makeControl(sandbox)[method](path, body)
  expect(stateOf(sandbox), 'nothing has changed').toBe(before)
  return status
}

describe('a 422 has issues', () => {
  describe.each(takesBody.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
    test.each([
      ['no JSON', '{"advance"'],
      ['a list', '[]'],
      ['a text', '"text"'],
      ['a number', '1'],
      ['an unknown member, or a missing value', '{"no_such_member":[{}]}'],
    ])('for %s', async (_, body) => {
      expect(await statusOf(method, placeOf(path), body)).toBe(422)
    })
  })

  test.each(takesQuery.map(({ method, path }) => [method, path] as const))(
    '%s %s for a parameter that it does not know',
    async (method, path) => {
      expect(await statusOf(method, `${placeOf(path)}?no_such_parameter=1`)).toBe(422)
    },
  )

  const scoped = routes.filter((route) => route.scoped !== undefined && route.page !== true)
  test.each(scoped.map(({ method, path, example }) => [method, path, example] as const))(
    '%s %s for an unknown mode, even if the rest is valid',
    async (method, path, example = {}) => {
      const body = method === 'get' || method === 'delete' ? undefined : JSON.stringify(example)
      expect(await statusOf(method, `${placeOf(path)}?livemode=perhaps`, body)).toBe(422)
    },
  )
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
  expect(await statusOf('post', '/snapshots', 'null')).toBe(200)
})
