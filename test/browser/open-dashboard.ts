/** The dashboard of a new sandbox in a browser. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { createSandbox, type SandboxOptions } from '../../src/index'
import { clientWith } from '../support/set-up'
import { useBrowser } from './chromium'

const openDashboard = async (openPage: () => Promise<Page>, path: string, options: SandboxOptions) => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', ...options })
  onTestFinished(() => sandbox.close())
  const { url } = await sandbox.listen({ port: 0, vaultPort: 0 })
  const page = await openPage()
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  page.on('console', (said) => {
    // The browser also says so when a server is gone, or has answered with a refusal.
    if (said.type() === 'error' && !/ERR_|status of \d+/.test(said.text())) broken.push(said.text())
  })
  onTestFinished(() => expect(broken).toEqual([]))
  await page.goto(`${url}/_sandbox/${path}`)
  return { sandbox, url, client: clientWith(sandbox, sandbox.keys), page }
}

/** What a button of this name copies. */
export const copiedBy = async (page: Page, name: string): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name, exact: true }).click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens dashboards in one browser for all tests of the file, at a path below `/_sandbox/`. */
export const useDashboard = () => {
  const { openPage } = useBrowser()
  return {
    openPage,
    open: (path = '', options: SandboxOptions = {}) => openDashboard(openPage, path, options),
  }
}
