import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeProject } from './registry'
import { cpuIn, inPairs } from './rounds'
import { type Runner, runners, testFile, type Way, ways } from './suite-files'
import type { Row } from './table'

/** The files of one suite, with the configuration of its runner. */
const writeSuite = (folder: string, way: Way, runner: Runner, files: number): void => {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  for (let n = 0; n < files; n += 1) write(`order-${n}.test.js`, testFile(way, runner))
  write('package.json', `{"type":"${runner === 'jest' ? 'commonjs' : 'module'}"}`)
  if (runner === 'jest') write('jest.config.json', '{"testEnvironment":"node"}')
  else write('vitest.config.mjs', 'export default { test: { globals: true } }')
}

const commands: { readonly [runner in Runner]: string } = {
  vitest: 'node ../node_modules/vitest/vitest.mjs run --pool forks --maxWorkers 1',
  jest: 'node ../node_modules/jest/bin/jest.js --maxWorkers 1 --silent',
}

/** Milliseconds of processor time of the runner and all its workers. */
const runSuite = async (folder: string, runner: Runner): Promise<number> => {
  const script = `${commands[runner]} > out.txt 2>&1 || { tail -30 out.txt >&2; exit 1; }; times`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { cwd: folder })
  return cpuIn(stdout.trim().split('\n').at(-1) ?? '')
}

const gates = { vitest: 1.6, jest: 2.5 } as const

/** What each way adds to one file, over the same files without any payment. */
const rowOf = (runner: Runner, files: number, costs: Readonly<Record<Way, readonly number[]>>): Row => {
  const added = (way: Way): readonly number[] =>
    costs[way].map((cost, round) => (cost - (costs.nothing[round] ?? Number.NaN)) / files)
  return {
    what: `one more test file, ${runner === 'jest' ? 'Jest' : 'vitest'}`,
    of: 'nock 14',
    ...inPairs(added('ours'), added('nock')),
    gate: gates[runner],
    aim: null,
  }
}

/** Whole runs of vitest and Jest, with one worker, from the packed package. */
export const suiteRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { files, rounds } = quick ? { files: 5, rounds: 1 } : { files: 20, rounds: 7 }
  const project = makeProject()
  const rows: Row[] = []
  const folderOf = (way: Way, runner: Runner): string => join(project, `${way}-${runner}`)
  try {
    for (const runner of runners) {
      for (const way of ways) writeSuite(folderOf(way, runner), way, runner, files)
      const costs: Record<Way, number[]> = { ours: [], nock: [], nothing: [] }
      // Round 0 only fills the caches of the runner.
      for (let round = 0; round <= rounds; round += 1)
        for (const way of ways) {
          const cost = await runSuite(folderOf(way, runner), runner)
          if (round > 0) costs[way].push(cost)
        }
      rows.push(rowOf(runner, files, costs))
    }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
  return rows
}
