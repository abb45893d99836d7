/** Contract 9.2: every client of Node reaches the sandbox at the hosts that its code has built in. */
import { describe, expect, test } from 'vitest'
import { clients, viaGet, viaHttp } from './clients'
import { intercepted } from './intercepted'

const card = 'card[name]=A&card[number]=4242424242424242&card[expiration_month]=1&card[expiration_year]=2030'
const headersFor = (authorization: string) => ({
  authorization,
  'content-type': 'application/x-www-form-urlencoded',
})

describe.each(Object.entries(clients))('%s', (_, client) => {
  test('takes a token at the vault and a charge at the API', async () => {
    const sandbox = intercepted('omise')
    const token = await client('https://vault.omise.co/tokens', {
      method: 'POST',
      headers: headersFor(sandbox.authorization.public),
      body: card,
    })
    expect(token).toEqual({ status: 200, body: sandbox.tokens.last() })
    const charge = await client('https://api.omise.co/charges', {
      method: 'POST',
      headers: headersFor(sandbox.authorization.secret),
      body: `amount=10000&currency=thb&card=${token.body.id}`,
    })
    expect(charge).toEqual({ status: 200, body: sandbox.charges.last() })
    const read = await client(`https://api.omise.co/charges/${charge.body.id}`, {
      headers: { authorization: sandbox.authorization.secret },
    })
    expect(read).toEqual(charge)
  })

  test('gets the error answers of the service', async () => {
    intercepted('omise')
    const { status, body } = await client('https://api.omise.co/charges', { headers: headersFor('Basic x') })
    expect([status, body.code]).toEqual([401, 'authentication_failure'])
  })

  test('sees a cut connection as one', async () => {
    const { faults, authorization } = intercepted('omise')
    faults.add({ path: '/account', drop: 'request' })
    const error = await client('https://api.omise.co/account', {
      headers: headersFor(authorization.secret),
    }).catch((e) => e)
    expect(error).toBeInstanceOf(Error)
    expect([error.code, error.cause?.code]).toContain('ECONNRESET')
  })

  test('ends its call when it is aborted or takes too long', async () => {
    const { faults, authorization } = intercepted('omise')
    faults.add({ path: '/account', delayMs: 60_000, times: 2 })
    const headers = headersFor(authorization.secret)
    const abort = new AbortController()
    const stopped = client('https://api.omise.co/account', { headers, signal: abort.signal })
    setImmediate(() => abort.abort())
    await expect(stopped).rejects.toThrow()
    await expect(client('https://api.omise.co/account', { headers, timeoutMs: 20 })).rejects.toThrow()
  })

  test('is refused a neighbour of a mapped host by name, without a socket', async () => {
    intercepted('omise')
    const error = await client('https://unmapped.omise.co/charges', { headers: {} }).catch((e) => e)
    expect([error.code, error.cause?.code]).toContain('ERR_PAYMENT_SANDBOX_UNMAPPED_HOST')
    expect(`${error.message} ${error.cause?.message}`).toContain('unmapped.omise.co')
  })
})

test('plain http and named imports made before reach the sandbox as well', async () => {
  const sandbox = intercepted('omise')
  const headers = headersFor(sandbox.authorization.secret)
  for (const [client, url] of [
    [viaHttp, 'http://api.omise.co:8080/account'],
    [viaGet, 'https://api.omise.co/account'],
  ] as const)
    expect((await client(url, { headers })).body.object).toBe('account')
})
