import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Without the places that are as they should be: they are many, and the browser would send them all. */
const resultTypes: axe.RunOptions['resultTypes'] = ['violations']

/** The dark scheme changes nothing but colours: there, only the rules about colours can find something else. */
const optionsIn: Readonly<Record<'light' | 'dark', axe.RunOptions>> = {
  light: { resultTypes },
  dark: { resultTypes, runOnly: ['color-contrast', 'link-in-text-block'] },
}

/** What axe-core has against a page, in both colour schemes: `dark: color-contrast button.good`. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  await page.evaluate(`${axe.source}; null`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<axe.AxeResults>(
      `axe.run(${JSON.stringify(optionsIn[colorScheme])})`,
    )
    for (const { id, nodes } of violations)
      for (const { target } of nodes) found.push(`${colorScheme}: ${id} ${target.join(' ')}`)
  }
  return found
}
