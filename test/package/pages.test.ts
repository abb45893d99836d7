/** Runs each code block of the pages that users read, in a project of their own beside the packed package. */
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import { createSandbox } from '../../src/index'
import { run as start } from '../cli/command'
import { type Block, blocksOf, userPages } from '../support/pages'
import { findChromium, howToGetChromium } from '../support/programs.mjs'
import { makeProject, patience, run, runLine } from './packed'

vi.setConfig({ testTimeout: patience })

/** Blocks for a clone, that set a project up, or that run until they are stopped: they have tests of their own. */
const isSetUp = ({ text }: Block): boolean => /^npm (?:install|start)/.test(text)
const isServer = ({ text }: Block): boolean => text.trim() === 'npx payment-sandbox'

const usesJest = ({ text }: Block): boolean => text.includes('payment-sandbox/jest')
const named = (page: string): readonly Block[] => blocksOf(page).filter(({ file }) => file !== null)
const testsOf = (page: string): readonly Block[] =>
  named(page).filter(({ file }) => /\.test\.c?js$/.test(file ?? ''))
const fileNames = (blocks: readonly Block[]): readonly string[] => blocks.flatMap(({ file }) => file ?? [])

/** The five seconds of a runner are few on a busy machine. */
const timeouts = ['--testTimeout=60000', '--hookTimeout=60000']

/** What a test prints stands behind it. */
const printedByTests = (page: string): readonly Block[] =>
  blocksOf(page).filter(({ language }, i, all) => language === 'text' && all[i - 1]?.file?.includes('.test.'))

const project = (page: string): Promise<string> =>
  makeProject({
    files: {
      'package.json': JSON.stringify({ private: true, type: 'module', scripts: { test: 'node --version' } }),
      ...Object.fromEntries(named(page).map(({ file, text }) => [file ?? '', text])),
    },
  })

describe.each(userPages)('%s', (page) => {
  it('its tests pass', async () => {
    const cwd = await project(page)
    const [jest, vitest] = [testsOf(page).filter(usesJest), testsOf(page).filter((one) => !usesJest(one))]
    const said = await runLine(['vitest run', ...timeouts, ...fileNames(vitest)].join(' '), { cwd })
    expect(said).toMatch(new RegExp(`Test Files +${vitest.length} passed`))
    for (const { text } of printedByTests(page)) expect(said).toContain(text.trim())
    if (jest.length === 0) return
    const line = ['jest --testTimeout=60000 --runTestsByPath', ...fileNames(jest)].join(' ')
    expect(await runLine(line, { cwd })).toMatch(`Tests:       ${jest.length} passed`)
  })

  it('its other modules run', async () => {
    const cwd = await project(page)
    for (const file of fileNames(named(page)).filter((name) => name.endsWith('.mjs')))
      await run(process.execPath, [file], { cwd })
  })

  it('its commands run, and print what follows them', async () => {
    const cwd = await project(page)
    const sandbox = createSandbox()
    onTestFinished(() => sandbox.close())
    const { url, vaultUrl } = await sandbox.listen({ port: 0 })
    const here = (text: string): string =>
      text.replaceAll('http://127.0.0.1:4111', url).replaceAll('http://127.0.0.1:4112', vaultUrl)
    const blocks = blocksOf(page)
    // npx itself takes half a second; those of the README use it.
    const npx = page === 'README.md' ? '' : 'npx() { "node_modules/.bin/$@"; }\n'
    for (const [i, block] of blocks.entries()) {
      if (block.language !== 'sh' || isSetUp(block) || isServer(block)) continue
      const options = { cwd, env: { PAYMENT_SANDBOX_URL: url } }
      const said = await run('bash', ['--norc', '-euo', 'pipefail', '-c', npx + here(block.text)], options)
      const printed = blocks[i + 1]
      if (printed?.language === 'text') expect(said.trim()).toBe(printed.text.trim())
    }
  })
})

it('the tests with a browser pass', async () => {
  const CHROME_PATH = findChromium()
  if (CHROME_PATH === undefined) throw new Error(howToGetChromium)
  const cwd = await project('examples/README.md')
  const said = await runLine('playwright test', { cwd, env: { CHROME_PATH } })
  expect(said).toMatch(/^ {2}4 passed/m)
})

const textOfBlock = (page: string, file: string): string =>
  blocksOf(page).find((block) => block.file === file)?.text ?? ''

it('the compose file serves with the token that it names, and is healthy as long as it answers', async () => {
  const { services } = parse(textOfBlock('examples/README.md', 'compose.yaml'))
  const service: { command: string; healthcheck: { test: readonly string[] } } = services.sandbox
  const [, , , ...options] = service.command.split(' ')
  const cwd = await makeProject({})
  const server = start(join(cwd, 'node_modules', '.bin', 'payment-sandbox'), [...options, '--port', '0'])
  const [, port] = /ready on .*?:(\d+)/.exec(await server.line(/^payment-sandbox ready on /)) ?? []
  const clock = (token: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/_sandbox/clock`, { headers: { authorization: `Bearer ${token}` } })
  expect((await clock('local-only')).status).toBe(200)
  expect((await clock('another')).status).toBe(401)
  const [kind, program = '', ...args] = service.healthcheck.test
  expect(kind).toBe('CMD')
  const words = args.map((text) => text.replace(':4111', `:${port}`))
  const check = (): Promise<string> => run(program, words, { cwd })
  await check()
  server.process.kill()
  await server.ended
  await expect(check()).rejects.toThrow('fetch failed')
})

it('the workflow names its events, and its last step runs the tests of the project beside a sandbox', async () => {
  const { on, jobs }: { on: readonly string[]; jobs: { test: { steps: readonly { run?: string }[] } } } =
    parse(textOfBlock('examples/README.md', '.github/workflows/test.yaml'))
  expect(on).toEqual(['push', 'pull_request'])
  const command = jobs.test.steps.at(-1)?.run ?? ''
  expect(command).toContain('-- npm test')
  expect(await run('bash', ['-c', command], { cwd: await project('examples/README.md') })).toMatch(/^v\d+/m)
})
