/** Contract 9.2: every client of Node reaches the sandbox at the hosts that its code has built in. */

import https from 'node:https'
import { FormData as UndiciFormData, request as undiciRequest } from 'undici'
import { describe, expect, test } from 'vitest'
import { clients, viaGet, viaHttp, viaNode } from './clients'
import { headersOf, intercepted } from './intercepted'

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

// Contract 9.2: bodies of intercepted calls, and of their answers, are what they are over sockets.

test('forms and bodies of GET arrive by undici and node:http as they do over sockets', async () => {
  const sandbox = intercepted()
  const form = new UndiciFormData()
  for (const [name, value] of Object.entries({ email: 'a@example.com', description: 'A' }))
    form.append(name, value)
  const headers = headersOf(sandbox)
  const { body } = await undiciRequest('https://api.example.com/customers', {
    method: 'POST',
    headers,
    body: form,
  })
  expect(await body.json()).toEqual(sandbox.customers.last())
  const limit = JSON.stringify({ limit: 1 })
  const list = await viaNode(https.request)('https://api.example.com/customers', {
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(limit.length) },
    body: limit,
  })
  expect(list.body.limit).toBe(1)
})

test('fetch takes every kind of body, and gives the answer with its length', async () => {
  const sandbox = intercepted()
  const fields = { description: '\ufeffHalf of \ud83c, and \u{1f600}' }
  const form = new FormData()
  form.set('description', fields.description)
  const text = JSON.stringify({ description: '\u{1f600}' })
  const json = { ...headersOf(sandbox), 'content-type': 'application/json' }
  for (const [body, headers] of [
    [new URLSearchParams(fields), headersOf(sandbox)],
    [form, headersOf(sandbox)],
    [text, json],
    [new Blob([text]), json],
    [new Blob([text]).stream(), json],
  ] as const) {
    const init = { method: 'POST', headers, body, duplex: 'half' }
    const url = 'https://api.example.com/customers'
    for (const call of [() => fetch(url, init), () => fetch(new Request(url, init))]) {
      const answer = await call()
      const { byteLength } = await answer.clone().arrayBuffer()
      expect(answer.headers.get('content-length')).toBe(String(byteLength))
      expect(await answer.json()).toEqual(sandbox.customers.last())
      expect(sandbox.customers.last()?.description).toContain('\u{1f600}')
      if (body instanceof ReadableStream) break
    }
  }
})

test('null in place of options is none, as for the fetch of the platform and for sandbox.fetch', async () => {
  const sandbox = intercepted()
  // What JavaScript may pass, although the types do not have it.
  const none = null as never
  const calls: [fetch: typeof fetch, url: string][] = [
    [fetch, 'https://api.example.com'],
    [sandbox.fetch as typeof fetch, sandbox.url],
  ]
  for (const [call, url] of calls) {
    const request = new Request(`${url}/account`, { headers: headersOf(sandbox) })
    expect((await call(url, none)).status).toBe(200)
    expect((await call(request, none)).status).toBe(200)
  }
})

test('HEAD is answered without a body, and with its length', async () => {
  const sandbox = intercepted()
  const init = { method: 'HEAD', headers: headersOf(sandbox) }
  const head = await fetch('https://api.example.com/account', init)
  const whole = await fetch('https://api.example.com/account', { headers: init.headers })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'))
  const seen = await viaNode(https.request, { method: 'HEAD' })('https://api.example.com/account', {
    headers: init.headers,
  })
  expect(seen).toEqual({ status: 200, body: {} })
})

test('a large body, one that is too large and one that waits for its turn are answered as over a socket', async () => {
  const sandbox = intercepted()
  const headers = { ...headersOf(sandbox), 'content-type': 'application/json' }
  const post = viaNode(https.request, { method: 'POST' })
  const url = 'https://api.example.com/customers'
  const email = '{"email":"a@example.com"}'
  expect((await post(url, { headers, body: email.padEnd(900_000) })).body).toMatchObject({
    object: 'customer',
  })
  const tooLarge = await post(url, { headers, body: email.padEnd(2_000_000) })
  expect(tooLarge.status).toBe(413)
  const patient = { headers: { ...headers, expect: '100-continue' }, body: email }
  expect((await post(url, patient)).body).toMatchObject({ email: 'a@example.com' })
})
