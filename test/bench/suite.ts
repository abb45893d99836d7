import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from './rounds'
import { type SuiteName, suiteFiles, testCount } from './suite-files'
import type { Row } from './table'

/** From the registry, outside of the project: nothing else needs it. */
const mswModules = (): string => {
  const folder = join(tmpdir(), 'payment-sandbox-bench-msw')
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'msw'))) return modules
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'msw@2'], { cwd: folder })
  return modules
}

const link = (from: string, to: string): void => {
  for (const name of readdirSync(from))
    if (!name.startsWith('.') && !existsSync(join(to, name)))
      symlinkSync(join(from, name), join(to, name), 'junction')
}

/** A project of a user with all three files. */
const makeProject = (): string => {
  const project = mkdtempSync(join(tmpdir(), 'payment-sandbox-suite-'))
  const modules = join(project, 'node_modules')
  const own = join(modules, 'payment-sandbox')
  mkdirSync(own, { recursive: true })
  for (const name of ['package.json', 'dist']) cpSync(name, join(own, name), { recursive: true })
  link(mswModules(), modules)
  link(resolve('node_modules'), modules)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  for (const [name, text] of Object.entries(suiteFiles)) writeFileSync(join(project, `${name}.test.js`), text)
  writeFileSync(
    join(project, 'sockets.config.mjs'),
    `export default { test: { globalSetup: ['payment-sandbox/vitest/global-setup'] } }`,
  )
  return project
}

interface SuiteTimes {
  /** From the start of vitest to its end. */
  readonly all: number
  /** Of one test, on average: from the first to the last. */
  readonly each: number
}

interface Report {
  readonly numPassedTests: number
  readonly testResults: readonly { readonly startTime: number; readonly endTime: number }[]
}

const runSuite = (project: string, name: SuiteName): Promise<SuiteTimes> => {
  const output = join(project, `${name}.json`)
  const config = name === 'sockets' ? ['--config', 'sockets.config.mjs'] : []
  const report = ['--reporter', 'json', '--outputFile', output]
  const args = ['node_modules/vitest/vitest.mjs', 'run', `${name}.test.js`, ...config, ...report]
  const began = performance.now()
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: project }, (error, stdout, stderr) => {
      if (error !== null) return reject(new Error(`${name}: ${stdout}${stderr}`))
      const all = performance.now() - began
      const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(output, 'utf8'))
      if (numPassedTests !== testCount) return reject(new Error(`${name}: ${numPassedTests} tests passed`))
      const [{ startTime, endTime } = { startTime: 0, endTime: 0 }] = testResults
      resolve({ all, each: (endTime - startTime) / testCount })
    })
  })
}

const rivals = {
  msw: 'hand-written msw handlers',
  sockets: 'a server behind sockets',
} as const satisfies Partial<Record<SuiteName, string>>

/** A file of 200 tests, each with a sandbox, a token, a charge, a refund and verified webhooks. */
export const suiteRows = async (rounds: number): Promise<readonly Row[]> => {
  const project = makeProject()
  const times: Record<SuiteName, SuiteTimes[]> = { ours: [], msw: [], sockets: [] }
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const name of ['msw', 'ours', 'sockets'] as const) times[name].push(await runSuite(project, name))
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
  const middle = (name: SuiteName, part: keyof SuiteTimes): number =>
    median(times[name].map((one) => one[part]))
  return (Object.keys(rivals) as (keyof typeof rivals)[]).flatMap((rival) =>
    (['all', 'each'] as const).map((part) => ({
      what: `${testCount} tests, ${part === 'all' ? 'in all' : 'each'}; limit: ${rivals[rival]}`,
      unit: 'ms' as const,
      ours: middle('ours', part),
      limit: middle(rival, part),
      ratio: median(times.ours.map((one, i) => one[part] / (times[rival][i]?.[part] ?? Number.NaN))),
      gate: null,
      aim: null,
    })),
  )
}
