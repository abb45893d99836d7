/** Shops whose pages load `omise.js`, for the tests of the script. */
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { serverOf } from '../support/server'
import { makeSandbox } from '../support/set-up'
import type { UsedBrowser } from './chromium'

export interface Shop {
  readonly sandbox: Sandbox
  readonly page: Page
  /** The document of the payment form, once it is open. */
  readonly opened: () => Promise<Frame>
  /** What the script said on the console, without its first line, and the errors of the page. */
  readonly said: () => readonly string[]
}

/** Charges what a form of the shop has sent, as shops do. */
const charge = async (sandbox: Sandbox, sent: URLSearchParams): Promise<string> => {
  const { omiseToken = '', omiseSource = '' } = Object.fromEntries(sent)
  const body = new URLSearchParams({
    ...{ amount: '125000', currency: 'thb', return_uri: 'https://shop.example/thanks' },
    ...(omiseToken === '' ? { source: omiseSource } : { card: omiseToken }),
  })
  const headers = { authorization: sandbox.authorization.secret }
  const answer = await sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })
  const { status, code } = (await answer.json()) as Record<string, string>
  return status ?? code ?? ''
}

export type OpenShop = (html: string, by?: 'address' | 'proxy') => Promise<Shop>

/** A shop with this page. `OMISE` in it is the address of the script, `KEY` the public key. */
export const shopsIn =
  ({ openPage }: UsedBrowser): OpenShop =>
  async (html, by = 'address') => {
    const sandbox = makeSandbox()
    await sandbox.listen({ port: 0, ...(by === 'proxy' ? { proxyHost: 'omise' } : {}) })
    const text = html
      .replaceAll('OMISE', by === 'proxy' ? 'https://cdn.omise.co/omise.js' : `${sandbox.vaultUrl}/omise.js`)
      .replaceAll('KEY', sandbox.keys.public)
      .replaceAll('VAULT', sandbox.vaultUrl)
    const script = await (await sandbox.fetch(`${sandbox.vaultUrl}/omise.js`)).text()
    const origin = await serverOf(async (request, answer) => {
      const type = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
      answer.writeHead(200, { 'content-type': type })
      if (request.url?.endsWith('.js')) return answer.end(script)
      if (request.method !== 'POST')
        return answer.end(`<!doctype html><html lang="en"><title>Shop</title>${text}</html>`)
      let body = ''
      for await (const part of request) body += part
      return answer.end(`<h1>${await charge(sandbox, new URLSearchParams(body))}</h1>`)
    })
    const page = await openPage(
      by === 'proxy' ? { proxy: { server: sandbox.url, bypass: '127.0.0.1' }, ignoreHTTPSErrors: true } : {},
    )
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    page.on('pageerror', ({ message }) => said.push(`error: ${message}`))
    await page.goto(origin)
    const opened = async (): Promise<Frame> => {
      const frame = await page.waitForSelector('#omise-checkout-iframe-app', { state: 'visible' })
      return (await frame.contentFrame()) ?? expect.fail('the frame has no document')
    }
    return {
      sandbox,
      page,
      opened,
      said: () =>
        said.filter((line) => /^(?:payment-sandbox|error)/.test(line) && !line.includes('in test mode')),
    }
  }

export const pay = 'Pay THB 1,250.00'
export const form = (script: string): string =>
  `<main><h1>Shop</h1><form method="post" action="/pay">${script}<button>Order</button></form></main>`

/** Enters a card as a customer does. */
export const enter = async (frame: Frame, number = '4242424242424242', expiry = '1230'): Promise<void> => {
  await frame.getByLabel('Card number').pressSequentially(number)
  await frame.getByLabel('Name on card').fill('Somchai Prasert')
  await frame.getByLabel('Expiry date').pressSequentially(expiry)
  await frame.getByLabel('Security code').fill('123')
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
