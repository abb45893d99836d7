/** payment-sandbox/playwright (contract 19), installed in the project of a user: its own sandbox, and a running one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../../src/index'
import { isObject } from '../../src/kernel/json'
import { findChromium, howToGetChromium } from '../support/programs.mjs'
import { makeProject, patience, run } from './packed'

vi.setConfig({ testTimeout: patience })

/** Text: the checkout's own compiler would read a file. */
const common = `
import { expect, test } from 'payment-sandbox/playwright'
const charge = async ({ url, authorization }, fields = {}) => {
  const body = new URLSearchParams({ amount: '100000', currency: 'thb', 'source[type]': 'promptpay', ...fields })
  return (await fetch(url + '/charges', { method: 'POST', headers: { authorization: authorization.secret }, body })).json()
}
const show = (page, script) => page.setContent('<h1>Shop</h1><script type="module">' + script + '</script>')
const shown = (page) => page.getByRole('heading')
`

const passing = `${common}
let url
for (const turn of ['first', 'second'])
  test('the sandbox of a worker is empty: ' + turn, async ({ sandbox }) => {
    expect(sandbox.url).toBe(url ?? (url = sandbox.url))
    expect([await sandbox.charges.count(), await sandbox.requests.count()]).toEqual([0, 0])
    const { id } = await charge(sandbox)
    await expect(await sandbox.simulate.payCharge(id)).toBeSuccessfulCharge()
    await expect(sandbox).toHaveCharged({ id })
    await expect(sandbox).not.toHaveRefunded()
    await expect(sandbox).toHaveEmitted('charge.complete')
    await expect(sandbox).toHaveMadeRequests(['POST /charges'])
    const wrong = async () => { await expect(sandbox).toHaveBalance({ total: 1 }) }
    await expect(wrong()).rejects.toThrow('expected another balance')
    expect(await sandbox.clock.advance('1d')).toBeInstanceOf(Date)
  })

test('pages reach it at the hosts of the service', async ({ page, sandbox }) => {
  await show(page, \`
    const headers = { authorization: 'Basic ' + btoa('\${sandbox.keys.public}:') }
    const answer = await fetch('https://vault.omise.co/tokens/tokn_test_none', { headers })
    document.querySelector('h1').textContent = answer.status\`)
  await expect(shown(page)).toHaveText('404')
  await expect(sandbox).toHaveMadeRequests(['GET /tokens/tokn_test_none'])
  // A redirect, which a browser follows without asking again.
  await page.goto('https://api.omise.co/')
  expect(page.url()).toBe(sandbox.url + '/_sandbox/')
})

test('a fault cuts the connection of the page', async ({ page, sandbox }) => {
  await sandbox.faults.add({ path: '/tokens/*', drop: 'request' })
  await show(page, \`
    const headers = { authorization: 'Basic ' + btoa('\${sandbox.keys.public}:') }
    const answer = await fetch('https://vault.omise.co/tokens/none', { headers }).catch(() => ({ status: 'cut' }))
    document.querySelector('h1').textContent = answer.status\`)
  await expect(shown(page)).toHaveText('cut')
})
`

const own = `${common}
test('a function that takes deliveries belongs to its test', async ({ sandbox }) => {
  sandbox.webhooks.onDelivery(() => 204)
  await charge(sandbox)
  await expect(sandbox).toHaveDelivered('charge.create')
})
test('and not to the next one', async ({ sandbox }) => {
  await charge(sandbox)
  expect(await sandbox.webhooks.deliveries()).toEqual([])
})
test.describe('options', () => {
  test.use({ sandboxOptions: { country: 'JP', currency: 'jpy', hosts: { vault: 'vault.example.com' } } })
  test('are those of createSandbox', async ({ page, sandbox }) => {
    expect((await sandbox.balance()).currency).toBe('jpy')
    await page.goto('https://vault.example.com/tokens/none')
    await expect(sandbox).toHaveMadeRequests(['GET /tokens/none'])
  })
})
`

const failing = `${common}
test('told', async ({ page, sandbox }) => {
  await show(page, \`
    await fetch('https://stranger.omise.co/').catch(() => document.querySelector('h1').textContent = 'refused')\`)
  await expect(shown(page)).toHaveText('refused')
  await charge(sandbox)
  await expect(sandbox).toHaveCharged()
})
test.describe('untold', () => {
  test.use({ sandboxOptions: { story: false } })
  test('left out', async ({ sandbox }) => {
    await charge(sandbox)
    await expect(sandbox).toHaveCharged()
  })
})
`

const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'playwright.config.js': `export default {
    testMatch: '*.spec.js', workers: 1, reporter: [['list'], ['json', { outputFile: 'report.json' }]],
    use: { launchOptions: { executablePath: process.env.CHROME_PATH } },
  }`,
  'passing.spec.js': passing,
  'own.spec.js': own,
  'failing.spec.js': failing,
}

const CHROME_PATH = findChromium() ?? ''
beforeAll(() => expect(CHROME_PATH, howToGetChromium).not.toBe(''))

const tests = ['node_modules/@playwright/test/cli.js', 'test']
const withServer = [
  'node_modules/payment-sandbox/dist/cli.cjs',
  'exec',
  '--intercept',
  'omise',
  '--',
  process.execPath,
]

interface Attachment {
  readonly contentType: string
  readonly body?: string
  readonly path?: string
}

/** What is attached to the tests of a report, of any depth of its suites. */
const attachmentsIn = (value: unknown): readonly Attachment[] => {
  if (Array.isArray(value)) return value.flatMap(attachmentsIn)
  if (!isObject(value)) return []
  const own = Array.isArray(value.attachments) ? (value.attachments as Attachment[]) : []
  return [...own, ...attachmentsIn(Object.values(value))]
}

const textIn = ({ body, path }: Attachment): string =>
  body === undefined ? readFileSync(path ?? '', 'utf8') : Buffer.from(body, 'base64').toString()

describe.each([
  ['a sandbox of the worker', tests, ['own.spec.js'], 7],
  ['a running sandbox', [...withServer, ...tests], [], 4],
] as const)('%s', (_, command, more, count) => {
  it('is there for each test, its pages and its matchers; a failed one says its story, and has it attached', async () => {
    const cwd = await makeProject({ files })
    const args = [...command, 'passing.spec.js', 'failing.spec.js', ...more]
    const said = await run(process.execPath, args, { cwd, env: { CHROME_PATH } }).catch(String)
    expect(said).toMatch(new RegExp(`^ {2}${count} passed`, 'm'))
    expect(said).toMatch(/^ {2}2 failed/m)
    expect(said.match(/Sandbox: what it did in this test/g)).toHaveLength(1)
    const texts = attachmentsIn(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8')))
    const [text = '', page = ''] = ['text/plain', 'text/html'].map((type) =>
      texts
        .filter(({ contentType }) => contentType === type)
        .map(textIn)
        .join(''),
    )
    for (const story of [said, text, page]) {
      expect(story).toMatch(
        /POST \/charges -(?:>|&gt;) 200 chrg_test_\w+ pending, waits for its payer THB 1,000\.00/,
      )
      expect(story).toContain(
        'the page called https://stranger.omise.co/, which is no host of the sandbox: refused',
      )
    }
    expect(page).toMatch(/^<!doctype html>/)
  })
})

describe('a sandbox that others use', () => {
  it('has an account for each worker, and keeps what is in the default one', async () => {
    const sandbox = createSandbox({ fixtures: ['first-sale'] })
    onTestFinished(() => sandbox.close())
    const { url } = await sandbox.listen({ port: 0 })
    const text = `${common}
      for (const turn of [1, 2])
        test('empty ' + turn, async ({ sandbox }) => {
          expect([await sandbox.charges.count(), await sandbox.requests.count()]).toEqual([0, 0])
          await charge(sandbox)
          // Both workers are busy at the same time.
          await new Promise((resolve) => setTimeout(resolve, 1000))
          expect(await sandbox.charges.count()).toBe(1)
          await expect(sandbox).toHaveEmitted('charge.create')
        })`
    const cwd = await makeProject({ files: { ...files, 'one.spec.js': text, 'two.spec.js': text } })
    const args = [...tests, 'one.spec.js', 'two.spec.js', '--workers=2']
    // The key that everybody has names no account.
    const env = { CHROME_PATH, PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: sandbox.keys.secret }
    expect(await run(process.execPath, args, { cwd, env })).toMatch(/^ {2}4 passed/m)
    expect(sandbox.accounts.map((account) => account.test.charges.count())).toEqual([1, 1, 1])
    expect(sandbox.charges.count()).toBe(createSandbox({ fixtures: ['first-sale'] }).charges.count())
  })

  it('has the account of a key that was chosen', async () => {
    const sandbox = createSandbox({ accounts: 'auto' })
    onTestFinished(() => sandbox.close())
    const { url } = await sandbox.listen({ port: 0 })
    const text = `${common}
      test('mine', async ({ sandbox }) => {
        expect(sandbox.keys.secret).toBe('skey_test_shop')
        await charge(sandbox)
      })`
    const cwd = await makeProject({ files: { ...files, 'mine.spec.js': text } })
    const env = { CHROME_PATH, PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_SECRET_KEY: 'skey_test_shop' }
    expect(await run(process.execPath, [...tests, 'mine.spec.js'], { cwd, env })).toMatch(/^ {2}1 passed/m)
    expect(sandbox.charges.count()).toBe(0)
  })
})

describe('a running sandbox', () => {
  const failed = async (name: string, text: string, args: readonly string[] = []): Promise<string> => {
    const cwd = await makeProject({
      files: { ...files, [`${name}.spec.js`]: text, [`${name}-2.spec.js`]: text },
    })
    const command = [...withServer, ...tests, `${name}.spec.js`, ...args]
    return run(process.execPath, command, { cwd, env: { CHROME_PATH } }).catch(String)
  }

  it('refuses options that it cannot have any more', async () => {
    const text = `${common}
      test.use({ sandboxOptions: { country: 'JP' } })
      test('late', async ({ sandbox }) => { await charge(sandbox) })`
    expect(await failed('late', text)).toMatch(
      /sandboxOptions\.country: the sandbox at \S+ \(PAYMENT_SANDBOX_URL\) runs already/,
    )
  })

  it('refuses that two workers empty one account under each other', async () => {
    const text = `${common}
      test('busy', async ({ sandbox }) => {
        await charge(sandbox)
        await new Promise((resolve) => setTimeout(resolve, 3000))
      })`
    const said = await failed('busy', text, ['busy-2.spec.js', '--workers=2'])
    expect(said).toMatch(/two workers have one account .*: set workers: 1, or give each its keys/)
    expect(said).toMatch(/^ {2}1 passed/m)
  })
})
