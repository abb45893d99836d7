/** Which pages drive a sandbox, as a real browser sends what they ask for (contract 4 and 5). */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ListenOptions, SandboxOptions } from '../../src/index'
import { makeSandbox } from '../support/set-up'
import { openSite, reboundName, useBrowser } from './chromium'

const { openPage } = useBrowser()

const listening = async (options: ListenOptions = {}, own: SandboxOptions = {}) => {
  const sandbox = makeSandbox(own)
  return { sandbox, ...(await sandbox.listen({ port: 0, ...options })) }
}

type Sent = Pick<RequestInit, 'method' | 'headers' | 'mode'> & { readonly body?: string }

/** What a page reads of an address, or `null` when the browser keeps it from the page. */
const readBy = (page: Page, url: string, init: Sent = {}): Promise<string | null> =>
  page.evaluate(
    async ([address, options]) => {
      try {
        const answer = await fetch(address, options)
        return await answer.text()
      } catch {
        return null
      }
    },
    [url, init] as const,
  )

const advance = { method: 'POST', body: '{"advance":"1d"}' }
const start = '2026-01-15T09:00:00.000Z'
const later = '2026-01-16T09:00:00.000Z'

describe('a page on another port', () => {
  test('moves no clock, and starts nothing by images, forms and frames', async () => {
    const { sandbox, url } = await listening()
    const page = await openPage()
    await page.goto(await openSite())
    const seen: string[] = []
    sandbox.onRequest(({ method, path, status }) => seen.push(`${method} ${path} ${status}`))
    expect(await readBy(page, `${url}/_sandbox/clock`, advance)).toBeNull()
    await readBy(page, `${url}/_sandbox/clock`, { ...advance, mode: 'no-cors' })
    await readBy(page, `${url}/_sandbox/stream`, { mode: 'no-cors' })
    await page.evaluate(async (address) => {
      const ended = (element: HTMLElement) =>
        new Promise((resolve) => {
          element.onload = resolve
          element.onerror = resolve
          document.body.append(element)
        })
      await ended(Object.assign(new Image(), { src: `${address}/state` }))
      await ended(Object.assign(document.createElement('script'), { src: `${address}/catalogue` }))
      await ended(Object.assign(document.createElement('iframe'), { src: `${address}/`, name: 'target' }))
      const form = Object.assign(document.createElement('form'), {
        action: `${address}/reset`,
        method: 'post',
      })
      form.enctype = 'text/plain'
      form.target = 'target'
      document.body.append(form)
      const frame = document.querySelector('iframe')
      await new Promise((resolve) => {
        if (frame !== null) frame.onload = resolve
        form.submit()
      })
    }, `${url}/_sandbox`)
    expect(seen).toEqual([
      'POST /_sandbox/clock 403',
      'POST /_sandbox/clock 403',
      'GET /_sandbox/stream 403',
      'GET /_sandbox/state 403',
      'GET /_sandbox/catalogue 403',
      'GET /_sandbox 403',
      'POST /_sandbox/reset 403',
    ])
    expect(sandbox.clock.now().toISOString()).toBe(start)
  })

  test('moves it, and reads the answer, where --allow-origin names its site', async () => {
    const shop = await openSite()
    const { sandbox, url } = await listening({ controlToken: 'a-token' }, { allowOrigins: [shop] })
    const page = await openPage()
    await page.goto(shop)
    const headers = { authorization: 'Bearer a-token', 'content-type': 'application/json' }
    expect(await readBy(page, `${url}/_sandbox/clock`, { ...advance, headers })).toContain(later)
    expect(await readBy(page, `${url}/_sandbox/clock`, advance)).toContain('requires a token')
    expect(sandbox.clock.now().toISOString()).toBe(later)
    const neighbour = await openPage()
    await neighbour.goto(await openSite())
    expect(await readBy(neighbour, `${url}/_sandbox/clock`, { ...advance, headers })).toBeNull()
  })

  test('leads a person to the dashboard', async () => {
    const { url, dashboardUrl } = await listening()
    const page = await openPage()
    await page.goto(await openSite({ '/': `<!doctype html><a href="${dashboardUrl}">dashboard</a>` }))
    await page.click('a')
    await page.waitForURL(`${url}/_sandbox/`)
    expect(await page.title()).toBe('Overview · payment-sandbox')
  })
})

test('a page whose name leads here reads nothing with the published keys', async () => {
  const { sandbox, url, vaultUrl } = await listening()
  const page = await openPage()
  const headers = { authorization: sandbox.authorization.secret }
  for (const server of [url, vaultUrl]) {
    const { port } = new URL(server)
    const own = `http://${reboundName}:${port}`
    await page.goto(`${own}/`)
    // It is a page of this very name that asks, which needs no leave of CORS.
    expect(await readBy(page, '/charges', { headers })).toContain(`--allow-host ${reboundName} `)
    const changed = { method: 'PATCH', headers, body: 'webhook_uri=https://evil.example' }
    expect(await readBy(page, '/account', changed)).toContain('not_authorized')
    expect(await readBy(page, '/_sandbox/clock', advance)).toContain(`--allow-host ${reboundName} `)
  }
  expect(sandbox.clock.now().toISOString()).toBe(start)
})

describe('the dashboard of a server that is not on loopback', () => {
  test('takes its token, moves the clock, and follows what happens', async () => {
    const { sandbox, url, dashboardUrl } = await listening({ host: '0.0.0.0' })
    const page = await openPage()
    await page.goto(dashboardUrl)
    expect(page.url()).toBe(`${url}/_sandbox/`)
    expect(await page.evaluate('document.cookie')).toBe('')
    await page.goto(`${url}/_sandbox/clock`)
    await page.click('text=Advance 1d')
    await page.waitForSelector('text=2026-01-16 09:00:00')
    expect(sandbox.clock.now().toISOString()).toBe(later)
    // What happens elsewhere comes by the stream.
    await sandbox.clock.advance('1d')
    await page.waitForSelector('text=2026-01-17 09:00:00')
    await page.goto(`${url}/_sandbox/catalogue`)
    expect(await page.textContent('body')).toContain('test_cards')
  })

  test('shows nothing without it', async () => {
    const { url } = await listening({ host: '0.0.0.0' })
    const page = await openPage()
    const answer = await page.goto(`${url}/_sandbox/`)
    expect([answer?.status(), await page.textContent('body')]).toEqual([
      401,
      expect.stringContaining('the address of the dashboard that the sandbox printed when it started'),
    ])
  })
})

test('a browser without the token gets a page with a field for it, which leads to where it wanted to go', async () => {
  const { url } = await listening({ controlToken: 'a-token' })
  const page = await openPage()
  await page.goto(`${url}/_sandbox/records/charges?q=blue`)
  await page.getByLabel('Token').fill('another')
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('This is not its token.')
  await page.getByLabel('Token').fill('a-token')
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await page.getByRole('heading', { name: 'Charges' }).waitFor()
  expect(page.url()).toBe(`${url}/_sandbox/records/charges?q=blue`)
})
