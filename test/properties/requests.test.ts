import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { cases, patience, seeded } from '../support/arbitraries'
import { goodCard, makeClient } from '../support/client'
import { encodeForm, type Params } from '../support/form'
import { plainSandbox, stateOf } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

interface Target {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly host?: 'vault'
}

/** A small world with a record of each kind, and every operation that could change one. */
const furnish = async () => {
  const sandbox = plainSandbox()
  const client = makeClient(sandbox)
  const customer = await client.customer()
  const token = await client.token()
  const paid = await client.charge({ customer: customer.id })
  const held = await client.authorized()
  const targets: readonly Target[] = [
    { method: 'POST', path: '/tokens', host: 'vault' },
    { method: 'POST', path: '/charges' },
    ...[paid, held].flatMap(({ id }): Target[] => [
      { method: 'PATCH', path: `/charges/${id}` },
      { method: 'POST', path: `/charges/${id}/capture` },
      { method: 'POST', path: `/charges/${id}/reverse` },
      { method: 'POST', path: `/charges/${id}/expire` },
      { method: 'POST', path: `/charges/${id}/refunds` },
    ]),
    { method: 'POST', path: '/customers' },
    { method: 'PATCH', path: `/customers/${customer.id}` },
    { method: 'DELETE', path: `/customers/${customer.id}` },
    { method: 'PATCH', path: `/customers/${customer.id}/cards/${customer.default_card}` },
    { method: 'DELETE', path: `/customers/${customer.id}/cards/${customer.default_card}` },
    { method: 'POST', path: '/charges/chrg_test_none/refunds' },
  ]
  return { sandbox, targets, token: token.id, saved: sandbox.snapshot(), state: stateOf(sandbox) }
}

const send = (sandbox: Sandbox, target: Target, body: string, type: string): Promise<Response> => {
  const vault = target.host === 'vault'
  return sandbox.fetch(`${vault ? sandbox.vaultUrl : sandbox.url}${target.path}`, {
    method: target.method,
    headers: {
      authorization: sandbox.authorization[vault ? 'public' : 'secret'],
      'content-type': type,
    },
    body,
  })
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

const word = fc.constantFrom(
  '',
  ' ',
  'a',
  'A-1',
  'กาแฟ',
  'x y&z=1',
  '100%',
  '+1',
  'é\u0000',
  '"{}"',
  'true',
  '0',
)
const metadata = fc.dictionary(
  fc.constantFrom('order', 'a.b', 'ชื่อ', 'x y', '__proto__', 'constructor', '1', 'a'),
  fc.oneof(word, fc.dictionary(fc.constantFrom('b', 'c', 'd e'), word, { maxKeys: 2, minKeys: 1 })),
  { minKeys: 1, maxKeys: 3 },
)
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

/** Parameters that a form can say as well: no null, and in metadata text only, which is all a form can carry. */
const sayable: fc.Arbitrary<Params> = fc.record(
  {
    amount: fc.oneof(
      fc.integer({ min: -5, max: 30_000 }),
      fc.constantFrom(2000.5, '10000', ' 2000 ', 'x', ''),
    ),
    currency: fc.constantFrom('thb', 'THB', 'usd', 'jpy', 'zzz', ''),
    capture: fc.oneof(fc.boolean(), fc.constantFrom('true', '0', 'no', 'maybe')),
    description: word,
    metadata,
    return_uri: fc.constantFrom('https://shop.example/back?a=1&b=2', 'nowhere', ''),
    expires_at: fc.constantFrom('2026-02-01', '2026-01-15T12:00:00+07:00', '2025-01-01', 'soon'),
    authentication: fc.constantFrom('3DS', 'none'),
    authorization_type: fc.constantFrom('pre_auth', 'final_auth', ''),
    platform_fee: fc.record({ fixed: maybe(fc.integer()), percentage: fc.constantFrom(1.5, '2', -1) }),
    unknown: fc.array(word, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

describe('spec 1 rule 1: a form and JSON are equivalent', () => {
  test('equal parameters get the same answer and leave the same state, in either encoding', async () => {
    const [one, other] = [await furnish(), await furnish()]
    expect(one.state).toBe(other.state)
    const times = cases(1000)
    let done = 0
    const property = fc.asyncProperty(
      fc.constantFrom(...one.targets),
      sayable,
      fc.boolean(),
      async (target, given, good) => {
        const order = { amount: 10_000, currency: 'thb', card: one.token }
        const params: Params = {
          ...given,
          ...(good && target.path === '/charges' ? order : {}),
          ...(target.path === '/tokens' ? { card: { ...goodCard, city: given.description } } : {}),
        }
        const asJson = await send(one.sandbox, target, JSON.stringify(params), json)
        const asForm = await send(other.sandbox, target, encodeForm(params), form)
        expect(await asForm.text()).toBe(await asJson.text())
        expect(asForm.status).toBe(asJson.status)
        expect(asForm.headers.get('sandbox-ignored-params')).toBe(
          asJson.headers.get('sandbox-ignored-params'),
        )
        const after = stateOf(one.sandbox)
        expect(stateOf(other.sandbox)).toBe(after)
        if (after !== one.state) for (const { sandbox, saved } of [one, other]) sandbox.restore(saved)
        if (asJson.status === 200) done += 1
      },
    )
    await fc.assert(property, seeded(times))
    expect(done).toBeGreaterThan(times / 5)
  })
})
