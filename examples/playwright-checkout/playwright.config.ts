import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

/** The browser of CHROME_PATH, else Playwright's own, else the one of the system. */
const ownPath = chromium.executablePath()
const path = [process.env.CHROME_PATH, ownPath, '/usr/bin/chromium'].find((file) => file && existsSync(file))

export default defineConfig({
  testMatch: '*.spec.ts',
  // The shop has one account of the payment service, which each test finds empty.
  workers: 1,
  reporter: 'list',
  webServer: {
    command: 'node shop.mjs',
    // The test keys of the shop, as at Omise: the command in package.json gives them to the sandbox.
    env: { OMISE_PUBLIC_KEY: 'pkey_test_5shop', OMISE_SECRET_KEY: 'skey_test_5shop', PORT: '0' },
    wait: { stdout: /open at (?<shop_url>http:\S+)/ },
  },
  use: {
    baseURL: process.env.SHOP_URL,
    ...(path !== undefined && path !== ownPath && { launchOptions: { executablePath: path } }),
  },
})
