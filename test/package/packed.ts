/** The package as npm packs it, unpacked once for the tests of a worker, and projects that have it installed. */
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { bin } from '../../package.json'

export const root = fileURLToPath(new URL('../..', import.meta.url))
/** For commands that install or start a runner, on a busy machine. */
export const patience = 300_000

/** Where the packages of this project are. */
const holders = ['.', 'test/package', 'test/workers']

const temporaryFolder = (name: string): string =>
  realpathSync(mkdtempSync(join(tmpdir(), `payment-sandbox-${name}-`)))

interface Running {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** In ms, until it is killed. */
  readonly timeout?: number
  /** Default: `false`, and `true` on Windows, where npm is a script, which only a shell can start. */
  readonly shell?: boolean
}

/** Runs to the end and gives all that was printed; a failure shows it. */
export const run = (
  command: string,
  args: readonly string[],
  { cwd, env, timeout, shell = process.platform === 'win32' }: Running,
): Promise<string> => {
  // What started these tests must not configure the runners that they start.
  const { NODE_ENV, VITEST, FORCE_COLOR, npm_config_local_prefix, INIT_CWD, ...inherited } = process.env
  const options = { cwd, env: { ...inherited, NO_COLOR: '1', ...env }, shell, timeout }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      const said = `${stdout}\n${stderr}`
      if (error) reject(new Error(`${command} ${args.join(' ')}\n${said}`))
      else resolve(said)
    })
  })
}

/** Runs a line as `npx -c` does, which takes a second longer: the programs of the project are found. */
export const runLine = (line: string, { cwd, env }: Running): Promise<string> => {
  const PATH = [join(cwd, 'node_modules', '.bin'), env?.PATH ?? process.env.PATH].join(delimiter)
  return run(line, [], { cwd, env: { ...env, PATH }, shell: true })
}

const pack = async (): Promise<string> => {
  await run(process.execPath, ['.ci/setup.mjs', ...holders], { cwd: root })
  const folder = temporaryFolder('packed')
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  const [tarball = ''] = readdirSync(folder)
  await run('tar', ['-xzf', tarball], { cwd: folder })
  return join(folder, 'package')
}

let packed: Promise<string> | undefined

/** The folder of the unpacked tarball. */
export const packedPackage = (): Promise<string> => {
  packed ??= pack()
  return packed
}

/** Packages beside those of this project, at one version; they are installed once and kept. */
const installed = async (packages: readonly string[]): Promise<string> => {
  const folder = join(
    root,
    'node_modules',
    '.cache',
    'installed',
    packages.join(' ').replace(/[^\w.-]+/g, '_'),
  )
  if (existsSync(folder)) return folder
  const half = temporaryFolder('install')
  writeFileSync(join(half, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], { cwd: half })
  mkdirSync(dirname(folder), { recursive: true })
  if (!existsSync(folder)) cpSync(half, `${folder}.new`, { recursive: true, verbatimSymlinks: true })
  if (existsSync(`${folder}.new`)) renameSync(`${folder}.new`, folder)
  rmSync(half, { recursive: true, force: true })
  return folder
}

interface Project {
  /** By path in the project. */
  readonly files?: Readonly<Record<string, string>>
  /** A folder to begin with, one of `examples`. */
  readonly from?: string
  /** Such as `vitest@3.2.7`; those of this project if there are none. */
  readonly packages?: readonly string[] | undefined
}

const packagesIn = (modules: string): readonly string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )

/**
 * A copy of an example where it is in a clone: below a tsconfig.json whose paths lead to the sources of the package, which
 * several tools follow.
 */
const copyWithin = (top: string, example: string): string => {
  for (const name of ['tsconfig.json', 'examples/tsconfig.json']) cpSync(join(root, name), join(top, name))
  symlinkSync(join(root, 'src'), join(top, 'src'), 'junction')
  const copy = join(top, 'examples', basename(example))
  cpSync(example, copy, { recursive: true })
  return copy
}

/** The packages of a project, once for all projects of a worker that have the same. */
const modulesWith = async (packages?: readonly string[]): Promise<string> => {
  const unpacked = await packedPackage()
  const modules = join(temporaryFolder('modules'), 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const sources = packages === undefined ? holders.map((at) => join(root, at)) : [await installed(packages)]
  for (const source of sources.map((folder) => join(folder, 'node_modules')))
    for (const name of packagesIn(source)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true })
      if (!existsSync(join(modules, name))) symlinkSync(join(source, name), join(modules, name), 'junction')
    }
  // A copy, as a link would lead to the packages of this project.
  cpSync(unpacked, join(modules, 'payment-sandbox'), { recursive: true })
  const programs = {
    'payment-sandbox': `payment-sandbox/${bin['payment-sandbox']}`,
    tsc: 'typescript-native/bin/tsc',
    vitest: 'vitest/vitest.mjs',
    jest: 'jest/bin/jest.js',
    playwright: '@playwright/test/cli.js',
  }
  for (const [name, path] of Object.entries(programs))
    if (existsSync(join(modules, path))) symlinkSync(join('..', path), join(modules, '.bin', name))
  return modules
}

const made = new Map<string, Promise<string>>()

/** A project with the packed package and others, whose folder it must not change; it is removed after the test. */
export const makeProject = async ({ files = {}, from, packages }: Project): Promise<string> => {
  const key = String(packages)
  const modules = made.get(key) ?? modulesWith(packages)
  made.set(key, modules)
  const top = temporaryFolder('project')
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const project = from === undefined ? top : copyWithin(top, from)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  symlinkSync(await modules, join(project, 'node_modules'), 'junction')
  return project
}
