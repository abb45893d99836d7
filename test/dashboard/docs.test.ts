/** Contract 4: GET /_sandbox/docs, the OpenAPI documents as a page to read. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes'
import { curlOf, type Here } from '../../src/dashboard/curl'
import { operationsOf } from '../../src/docs/operations'
import type { Sandbox } from '../../src/index'
import { catalogue } from '../../src/kernel/errors'
import { openApiDocument } from '../../src/openapi/document'
import { routes } from '../../src/resources/registry'
import { setUp } from '../support/set-up'

const pageAt = async ({ fetch, url }: Pick<Sandbox, 'fetch' | 'url'>, query = '') => {
  const answer = await fetch(`${url}/_sandbox/docs${query}`)
  return { answer, text: await answer.text() }
}

/** The text of the page. */
const read = (text: string): string =>
  text
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')

const linesOf = (text: string): readonly string[] =>
  [...text.matchAll(/<pre>(curl [^<]*)<\/pre>/g)].map(([, line = '']) => read(line))

const document = openApiDocument({
  baseUrl: 'http://api.test',
  vaultUrl: 'http://vault.test',
  headerPrefix: 'Service',
})

describe('the page', () => {
  /** Operations that a page does not show. */
  const missingIn = (text: string, operations: readonly { method: string; path: string }[]) =>
    operations
      .map(
        ({ method, path }) =>
          `<b>${method.toUpperCase()}</b> <code>${path.replace(/:(\w+)/g, '{$1}')}</code>`,
      )
      .filter((shown) => !text.includes(shown))

  test('has every operation of the service, its errors, and every form of an answer', async () => {
    const { text } = await pageAt(setUp().sandbox)
    const operations = operationsOf(document)
    expect(operations.length).toBe(routes.length)
    expect(missingIn(text, operations)).toEqual([])
    for (const name of ['payment_declined', 'search_unavailable', 'dispute_not_found', 'used_token'] as const)
      expect(text.includes(`<code>${catalogue[name].code}</code>`)).toBe(true)
    const places = [...text.matchAll(/href="#([\w-]+)"/g)].map(([, place]) => place)
    expect(places.filter((place) => !text.includes(`id="${place}"`))).toEqual([])
    expect(places.length).toBeGreaterThan(operations.length / 2)
  })

  test('or, with ?of=control, every operation of the control plane', async () => {
    const { text } = await pageAt(setUp().sandbox, '?of=control')
    expect(missingIn(text, controlRoutes())).toEqual([])
  })

  test('loads nothing from other sites, and may run only its own script', async () => {
    for (const query of ['', '?of=control']) {
      const { answer, text } = await pageAt(setUp().sandbox, query)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const [, nonce = ''] = /<style nonce="([\w-]{36})">/.exec(text) ?? []
      expect(answer.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      expect(text).not.toMatch(/<script|\ssrc=|\sstyle=|\son\w+=|href="(?!#|\/_sandbox\/)|url\(|@import/)
    }
  })

  test('an unknown document is 422, and a page of another site sees nothing', async () => {
    const { fetch, url } = setUp().sandbox
    expect((await fetch(`${url}/_sandbox/docs?of=everything`)).status).toBe(422)
    const headers = { origin: 'https://evil.example' }
    expect((await fetch(`${url}/_sandbox/docs`, { headers })).status).toBe(403)
  })
})

describe('the lines to type', () => {
  test('reach this sandbox: read, create a token, charge it, refund the charge, move the clock', async () => {
    const { client, sandbox } = setUp({ fixtures: ['first-sale'] })
    await sandbox.listen({ port: 0 })
    await client.customer()
    const all = [
      ...linesOf((await pageAt(sandbox)).text),
      ...linesOf((await pageAt(sandbox, '?of=control')).text),
    ]
    const line = (like: string): string =>
      all.find((one) => one.includes(like)) ?? expect.fail(`no line has ${like}`)
    const { url, vaultUrl, keys } = sandbox
    const session = [
      `curl ${url}/charges -u ${keys.secret}:`,
      line(`${url}/charges/${sandbox.charges.last()?.id} -u`),
      line(`${vaultUrl}/tokens -u ${keys.public}:`),
      line('-d currency=thb -d customer=cust_'),
      line(`/charges/${sandbox.charges.last()?.id}/refunds`),
      line('/_sandbox/clock -d'),
    ]
    expect(all).toContain(session[0])
    const { stdout } = await promisify(execFile)('bash', [
      '-euc',
      session.map((one) => `${one} -sf; echo`).join('\n'),
    ])
    expect(stdout).toContain('"object": "refund"')
    expect(sandbox.charges.count()).toBe(2)
    expect(sandbox.tokens.last()?.used).toBe(false)
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-30T09:00:00.000Z')
  })

  const here: Here = {
    url: 'http://api.test',
    keys: { public: 'pkey_test_a', secret: 'skey_test_a' },
    newest: (kind) => (kind === 'charges' ? 'chrg_test_1' : undefined),
    newestLike: (prefix) => (prefix === 'cust' ? 'cust_test_1' : undefined),
    asJson: false,
    asksForToken: false,
  }
  const lines = (method: string, path: string): readonly string[] => {
    const operation = operationsOf(document).find((one) => one.method === method && one.path === path)
    return operation === undefined ? expect.fail(path) : curlOf(operation, here).map(({ line }) => line)
  }

  test.each([
    ['GET', '/charges', 'curl http://api.test/charges -u skey_test_a:'],
    ['GET', '/charges/{id}', 'curl http://api.test/charges/chrg_test_1 -u skey_test_a:'],
    ['GET', '/customers/{id}', 'curl http://api.test/customers/customer_id -u skey_test_a:'],
    ['DELETE', '/customers/{id}', 'curl http://api.test/customers/customer_id -u skey_test_a: -X DELETE'],
    [
      'POST',
      '/charges/{id}/reverse',
      'curl http://api.test/charges/chrg_test_1/reverse -u skey_test_a: -X POST',
    ],
    [
      'PATCH',
      '/charges/{id}',
      "curl http://api.test/charges/chrg_test_1 -u skey_test_a: -X PATCH -d 'metadata[order]=A-1002'",
    ],
  ])('%s %s', (method, path, line) => {
    expect(lines(method, path)).toEqual([line])
  })

  test('have a line for each example, with records that are there and quotes where a shell needs them', () => {
    const [card, customer] = lines('POST', '/charges')
    expect(card).toContain("-d card=tokn_test_example -d 'metadata[order]=A-1001'")
    expect(customer).toBe(
      'curl http://api.test/charges -u skey_test_a: -d amount=100000 -d currency=thb -d customer=cust_test_1',
    )
    expect(lines('POST', '/tokens')[0]).toMatch(/^curl http:\/\/vault\.test\/tokens -u pkey_test_a: /)
  })
})

test('operations are read with their parameters, types and errors', () => {
  const create = operationsOf(document).find(({ id }) => id === 'createCharge')
  expect(create).toMatchObject({
    method: 'POST',
    path: '/charges',
    key: 'secret',
    returns: { name: 'Charge' },
  })
  expect(create?.body).toContainEqual({
    name: 'amount',
    type: 'whole number, at least 0',
    required: true,
    text: 'In subunits of the currency; 0 with `authentication` only checks the card',
  })
  expect(create?.body.map(({ name }) => name)).toContain('source[type]')
  expect(create?.errors.find(({ status }) => status === '404')?.codes).toEqual(['not_found'])
  const list = operationsOf(document).find(({ path, method }) => path === '/charges' && method === 'GET')
  expect(list?.parameters).toContainEqual({
    name: 'limit',
    type: 'whole number, 1 to 100',
    required: false,
    text: 'How many records a page has',
  })
})
