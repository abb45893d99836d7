/** `payment-sandbox/vitest` and `payment-sandbox/jest` (contract 9.4), installed in projects of their users. */
import { describe, expect, it, vi } from 'vitest'
import { drill } from '../support/arbitraries'
import { failingJestFiles, failingVitestFiles } from './failing-tests'
import { makeProject, patience, root, run, runLine } from './packed'
import {
  jestFiles,
  jestTests,
  jestTypeFiles,
  vitestFiles,
  vitestTests,
  vitestTypeFiles,
} from './runner-project'

vi.setConfig({ testTimeout: patience })

const vitest3 = ['vitest@3.2.7']
const vitest5 = ['vitest@5.1.2']
const jest29 = ['jest@29.7.0', '@types/jest@29.5.14']
/** Those of this project. */
const own = undefined

type Files = Readonly<Record<string, string>>

/** A project with these files, and packages beside ours. */
const projectWith = (
  packages: readonly string[] | undefined,
  files: Files,
  type: 'commonjs' | 'module' = 'commonjs',
): Promise<string> => {
  const manifest = JSON.stringify({ name: 'shop', private: true, type })
  return makeProject({ packages, files: { 'package.json': manifest, ...files } })
}

/** Printed once for the whole run: what the sandboxes of all files did together. */
const expectCoverage = (said: string): void => {
  expect(said.match(/Coverage of the payment sandbox/g)).toHaveLength(1)
  expect(said).toMatch(/^Operations +1 of \d+/m)
  expect(said).not.toMatch(/^ {2}POST \/charges$/m)
}

const pools = ['threads', 'forks']

/** What each change is tried with comes first. */
const vitests = [
  ['4', own, 'commonjs', pools],
  ['3', vitest3, 'module', drill(['forks'], pools)],
] as const
const jests = [
  ['30', own],
  ['29', jest29],
] as const

describe.each(vitests)('vitest %s', (_, packages, type, used) => {
  it(`gives sandboxes, matchers and a server for the run, in ${used.join(' and ')}, in a ${type} project`, async () => {
    const project = await projectWith(packages, vitestFiles, type)
    for (const pool of used) {
      const said = await runLine(`vitest run --pool ${pool}`, { cwd: project })
      expect(said).toMatch(new RegExp(`Tests +${vitestTests} passed`))
      expectCoverage(said)
    }
  })
})

describe.each(jests)('Jest %s', (version, packages) => {
  it('gives sandboxes, matchers and a server for the run, in CommonJS and in ES modules', async () => {
    const project = await projectWith(packages, jestFiles)
    const threads = version === '30' ? '--workerThreads' : ''
    const env = { NODE_OPTIONS: '--experimental-vm-modules --no-warnings' }
    const said = await runLine(`jest --maxWorkers 2 ${threads}`, { cwd: project, env })
    expect(said).toMatch(new RegExp(`Tests: +${jestTests} passed`))
    expect(said).not.toContain('did not exit')
    expectCoverage(said)
  })
})

/** The lines of each story: from its head to the first line that is not further in. */
const storiesIn = (said: string): readonly string[][] =>
  said
    .split(/^.*Sandbox: (?=what it did in this test)/m)
    .slice(1)
    .map((text) => {
      const [head = '', ...lines] = text.split('\n')
      return [
        head,
        ...lines.slice(
          0,
          lines.findIndex((line) => !/^ {2,}\S/.test(line)),
        ),
      ]
    })

const call = expect.stringMatching(
  /^ +POST \/charges -> 402 insufficient_fund: insufficient funds \(chrg_test_\w+\)$/,
)

/** The story of a test that called nothing. */
const elsewhere = expect.arrayContaining([
  expect.stringMatching(/^ +no request reached the sandbox$/),
  expect.stringMatching(/^ +the option intercept: 'omise' leads calls to Omise to it$/),
])

it.each(vitests.slice(0, drill(1, 2)))(
  'vitest %s shows where a test failed, and below it what its sandbox did',
  async (_, packages) => {
    const project = await projectWith(packages, failingVitestFiles, 'module')
    const said = await runLine('vitest run', { cwd: project }).catch(String)
    expect(said).toMatch(/Tests +8 failed \| 1 passed/)
    for (const [i, line] of failingVitestFiles['late.test.js'].split('\n').entries())
      expect(said.includes(` ❯ late.test.js:${i + 1}:`), line).toBe(line.includes('await expect'))
    const stories = storiesIn(said)
    // One for each sandbox: later versions give each attempt its own.
    expect(stories.length).toBeGreaterThanOrEqual(3)
    expect(stories).toContainEqual(elsewhere)
    for (const story of stories) {
      expect([expect.arrayContaining([call]), elsewhere]).toContainEqual(story)
      expect(story.length).toBeLessThanOrEqual(20)
    }
    expect(said.indexOf('Sandbox:')).toBeGreaterThan(said.indexOf("expected 'told so' to be 'paid'"))
  },
)

it.each(jests.slice(0, drill(1, 2)))(
  'Jest %s ends the messages of matchers with what the sandbox did',
  async (_, packages) => {
    const project = await projectWith(packages, failingJestFiles)
    const said = await runLine('jest', { cwd: project }).catch(String)
    expect(said).toMatch(/Tests: +4 failed/)
    const stories = storiesIn(said)
    expect(new Set(stories.map(String)).size).toBe(3)
    expect(stories).toContainEqual(elsewhere)
    for (const story of stories) expect([expect.arrayContaining([call]), elsewhere]).toContainEqual(story)
  },
)

it.each([
  ['shop.mjs', "import { useSandbox } from 'payment-sandbox/jest'\nuseSandbox()\n"],
  ['shop.cjs', "require('payment-sandbox/jest').useSandbox()\n"],
])('payment-sandbox/jest says outside of Jest that it is for its tests: in %s', async (file, code) => {
  const project = await makeProject({ packages: own, files: { [file]: code } })
  const ended = run(process.execPath, [file], { cwd: project })
  await expect(ended).rejects.toThrow('outside of the Jest test environment')
  await expect(ended).rejects.not.toThrow('SyntaxError')
})

it.each([
  ['vitest 3', vitest3, vitestTypeFiles, 'typescript'],
  ['vitest 4', own, vitestTypeFiles, 'typescript-native'],
  ['vitest 5', vitest5, vitestTypeFiles, 'typescript-native'],
  ['Jest 29 with @types/jest', jest29, jestTypeFiles(true), drill('typescript-native', 'typescript')],
  ['Jest 30 with @jest/globals', own, jestTypeFiles(false), 'typescript-native'],
] as const)('the types of %s know the sandbox and the matchers', async (_, packages, files, compiler) => {
  const project = await projectWith(packages, files)
  await run(process.execPath, [`node_modules/${compiler}/bin/tsc`, '-p', project], { cwd: root })
})
