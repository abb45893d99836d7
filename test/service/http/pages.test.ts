/** Every page that is served, found by the tables of routes: a new one is held to the same rules by itself. */
import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { CheckoutSession, Sandbox } from '../../../src/index'
import { controlRoutes } from '../../../src/pages/routes'
import { app } from '../../../src/pages/service-app'
import { routes } from '../../../src/service/resources/registry'
import { inOmise } from '../../support/checkout'
import { dispute, upload } from '../../support/disputes'
import { expectSuccess, setUp, test } from '../../support/set-up'

const fits = (pattern: string, address: string): boolean => {
  const parts = new URL(address).pathname.split('/')
  const wanted = pattern.split('/')
  return (
    wanted.length === parts.length && wanted.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

/** Addresses for people, of the routes that are no operation of the API. */
const hosted = app()
  .routes.map(({ method, path }) => ({ method, path }))
  .filter(
    ({ method, path }) =>
      method === 'GET' && !routes.some((route) => fits(path, `http://localhost${route.path}`)),
  )

/** Every address that a record shows, and the same addresses with an unknown id. */
const furnish = async () => {
  const { client, sandbox } = setUp(inOmise)
  const waiting = await client.charge({ authentication: '3DS' })
  const link = (await client.post('/links', { amount: 0, currency: 'thb', title: 'a', description: 'b' }))
    .body
  const source = { type: 'promptpay', amount: 10_000, currency: 'thb' }
  await client.post('/charges', { amount: 10_000, currency: 'thb', source })
  await upload(client, (await dispute(client)).id, 'photo.png')
  const texts = ['/charges', '/links', '/disputes'].map(async (path) => (await client.get(path)).text)
  const known = [...(await Promise.all(texts)).join().matchAll(/"(https?:[^"]+)"/g)].map(
    ([, uri = '']) => uri,
  )
  const { redirect_url } = expectSuccess(
    await client.post<CheckoutSession>('/api/sessions', {
      amount: 10_000,
      currency: 'thb',
      style: { theme_color: '#173799' },
      redirect_urls: { complete_url: 'https://shop.example/thanks' },
    }),
  )
  known.push(
    redirect_url,
    `${redirect_url}/return?payment=1`,
    String(waiting.authorize_uri),
    `${link.payment_uri}/complete`,
    `${sandbox.vaultUrl}/provider?xdm_e=https://shop.example&xdm_c=default1`,
    `${sandbox.vaultUrl}/omise.js`,
    `${sandbox.vaultUrl}/omise.js.gz`,
    `${sandbox.url}/favicon.ico`,
    `${sandbox.url}/pages/payer.css`,
    `${sandbox.url}/exports/none/downloads/none`,
  )
  return { sandbox, known }
}

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const checkPage = async ({ fetch }: Sandbox, answer: Response, address: string): Promise<void> => {
  const text = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy, address).toMatch(/^default-src 'none';.*base-uri 'none';.*form-action .*frame-ancestors /)
  expect(policy, address).not.toContain('unsafe')
  expect(answer.headers.get('x-content-type-options'), address).toBe('nosniff')
  expect(answer.headers.get('referrer-policy'), address).toBe('same-origin')
  expect(text, address).not.toMatch(/ style="| on\w+="|<script(?! [^>]*\bsrc=)/)
  const loaded = [...text.matchAll(/<(link|script) [^>]*(?:href|src)="([^"]+)"/g)]
  const [, style] = /<style>([^<]*)</.exec(text) ?? []
  // The report of coverage is a file of its own; a hosted checkout has the colours of its shop.
  if (style === undefined) expect(loaded.length, address).toBeGreaterThan(0)
  else
    expect([/coverage|checkout/.test(address), policy]).toEqual([
      true,
      expect.stringContaining(sha256(style)),
    ])
  for (const [, element, file = ''] of loaded) {
    expect(policy, address).toContain(`${element === 'link' ? 'style' : 'script'}-src 'self'`)
    const { status, headers } = await fetch(new URL(file, address))
    expect(
      [status, headers.get('content-type'), headers.get('cache-control')],
      `${file} of ${address}`,
    ).toEqual([
      200,
      `text/${element === 'link' ? 'css' : 'javascript'}; charset=utf-8`,
      'public, max-age=31536000, immutable',
    ])
  }
}

const isPage = (answer: Response): boolean =>
  answer.headers.get('content-type')?.startsWith('text/html') === true

test('each hosted page has a policy, and loads its style and script from its own server alone', async () => {
  const { sandbox, known } = await furnish()
  const found = new Set<string>()
  for (const { path } of hosted) {
    const addresses = known.filter((address) => fits(path, address))
    // A route that is new here needs an address among those above.
    expect([path, addresses.length > 0]).toEqual([path, true])
    const nobodys = addresses.map((address) => new URL(path.replace(/:\w+/g, 'none'), address).href)
    for (const address of [...addresses, ...nobodys]) {
      const answer = await sandbox.fetch(address, { headers: { accept: 'text/html' } })
      if (!isPage(answer)) continue
      found.add(path)
      await checkPage(sandbox, answer, address)
    }
  }
  expect([...found].filter((path) => /authorize|pay|provider|checkout/.test(path))).toHaveLength(6)
})

test('what hosted pages load is in no journal, and another name is not found', async ({ sandbox }) => {
  for (const url of [sandbox.url, sandbox.vaultUrl])
    expect((await sandbox.fetch(`${url}/pages/payer.css`)).status).toBe(200)
  expect(sandbox.requests.count()).toBe(0)
  expect((await sandbox.fetch(`${sandbox.url}/pages/constructor`)).status).toBe(401)
})

test('each page of the control plane does too, for every kind of request', async ({ client, sandbox }) => {
  const { id } = await client.charge()
  const opened: string[] = []
  const table = controlRoutes().filter(
    (route) => route.method === 'get' && route.text?.type !== 'text/event-stream',
  )
  for (const { path } of table)
    for (const query of ['', '?format=html', '?of=control', '?of=api']) {
      const address = `${sandbox.url}/_sandbox${path.replace(':kind', 'charges').replace(':id', id)}${query}`
      const answer = await sandbox.fetch(address, { headers: { accept: 'text/html' } })
      if (!isPage(answer)) continue
      opened.push(path)
      await checkPage(sandbox, answer, address)
    }
  expect((await sandbox.fetch(`${sandbox.url}/_sandbox/assets/constructor`)).status).toBe(404)
  const pages = controlRoutes().filter((route) => route.page !== undefined)
  expect([...new Set(opened)].sort()).toEqual(pages.map(({ path }) => path).sort())
})
