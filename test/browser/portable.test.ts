/** The library in a page: a bundler takes the build without Node. */
import { expect, test } from 'vitest'
import { bundleStory, storyInNode } from '../support/portable-story'
import { openSite, useBrowser } from './chromium'

const { openPage } = useBrowser()

test('a sandbox in a page does what it does in Node: a token, a charge, a verified webhook, an advance, a fixture', async () => {
  const use = 'globalThis.result = story()'
  const script = await bundleStory({ use, platform: 'browser', conditions: ['browser'] })
  const page = await openPage()
  const html = '<!doctype html><script type="module" src="/shop.js"></script>'
  await page.goto(await openSite({ '/': html, '/shop.js': script }))
  const result = await page.evaluate(() => Reflect.get(globalThis, 'result') as Promise<object>)
  expect(result).toEqual({ ...(await storyInNode()), listening: 'cannot_listen' })
})
