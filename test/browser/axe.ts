import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Small, as each page has to compile it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Without the places that are as they should be: they are many, and the browser would send them all. */
const options: axe.RunOptions = { resultTypes: ['violations'] }

const [screen, phone] = [1280, 390]

const ways = [
  { width: screen, colorScheme: 'light' },
  { width: phone, colorScheme: 'dark' },
  { width: phone, colorScheme: 'light' },
  { width: screen, colorScheme: 'dark' },
] as const

let turn = 0

/** In turns, and from each round to the next one further: pages of one kind, one in two, come in all four ways. */
const nextWay = (): (typeof ways)[number] => {
  const way = ways[(turn + Math.floor(turn / ways.length)) % ways.length] ?? ways[0]
  turn += 1
  return way
}

/**
 * What axe-core has against a page in one way, such as `dark 390: color-contrast button.good`; and whether it fits.
 * @param place a frame of the page, to look at it alone
 */
export const violationsOf = async (page: Page, place: Page | Frame = page): Promise<readonly string[]> => {
  const found: string[] = []
  const { width, colorScheme } = nextWay()
  const say = (problem: string) => found.push(`${colorScheme} ${width}: ${problem}`)
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await place.evaluate(`${source}; null`)
  const { violations } = await place.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)
  for (const { id, nodes } of violations) for (const { target } of nodes) say(`${id} ${target.join(' ')}`)
  const taken = await place.evaluate(() => document.documentElement.scrollWidth)
  if (taken > width) say(`takes ${taken} pixels`)
  return found
}
