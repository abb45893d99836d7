import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe-core has against a page, in both colour schemes: `dark: color-contrast button.good`. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(`${axe.source}; null`)
    const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
    for (const { id, nodes } of violations)
      for (const { target } of nodes) found.push(`${colorScheme}: ${id} ${target.join(' ')}`)
  }
  return found
}
