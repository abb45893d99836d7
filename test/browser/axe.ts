import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Without the places that are as they should be: they are many, and the browser would send them all. */
const options: axe.RunOptions = { resultTypes: ['violations'] }

const [screen, phone] = [1280, 390]

/** Each page is looked at in one of these, in turns: each kind of page comes in all four ways. */
const rounds = [
  [
    { width: screen, colorScheme: 'light' },
    { width: phone, colorScheme: 'dark' },
  ],
  [
    { width: phone, colorScheme: 'light' },
    { width: screen, colorScheme: 'dark' },
  ],
] as const

let turn = 0

/** What axe-core has against a page, wide and narrow: `dark 390: color-contrast button.good`; and whether it fits. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  await page.evaluate(`${axe.source}; null`)
  turn += 1
  for (const { width, colorScheme } of rounds[turn % 2 === 0 ? 0 : 1]) {
    const say = (problem: string) => found.push(`${colorScheme} ${width}: ${problem}`)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(options)})`)
    for (const { id, nodes } of violations) for (const { target } of nodes) say(`${id} ${target.join(' ')}`)
    const taken = await page.evaluate(() => document.documentElement.scrollWidth)
    if (taken > width) say(`takes ${taken} pixels`)
  }
  return found
}
