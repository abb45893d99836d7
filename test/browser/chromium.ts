/** A real Chromium for the tests of a file, and pages of other sites to open in it. */
import { type Browser, type BrowserContextOptions, chromium, type Frame, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { once } from '../../src/kernel/json'
import { findChromium, howToGetChromium } from '../support/programs.mjs'
import { serverOf } from '../support/server'

/** Leads here in this browser: what an attacker does with a name of its own (DNS rebinding). */
export const reboundName = 'rebound.example'

export interface UsedBrowser {
  /** A page with cookies of its own, until the test ends. */
  openPage(options?: BrowserContextOptions): Promise<Page>
  /** The same page in each test of the file, which is quicker. */
  samePage(): Promise<Page>
}

/** Opens pages in one browser for all tests of the file. */
export const useBrowser = (): UsedBrowser => {
  let browser: Browser | undefined
  beforeAll(async () => {
    const executablePath = findChromium()
    if (executablePath === undefined) throw new Error(howToGetChromium)
    // As root it has no sandbox of its own; it opens nothing but the pages of these tests.
    const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${reboundName} 127.0.0.1`]
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(() => browser?.close())
  const newPage = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await browser?.newPage(options)
    if (page === undefined) throw new Error('the browser did not start')
    const evaluate = page.evaluate.bind(page)
    // The lines of a page are in no file, where vitest would look for them.
    page.evaluate = (...given: Parameters<typeof evaluate>) =>
      evaluate(...given).catch(({ message }) => expect.fail(message.split('\n')[0]))
    return page
  }
  return {
    openPage: async (options) => {
      const page = await newPage(options)
      onTestFinished(() => page.close())
      return page
    },
    samePage: once(() => newPage()),
  }
}

export const press = (place: Page | Frame, name: string | RegExp): Promise<void> =>
  place.getByRole('button', { name }).click()

/** A site that shows these texts at these paths. @returns its origin */
export const openSite = (files: Readonly<Record<string, string>> = {}): Promise<string> =>
  serverOf(({ url = '/' }, answer) => {
    const text = files[url] ?? (url === '/' ? '<!doctype html><title>Shop</title>' : undefined)
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    answer.writeHead(text === undefined ? 404 : 200, { 'content-type': type })
    answer.end(text)
  })
