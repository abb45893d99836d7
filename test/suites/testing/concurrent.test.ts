/** Contract 17: interceptions of one host side by side, told apart by the keys of the calls. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../src/index'
import { intercept } from '../../../src/suites/intercept/intercept'
import { FileCoverage, open } from '../../../src/suites/testing/open'
import { createTest } from '../../../src/suites/testing/vitest'
import { clients } from '../intercept/clients'

const api = 'https://api.omise.co'

const keysOf = (name: string): SandboxOptions => ({
  publicKey: `pkey_test_${name}`,
  secretKey: `skey_test_${name}`,
})

const basic = (key: string): string => `Basic ${btoa(`${key}:`)}`
const asking = (authorization?: string) => ({ headers: authorization === undefined ? {} : { authorization } })

const opened = (options?: SandboxOptions): Sandbox => {
  const sandbox = createSandbox(options)
  const { stop } = intercept(sandbox, 'omise')
  onTestFinished(stop)
  return sandbox
}

const rejection = (
  call: Promise<unknown>,
): Promise<Error & { code?: string; cause?: Error & { code?: string } }> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error) => error,
  )

describe('tests that run concurrently', () => {
  const concurrent = createTest({ intercept: 'omise' })
  const seen: string[] = []
  let waiting = 3
  let goOn = (): void => undefined
  const all = new Promise<void>((resolve) => {
    goOn = resolve
  })
  /** Until each of the tests has begun. */
  const together = (): Promise<void> => {
    waiting -= 1
    if (waiting === 0) goOn()
    return all
  }

  concurrent.concurrent.for(['a@example.com', 'b@example.com', 'c@example.com'])(
    'have a sandbox each, with keys of its own: %s',
    async (email, { sandbox }) => {
      await together()
      for (const client of Object.values(clients))
        await client(`${api}/customers`, {
          method: 'POST',
          headers: {
            authorization: basic(sandbox.keys.secret),
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: `email=${email}`,
        })
      expect(new Set(sandbox.customers.list().map((customer) => customer.email))).toEqual(new Set([email]))
      expect(sandbox.customers.count()).toBe(Object.keys(clients).length)
      expect(seen).not.toContain(sandbox.keys.secret)
      expect(sandbox.keys.secret).not.toBe('skey_test_sandbox')
      seen.push(sandbox.keys.secret)
    },
  )

  concurrent.concurrent('fail when they call with the key that everyone knows', async ({ sandbox }) => {
    const error = await rejection(fetch(`${api}/account`, asking(basic('skey_test_sandbox'))))
    expect(error.cause?.message).toMatch(/skey_test_sandbox.*concurrent tests have keys.*sandbox\.keys/)
    expect(sandbox.requests.count()).toBe(0)
  })
})

describe('tests one after the other', () => {
  const sequential = createTest({ intercept: 'omise' })
  sequential.for([1, 2])('keep the keys that everyone knows: %i', (_, { sandbox }) => {
    expect(sandbox.keys).toEqual({ public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' })
  })

  test('have keys of their own where a sandbox opens beside one that is open', async () => {
    const opening = () => open({ intercept: 'omise' }, new FileCoverage())
    const outer = await opening()
    onTestFinished(outer.close)
    const inner = await opening()
    onTestFinished(inner.close)
    expect(outer.sandbox.keys.secret).toBe('skey_test_sandbox')
    expect(inner.sandbox.keys.secret).not.toBe('skey_test_sandbox')
    for (const { sandbox } of [outer, inner]) {
      expect((await fetch(`${api}/account`, asking(sandbox.authorization.secret))).status).toBe(200)
      expect(sandbox.requests.count()).toBe(1)
    }
  })

  test('intercept() of another sandbox with the same keys is refused', () => {
    opened()
    expect(() => intercept(createSandbox(), 'omise')).toThrow(
      expect.objectContaining({
        code: 'already_intercepted',
        message: expect.stringContaining('a sandbox with the same keys'),
      }),
    )
  })
})

describe('several interceptions of one host', () => {
  test.each(Object.entries(clients))('are told apart by the key of the call, by %s', async (_, client) => {
    const [one, two] = [opened(), opened(keysOf('two'))]
    const account = async (sandbox: Sandbox) =>
      (await client(`${api}/account`, { headers: { authorization: sandbox.authorization.secret } })).status
    expect([await account(one), await account(two)]).toEqual([200, 200])
    expect([one.requests.count(), two.requests.count()]).toEqual([1, 1])
    const error = await rejection(
      client(`${api}/account`, { headers: { authorization: basic('skey_test_x') } }),
    )
    expect([error.code, error.cause?.code]).toContain('ERR_PAYMENT_SANDBOX_UNKNOWN_KEY')
    expect(`${error.message} ${error.cause?.message}`).toMatch(/concurrent tests have keys.*sandbox\.keys/)
  })

  test('know the public keys, and those of every account', async () => {
    const [one, two] = [opened(), opened(keysOf('two'))]
    const account = two.createAccount()
    for (const key of [two.keys.public, account.test.keys.secret, account.live.keys.secret])
      await fetch(`${api}/capability`, asking(basic(key)))
    expect([one.requests.count(), two.requests.count()]).toEqual([0, 3])
  })

  test('leave what each has alone when one stops', async () => {
    const two = opened(keysOf('two'))
    const one = createSandbox()
    const { stop } = intercept(one, 'omise')
    stop()
    expect((await fetch(`${api}/account`, asking(two.authorization.secret))).status).toBe(200)
    const error = await rejection(fetch(`${api}/account`, asking(one.authorization.secret)))
    expect(error.cause?.message).toContain('sandbox.keys')
  })

  test('take a page of a payer, which has no key, by the id in its path', async () => {
    const [one, two] = [opened(), opened(keysOf('two'))]
    const source = { type: 'promptpay' }
    const pay = async ({ authorization }: Sandbox) => {
      const headers = { authorization: authorization.secret, 'content-type': 'application/json' }
      const body = JSON.stringify({ amount: 10_000, currency: 'thb', source })
      return (await fetch(`${api}/charges`, { method: 'POST', headers, body })).json()
    }
    await pay(one)
    const { id } = await pay(two)
    const page = await fetch(`${api}/payments/${id.replace('chrg', 'paym')}/authorize`)
    expect([page.status, two.requests.last()?.path]).toEqual([200, new URL(page.url).pathname])
    const error = await rejection(fetch(`${api}/payments/paym_test_none/authorize`))
    expect(error.cause?.message).toMatch(/without a key.*concurrent tests.*sandbox\.keys/)
  })
})

test('one sandbox alone answers every other key as the service does', async () => {
  for (const options of [undefined, keysOf('own')]) {
    const sandbox = createSandbox(options)
    const { stop } = intercept(sandbox, 'omise')
    expect((await fetch(`${api}/account`, asking(basic('skey_test_wrong')))).status).toBe(401)
    stop()
  }
})
