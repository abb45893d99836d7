/** Contract 16: a file is at the address by which its caller called; what a payer opens is where a browser gets to. */
import { request } from 'undici'
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { headersOf, intercepted } from '../../suites/intercept/intercepted'
import { makeClient } from '../../support/client'
import { dispute, upload } from '../../support/disputes'
import { makeSandbox, test } from '../../support/set-up'

/** A dispute with a document, and the path of that. */
const documented = async (sandbox: Sandbox) => {
  const client = makeClient(sandbox)
  const { id } = await dispute(client)
  return (await upload(client, id, 'photo.png')).body.location
}

/** What a server of this sandbox shows to a caller with these headers. */
const shownTo = async (url: string, sandbox: Sandbox, headers: Record<string, string>) => {
  const answer = await request(url, { headers: { ...headersOf(sandbox), ...headers } })
  return (await answer.body.json()) as { readonly download_uri: string }
}

describe('the download_uri of a document', () => {
  test('is at the host of the service for code whose calls are intercepted, which loads it there', async () => {
    const sandbox = intercepted('omise')
    const location = await documented(sandbox)
    const answer = await fetch(`https://api.omise.co${location}`, { headers: headersOf(sandbox) })
    const { download_uri } = await answer.json()
    expect(download_uri).toMatch(/^https:\/\/api\.omise\.co\/disputes\//)
    const { status, headers } = await fetch(download_uri)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test.each([
    ['at a host of the proxy', { host: 'api.example.com' }, 'https://api.example.com'],
    ['through payment-sandbox/register', { 'sandbox-called-host': 'api.omise.co' }, 'https://api.omise.co'],
    ['through payment-sandbox/register, by a name that is none', { 'sandbox-called-host': 'a b' }, null],
    ['by its own address', {}, null],
  ])('is for a caller %s at %j', async (_, headers, origin) => {
    const sandbox = makeSandbox()
    const location = await documented(sandbox)
    const { url } = await sandbox.listen({ port: 0, proxyHost: { api: 'api.example.com' } })
    const { download_uri } = await shownTo(`${url}${location}`, sandbox, headers)
    expect(download_uri).toMatch(new RegExp(`^${origin ?? url}${location}/downloads/`))
  })

  test('is for a caller by another name of the machine at that name', async ({ sandbox }) => {
    const location = await documented(sandbox)
    const { url } = await sandbox.listen({ port: 0, allowHosts: ['sandbox'] })
    const { download_uri } = await shownTo(`${url}${location}`, sandbox, { host: 'sandbox:4111' })
    expect(download_uri).toMatch(/^http:\/\/sandbox:4111\/disputes\//)
  })

  test('keeps the path of a base URL, and is in a dispute what it is alone', async () => {
    const sandbox = makeSandbox({ baseUrl: 'https://example.com/pay' })
    const location = await documented(sandbox)
    const headers = headersOf(sandbox)
    const alone = await (await sandbox.fetch(location, { headers })).json()
    expect(alone.download_uri).toMatch(/^https:\/\/example\.com\/pay\/disputes\//)
    const whole = await (await sandbox.fetch(location.replace(/\/documents.*/, ''), { headers })).json()
    expect(whole.documents.data).toEqual([alone])
  })
})

test('the picture of a code is, as each document, at the host of the service, with and without a server', async () => {
  const sandbox = intercepted('omise')
  const shown = async (): Promise<string> => {
    const body = new URLSearchParams({ amount: '10000', currency: 'thb', 'source[type]': 'promptpay' })
    const sent = { method: 'POST', headers: headersOf(sandbox), body }
    const { source } = await (await fetch('https://api.omise.co/charges', sent)).json()
    return source.scannable_code.image.download_uri
  }
  const inProcess = await shown()
  expect(inProcess).toMatch(/^https:\/\/api\.omise\.co\/charges\//)
  expect((await fetch(inProcess)).headers.get('content-type')).toMatch(/^image\/svg/)
  await sandbox.listen({ port: 0 })
  const byServer = await shown()
  expect(byServer).toMatch(/^https:\/\/api\.omise\.co\/charges\//)
  expect((await fetch(byServer)).status).toBe(200)
})

test('the pages of a payer are at the address of the sandbox, where a browser gets to', async () => {
  const sandbox = intercepted('omise')
  const { url } = await sandbox.listen({ port: 0 })
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form)
    const sent = { method: 'POST', headers: headersOf(sandbox), body }
    return (await fetch(`https://api.omise.co${path}`, sent)).json()
  }
  const wallet = { 'source[type]': 'truemoney', 'source[phone_number]': '0811111111' }
  const bank = { amount: '10000', currency: 'thb', return_uri: 'https://shop.example/done' }
  const charge = await post('/charges', { ...bank, ...wallet })
  const link = await post('/links', { amount: '10000', currency: 'thb', title: 'A', description: 'B' })
  for (const page of [charge.authorize_uri, link.payment_uri])
    expect(String(page).slice(0, url.length + 1)).toBe(`${url}/`)
  expect((await request(charge.authorize_uri, { headers: { accept: 'text/html' } })).statusCode).toBe(200)
})
