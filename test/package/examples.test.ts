/** Runs each example as its user would: a separate project, with the packed package, by the commands of its README. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { devDependencies, version } from '../../package.json'
import { createSandbox } from '../../src/index'
import { signWebhook } from '../../src/service/webhooks/signature'
import { run as start } from '../cli/command'
import { drill } from '../support/arbitraries'
import { findChromium, howToGetChromium } from '../support/programs.mjs'
import { freePort } from '../support/server'
import * as workers from '../workers/package.json'
import * as own from './package.json'
import { makeProject, patience, root, run, runLine } from './packed'

vi.setConfig({ testTimeout: patience })

const examples = join(root, 'examples')

/** A copy of this example, installed. */
const installed = (name: string): Promise<string> => makeProject({ from: join(examples, name) })

interface Manifest {
  readonly private: boolean
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(examples, name, 'package.json'), 'utf8'))

const names = [
  'curl',
  'explore-app',
  'explore-checkout',
  'explore-python',
  'hosted-checkout',
  'jest-checkout',
  'official-client',
  'phpunit',
  'playwright-checkout',
  'pytest',
  'rspec',
  'vitest-checkout',
  'webhook-receiver',
  'workers',
]

it('every example is run here, or in languages.test.ts', () => {
  expect(readdirSync(examples).sort()).toEqual(['README.md', 'tsconfig.json', ...names, 'screenshots'].sort())
})

it.each(names)(
  '%s names the released package and the majors that it is run with, and is not published',
  (name) => {
    const manifest = manifestOf(name)
    expect(manifest.private).toBe(true)
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(wanted).toHaveProperty('payment-sandbox')
    const tested: Record<string, string> = {
      ...{ ...devDependencies, ...workers.devDependencies, ...own.devDependencies },
      'payment-sandbox': `^${version}`,
    }
    const majorOf = (range = ''): string | undefined => /^\^(\d+)\./.exec(range)?.[1]
    for (const [dependency, range] of Object.entries(wanted))
      expect(majorOf(range), `${dependency} ${range}`).toBe(majorOf(tested[dependency]))
  },
)

it.each([
  ['vitest-checkout', / {2}Tests +12 passed/],
  ['jest-checkout', /Tests: +10 passed/],
])('the tests of %s pass', async (name, passed) => {
  expect(await run('npm', ['test'], { cwd: await installed(name) })).toMatch(passed)
})

it('explore-checkout: holds, and each of its mistakes is found under the kind that shows it', async () => {
  const kinds = {
    'no-idempotency-key': 'POST /charges #1: answer-lost',
    'writes-over': 'charge.complete #1: early',
    'ships-again': 'charge.complete #1: twice',
    'looks-first': 'charge.complete #1: at-once',
    'no-look-up': 'charge.complete #1: never',
  }
  const cwd = await installed('explore-checkout')
  // One start of vitest, in place of one for each bug. With a bug, all scenarios are for a release.
  const projects = Object.entries({ none: '', ...kinds }).map(([BUG, kind]) => ({
    test: { name: BUG, env: { BUG, ONLY: drill(kind, '') } },
  }))
  writeFileSync(join(cwd, 'vitest.config.js'), `export default { test: ${JSON.stringify({ projects })} }`)
  const test = join(cwd, 'explore.test.ts')
  const chosen = 'explore({ ...checkout, only: process.env.ONLY || undefined })'
  writeFileSync(test, readFileSync(test, 'utf8').replace('explore(checkout)', chosen))
  const said = await run('npm', ['test'], { cwd }).catch(String)
  expect(said).toMatch(/ {2}Tests +5 failed \| 1 passed/)
  for (const [bug, kind] of Object.entries(kinds))
    expect(said.split(/^ FAIL +/m).find((part) => part.startsWith(`|${bug}|`))).toContain(kind)
})

it('explore-app: holds, and each of its mistakes is found under the kind that shows it', async () => {
  const cwd = await installed('explore-app')
  const explored = async (BUG: string, chosen: string): Promise<string> => {
    const PORT = `${await freePort()}`
    const { test = '' } = manifestOf('explore-app').scripts
    const own = test.replaceAll('3000', PORT).replace('explore', `explore ${chosen}`)
    return runLine(own, { cwd, env: { PORT, BUG } }).catch(String)
  }
  expect(await explored('', drill('--kinds answer-lost,crash-after,at-once', ''))).toMatch(/ 0 findings\n/)
  const mistakes = {
    'no-idempotency-key': ['POST /charges #1: answer-lost', 'DOUBLE-CHARGE'],
    'stores-late': ['POST /charges #1: crash-after', 'CHECK'],
    'ships-again': ['charge.complete #1: twice', 'CHECK'],
    'looks-first': ['charge.complete #1: at-once', 'CHECK'],
  } as const
  for (const [bug, [only, rule]] of Object.entries(mistakes))
    expect(await explored(bug, `--only "${only}"`)).toContain(`${only}: ${rule}`)
})

it('explore-python: holds, and charges twice without its keys', async () => {
  const cwd = await installed('explore-python')
  // What a version manager puts before it, a script at each of its hundred starts, takes as long as Python.
  const python = (await run('python3', ['-c', 'import sys; print(sys.executable)'], { cwd })).trim()
  const PATH = [dirname(python), process.env.PATH].join(delimiter)
  const { test = '' } = manifestOf('explore-python').scripts
  const explored = (chosen: string, BUG: string): Promise<string> =>
    runLine(test.replace('explore', `explore ${chosen}`), { cwd, env: { PATH, BUG } })
  const held = explored(drill('--kinds answer-lost,crash-after', ''), '')
  await expect(held).resolves.toMatch(/POST \/charges #1 .*\bok\b/)
  const lost = 'POST /charges #1: answer-lost'
  await expect(explored(`--only "${lost}"`, 'no-idempotency-key')).rejects.toThrow(lost)
})

it('curl: lets an authorization lapse, goes back, captures, meets a fault, and sees what happened', async () => {
  const keys = ['customer.create', 'customer.update', 'charge.create', 'charge.update', 'refund.create']
  keys.push('charge.create', 'charge.complete')
  const said = await run('npm', ['start', '--silent'], { cwd: await installed('curl') })
  expect(said.split('\n').filter((line) => /^\S+( \S+)* {2,}\S/.test(line))).toEqual([
    'customer   somchai@example.com',
    'charge     pending',
    '8 days on  expired',
    'captured   successful',
    'refund     503',
    'again      200',
    ...keys.map((key) => `event      ${key}`),
  ])
})

it('official-client: beside a sandbox it sells, refunds a part, is refused the rest, remembers a customer', async () => {
  const said = await run('npm', ['start', '--silent'], { cwd: await installed('official-client') })
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(/^token {5}tokn_test_\w+ {2}Visa ending in 4242$/),
    expect.stringMatching(/^charge {4}chrg_test_\w+ {2}1500\.00 THB successful$/),
    expect.stringMatching(/^refund {4}rfnd_test_\w+ {2}500\.00 THB: 500\.00 THB of 1500\.00 THB are back$/),
    expect.stringMatching(/^refused {3}failed_refund: amount is above the refundable balance of 100000/),
    expect.stringMatching(/^customer {2}cust_test_\w+ {2}somchai@example\.com, 1 card$/),
    expect.stringMatching(/^charge {4}chrg_test_\w+ {2}999\.00 THB successful, with the saved card$/),
    expect.stringMatching(/^charges {3}2 in all, the last one chrg_test_\w+$/),
  ])
})

it('official-client: a key that the sandbox does not know ends with 1 and the reason', async () => {
  const wrong = ['env', 'PAYMENT_SANDBOX_SECRET_KEY=skey_test_wrong', 'node', 'main.mjs']
  const words = ['payment-sandbox', 'exec', '--intercept', 'omise', '--', ...wrong]
  await expect(run('npx', words, { cwd: await installed('official-client') })).rejects.toThrow(
    /\nthe shop is closed: authentication_failure: /,
  )
})

it('official-client: its own tests run in one process, without a port', async () => {
  const said = await run('npm', ['test'], { cwd: await installed('official-client') })
  expect(said).toMatch(/^# pass 3$|ℹ pass 3$/m)
})

it('hosted-checkout: believes the charge, not the return', async () => {
  const said = await run('npm', ['test'], { cwd: await installed('hosted-checkout') })
  expect(said).toMatch(/^# pass 5$|ℹ pass 5$/m)
})

it('workers: accounts of one address never meet, and each has its own clock', async () => {
  const said = await run('npm', ['test'], { cwd: await installed('workers') })
  expect(said).toMatch(/^# pass 2$|ℹ pass 2$/m)
})

it('playwright-checkout: a browser pays by card, by 3-D Secure and by QR code', async () => {
  const CHROME_PATH = findChromium()
  if (CHROME_PATH === undefined) throw new Error(howToGetChromium)
  const cwd = await installed('playwright-checkout')
  expect(await run('npm', ['test'], { cwd, env: { CHROME_PATH } })).toMatch(/^ {2}6 passed/m)
})

it('webhook-receiver: handles every case of check-webhook, during a rotation too', async () => {
  const said = await run('npm', ['test'], { cwd: await installed('webhook-receiver') })
  expect(said).toMatch(/21 of 21 handled; the slowest answer took /)
})

it('webhook-receiver: keeps the newest state of a charge, whatever comes last', async () => {
  const sandbox = createSandbox()
  const [secret = ''] = sandbox.webhookSecrets.list().map((row) => row.secret)
  const env = { PORT: '0', PAYMENT_SANDBOX_WEBHOOK_SECRET: secret }
  const program = join(await installed('webhook-receiver'), 'receiver.mjs')
  const receiver = start(process.execPath, [program], env)
  const url = (await receiver.line(/^webhooks on /)).replace('webhooks on ', '')
  const post = async (path: string, fields: Record<string, string>): Promise<{ id: string }> => {
    const headers = { authorization: sandbox.authorization.secret }
    const body = new URLSearchParams(fields)
    return (await sandbox.fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body })).json()
  }
  const { id: card } = await sandbox.token()
  const { id } = await post('/charges', { amount: '150000', currency: 'thb', card })
  await post(`/charges/${id}/refunds`, { amount: '50000' })
  for (const event of sandbox.events.list().toReversed()) {
    const body = JSON.stringify(event)
    const { headers } = signWebhook({ body, secret })
    const answer = await fetch(url, { method: 'POST', body, headers })
    expect(answer.status).toBe(204)
  }
  const known = await fetch(url.replace(/webhooks$/, `charges/${id}`))
  expect(await known.json()).toMatchObject({ status: 'successful', amount: 150_000 })
  await sandbox.close()
})
