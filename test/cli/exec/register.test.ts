/** Contract 9.3: payment-sandbox/register, in a process whose code knows nothing of the sandbox. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { makeSandbox } from '../../support/set-up'
import { authorization, type Ended, keys, run } from '../command'

const inDist = (file: string): string => fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url))

const ways = [
  ['--import', inDist('register.js')],
  ['--require', inDist('register.cjs')],
] as const

const node = (way: readonly string[], code: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  run(process.execPath, [...way, '--input-type=commonjs', '--eval', code], env).ended

const environmentOf = ({ url, vaultUrl }: Sandbox): NodeJS.ProcessEnv => ({
  PAYMENT_SANDBOX_INTERCEPT: 'omise',
  PAYMENT_SANDBOX_URL: url,
  PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
})

const listening = async (): Promise<Sandbox> => {
  const sandbox = makeSandbox()
  await sandbox.listen({ port: 0 })
  return sandbox
}

const checkout = `
  const client = require('omise')({ publicKey: '${keys.public}', secretKey: '${keys.secret}' })
  const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }
  client.tokens.create({ card })
    .then(({ id }) => client.charges.create({ amount: 10000, currency: 'thb', card: id }))
    .then(({ id }) => client.charges.createRefund(id, { amount: 100 }))
    .then(({ object }) => console.log(object))
`

describe.each(ways)('node %s', (...way) => {
  test('lets the published client pay, also where the environment names a proxy', async () => {
    const sandbox = await listening()
    const env = { ...environmentOf(sandbox), http_proxy: 'http://127.0.0.1:1' }
    expect(await node(way, checkout, env)).toEqual({ code: 0, stdout: 'refund\n', stderr: '' })
    expect(sandbox.refunds.last()?.amount).toBe(100)
  })

  test('lets fetch, a cut connection, a refused host and this machine be what they are', async () => {
    const sandbox = await listening()
    sandbox.faults.add({ path: '/balance', drop: 'response' })
    const code = `
      const headers = { authorization: '${authorization()}' }
      const ask = (url) => fetch(url, { headers }).then((answer) => answer.status, (error) => error.code ?? error.cause.code)
      const urls = ['https://api.omise.co/account', 'https://api.omise.co/balance', 'https://www.omise.co/',
        'https://api.omise.co/_sandbox/health', '${sandbox.url}/_sandbox/health']
      Promise.all(urls.map(ask)).then((seen) => console.log(seen.join(' ')))
    `
    const { stdout } = await node(way, code, environmentOf(sandbox))
    expect(stdout).toBe('200 ECONNRESET ERR_PAYMENT_SANDBOX_UNMAPPED_HOST 403 200\n')
  })
})

describe('without PAYMENT_SANDBOX_VAULT_URL', () => {
  const unset = { PAYMENT_SANDBOX_VAULT_URL: '' }

  test('the vault is where the sandbox says it is', async () => {
    const sandbox = await listening()
    const env = { ...environmentOf(sandbox), ...unset }
    expect(await node(ways[0], checkout, env)).toEqual({ code: 0, stdout: 'refund\n', stderr: '' })
    expect(sandbox.requests.list({ path: '/tokens' })).toHaveLength(1)
  })

  test('a sandbox that asks for its token is asked with it, and without one it ends with one line', async () => {
    const sandbox = makeSandbox()
    await sandbox.listen({ port: 0, controlToken: 'mine' })
    const env = { ...environmentOf(sandbox), ...unset }
    const withToken = { ...env, PAYMENT_SANDBOX_CONTROL_TOKEN: 'mine' }
    expect(await node(ways[0], checkout, withToken)).toMatchObject({ code: 0, stdout: 'refund\n' })
    const { code, stderr } = await node(ways[0], checkout, env)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^payment-sandbox\/register: PAYMENT_SANDBOX_VAULT_URL is not set, and http:\S+ \(PAYMENT_SANDBOX_URL\) asks for its token, which PAYMENT_SANDBOX_CONTROL_TOKEN must have: set it to .*\n$/,
    )
  })
})

test.each<[way: 0 | 1, name: string, change: NodeJS.ProcessEnv, says: string]>([
  [
    0,
    'a sandbox',
    {},
    'no sandbox answers at http://127.0.0.1:1 (PAYMENT_SANDBOX_URL): connect ECONNREFUSED',
  ],
  [
    1,
    'hosts',
    { PAYMENT_SANDBOX_INTERCEPT: '' },
    'PAYMENT_SANDBOX_INTERCEPT is not set: it must be hosts such as api=',
  ],
  [
    0,
    'known hosts',
    { PAYMENT_SANDBOX_INTERCEPT: 'api' },
    'PAYMENT_SANDBOX_INTERCEPT must be hosts such as api=',
  ],
  [
    1,
    'an address',
    { PAYMENT_SANDBOX_VAULT_URL: 'x' },
    'PAYMENT_SANDBOX_VAULT_URL is "x", which is not an http or https URL',
  ],
])('in way %i, without %s it ends with one line', async (way, _, change, says) => {
  const nowhere = { url: 'http://127.0.0.1:1', vaultUrl: 'http://127.0.0.1:1' } as Sandbox
  const env = { ...environmentOf(nowhere), ...change }
  const { code, stderr } = await node(ways[way], 'setTimeout(() => {}, 60000)', env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^payment-sandbox\/register: .*\n$/)
  expect(stderr).toContain(says)
})
