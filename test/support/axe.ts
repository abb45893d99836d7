/** Looks at a page as people with assistive technology do, in both colour schemes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong on the page: the rule, and the elements. */
export const axeProblems = async (page: Page): Promise<readonly string[]> => {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The policy of the page lets no other script in but by the debugger.
    await page.evaluate(source)
    const violations = await page.evaluate<readonly { id: string; nodes: readonly { html: string }[] }[]>(
      'axe.run().then(({ violations }) => violations)',
    )
    for (const { id, nodes } of violations)
      for (const { html } of nodes) found.push(`${colorScheme}: ${id}: ${html.slice(0, 160)}`)
  }
  return found
}
