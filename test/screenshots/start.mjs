/**
 * `npm run screenshots -- [folder]`: a picture of each page of the dashboard and of each page for payers, 1280 and 390
 * wide, light and dark. Without a folder they go to `node_modules/.cache/screenshots`. `--readme` makes those of the
 * README: in WebP, half the size, since the package contains them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { findChromium, howToGetChromium } from '../support/programs.mjs'
import { pagesForReadme, pagesOf } from './pages.mjs'
import { makeReport, openShop } from './shop.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const given = process.argv.slice(2)
const isForReadme = given.includes('--readme')
const folder = isForReadme
  ? join(root, 'examples', 'screenshots')
  : (given[0] ?? join(root, 'node_modules', '.cache', 'screenshots'))

const executablePath = findChromium()
if (executablePath === undefined) throw new Error(howToGetChromium)
mkdirSync(folder, { recursive: true })

const shop = await openShop()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

const savePictureOfReadme = async (page, file) => {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 70 })
  writeFileSync(file, data, 'base64')
}

const report = await makeReport()

/** Fails where a page is broken: a picture of an error is of no use. The report is a page without an address. */
const takePicture = async ({ name, address, width, colorScheme }) => {
  const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme })
  page.on('pageerror', (error) => {
    throw error
  })
  if (address === undefined) await page.setContent(report)
  else {
    const answer = await page.goto(new URL(address, shop.url).href)
    if (answer === null || answer.status() >= 400) throw new Error(`${address} answered ${answer?.status()}`)
  }
  if (isForReadme) await savePictureOfReadme(page, join(folder, `${name}.webp`))
  else await page.screenshot({ path: join(folder, `${name}.png`), fullPage: width < 600 })
  await page.close()
}

for (const { name, address } of [...(isForReadme ? pagesForReadme : pagesOf)(shop), { name: 'exploration' }])
  for (const width of isForReadme ? [1280] : [1280, 390])
    for (const colorScheme of ['light', 'dark'])
      await takePicture({
        ...{ address, width, colorScheme },
        name: isForReadme ? `${name}-${colorScheme}` : `${name}-${width}-${colorScheme}`,
      })

await browser.close()
await shop.close()
process.stdout.write(`${folder}\n`)
