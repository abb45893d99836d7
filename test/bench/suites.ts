import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeProject } from './registry'
import { cpuIn, inPairs } from './rounds'
import { type Runner, runners, testFile, type Way, ways } from './suite-files'
import { atMost, type Bound, type Row } from './table'

type Shape = 'file' | 'test'

/** What is run: many files of one test show what a file costs, a file of many tests what a test costs. */
export interface SuitePlan {
  readonly shapes: { readonly [shape in Shape]?: { readonly files: number; readonly tests: number } }
  readonly runners: readonly Runner[]
  /** How often each way is run; those that a gate compares are run more often. */
  readonly rounds: { readonly each: number; readonly judged: number }
}

export const wholePlan: SuitePlan = {
  shapes: { file: { files: 50, tests: 1 }, test: { files: 1, tests: 500 } },
  runners,
  rounds: { each: 3, judged: 11 },
}

export const quickPlan: SuitePlan = {
  shapes: { file: { files: 5, tests: 1 } },
  runners: ['jest'],
  rounds: { each: 1, judged: 1 },
}

interface Cost {
  /** Milliseconds of processor time, of the runner and all its workers. */
  readonly cpu: number
  /** Milliseconds by the clock. */
  readonly wall: number
}

const folderOf = (project: string, shape: Shape, way: Way, runner: Runner): string =>
  join(project, `${shape} ${way} ${runner}`.replaceAll(' ', '-'))

const where = `
import { inject } from 'vitest'
const { url, vaultUrl } = inject('paymentSandbox')
Object.assign(process.env, { PAYMENT_SANDBOX_URL: url, PAYMENT_SANDBOX_VAULT_URL: vaultUrl })
`

/** The files of one suite, with the configuration of its runner. */
const writeSuite = (folder: string, way: Way, runner: Runner, files: number, tests: number): void => {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  for (let n = 0; n < files; n += 1) write(`order-${n}.test.js`, testFile(way, runner, tests))
  write('package.json', `{"type":"${runner === 'jest' ? 'commonjs' : 'module'}"}`)
  const isServed = way === 'server'
  if (runner === 'jest') {
    const globalSetup = isServed && { globalSetup: 'payment-sandbox/jest/global-setup' }
    const config = { testEnvironment: 'node', ...globalSetup }
    write('jest.config.json', JSON.stringify(config))
  } else {
    // Tests are told by vitest itself where the server is, those of Jest by the environment.
    const globalSetup = isServed && {
      globalSetup: 'payment-sandbox/vitest/global-setup',
      setupFiles: './where.js',
    }
    write(
      'vitest.config.mjs',
      `export default { test: ${JSON.stringify({ globals: true, ...globalSetup })} }`,
    )
    write('where.js', where)
  }
}

const commands: { readonly [runner in Runner]: string } = {
  'vitest threads': 'node ../node_modules/vitest/vitest.mjs run --pool threads --maxWorkers 1',
  'vitest forks': 'node ../node_modules/vitest/vitest.mjs run --pool forks --maxWorkers 1',
  jest: 'node ../node_modules/jest/bin/jest.js --maxWorkers 1 --silent',
}

const runSuite = async (folder: string, runner: Runner): Promise<Cost> => {
  const began = performance.now()
  const script = `${commands[runner]} > out.txt 2>&1 || { tail -30 out.txt >&2; exit 1; }; times`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder })
  return { cpu: cpuIn(stdout.trim().split('\n').at(-1) ?? ''), wall: performance.now() - began }
}

type Costs = ReadonlyMap<Way, readonly Cost[]>

/** Which way ours is compared with, and what the ratio has to reach. */
interface Judged {
  readonly way: Way
  readonly gate: Bound
  readonly aim: Bound
}

const ofMsw: Judged = { way: 'msw', gate: atMost(0.6), aim: atMost(0.3) }

const gates: { readonly [shape in Shape]: { readonly [runner in Runner]?: Judged } } = {
  file: {
    jest: { way: 'nock', gate: atMost(2.5), aim: atMost(1) },
    'vitest forks': { way: 'nock', gate: atMost(1.6), aim: atMost(0.9) },
  },
  test: { jest: ofMsw, 'vitest threads': ofMsw, 'vitest forks': ofMsw },
}

const rivalTexts = {
  nock: 'nock 14',
  msw: 'msw 2, with handlers by hand',
  server: 'a server of the run',
} as const

const pageTexts: { readonly [shape in Shape]: string } = { file: 'test file', test: 'test in a file' }

/** What each way adds to one file or one test, over the same files without any payment. */
const rowsOf = (
  shape: Shape,
  runner: Runner,
  { files, tests }: { readonly files: number; readonly tests: number },
  costs: Costs,
): readonly Row[] => {
  const { way: judged, gate, aim } = gates[shape][runner] ?? {}
  const added = (way: Way, by: keyof Cost): readonly number[] =>
    (costs.get(way) ?? []).map((cost, round) => {
      const nothing = costs.get('nothing')?.[round]?.[by] ?? Number.NaN
      return (cost[by] - nothing) / (files * tests)
    })
  return (['nock', 'msw', 'server'] as const).flatMap((rival) =>
    (['cpu', 'wall'] as const).map((by) => {
      const isJudged = judged === rival && by === 'cpu'
      const isOnPage = by === 'cpu' && rival !== 'server' && runner !== 'vitest threads'
      return {
        what: `${runner}, ${files} x ${tests}: added per ${shape}, ${by === 'cpu' ? 'processor' : 'clock'}; limit: ${rival}`,
        unit: 'ms' as const,
        ...inPairs(added('ours', by), added(rival, by)),
        gate: isJudged ? (gate ?? null) : null,
        aim: isJudged ? (aim ?? null) : null,
        ...(isOnPage
          ? {
              page: {
                what: `one more ${pageTexts[shape]}, ${runner === 'jest' ? 'Jest' : 'vitest'}`,
                of: rivalTexts[rival],
              },
            }
          : {}),
      }
    }),
  )
}

/** Whole runs of vitest and Jest, with one worker, from the packed package. */
export const suiteRows = async (
  { shapes, runners, rounds }: SuitePlan,
  report: (row: Row) => void,
): Promise<void> => {
  const project = makeProject()
  try {
    for (const [shape, size] of Object.entries(shapes) as [Shape, { files: number; tests: number }][])
      for (const runner of runners) {
        const judged = gates[shape][runner]?.way
        const timesOf = (way: Way): number =>
          judged !== undefined && ['ours', 'nothing', judged].includes(way) ? rounds.judged : rounds.each
        const costs = new Map<Way, Cost[]>(ways.map((way) => [way, []]))
        for (const way of ways)
          writeSuite(folderOf(project, shape, way, runner), way, runner, size.files, size.tests)
        // Round 0 only fills the caches of the runner.
        for (let round = 0; round <= rounds.judged; round += 1)
          for (const way of ways.filter((each) => round <= timesOf(each))) {
            const cost = await runSuite(folderOf(project, shape, way, runner), runner)
            if (round > 0) costs.get(way)?.push(cost)
          }
        for (const row of rowsOf(shape, runner, size, costs)) report(row)
      }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
