/**
 * Makes a fresh clone ready: installs what the lock file names and builds what src says, each only when needed.
 * Runs before `npm start` and `npm test`, so it uses nothing but Node, and writes to stderr only:
 * the standard output belongs to the command that follows. With `--install-only` it builds nothing, with `--command`
 * what the command needs, in an eighth of the time: no types, and no bundles for other runtimes or runners. With
 * `--for-tests` it also installs the browser that tests drive, with `--for-all-tests` clients of other languages as well. A
 * folder such as `test/workers` is installed too: it names what few runs need.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools } from './tools.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const inputs = ['src', 'fixtures', 'package.json', 'tsconfig.json', '.ci']
const library = [
  'index',
  'webhooks',
  'factories',
  'msw',
  'vitest',
  'vitest-setup',
  'jest',
  'jest-setup',
].flatMap((name) => ['js', 'cjs', 'd.ts', 'd.cts'].map((end) => `${name}.${end}`))
const command = ['cli.cjs', 'program.cjs', 'index.cjs']
const all = [...library, 'portable/index.js', 'portable/workers.js', 'workers.d.ts', ...command]
/** Set for the npm commands below, so that a script of theirs that comes back here finds nothing to do. */
const marker = 'PREPARING_CHECKOUT'

if (!process.env[marker]) prepare()

function prepare() {
  const install = !isInstalled('.')
  if (install) installIn('.')
  for (const folder of process.argv.slice(2).filter((word) => !word.startsWith('-')))
    if (!isInstalled(folder)) installIn(folder)
  if (process.argv.includes('--install-only')) return
  const isForCommand = process.argv.includes('--command')
  if (install || !isBuilt(isForCommand ? command : all))
    run('building', isForCommand ? 'npm run -s build:command' : 'npm run -s build')
  const clients = process.argv.includes('--for-all-tests')
  if (clients || process.argv.includes('--for-tests')) installTools(clients)
}

/**
 * Compares contents, not times: a checkout gives every file a new time.
 * What npm left in node_modules must be what the lock file names; packages for other systems may be missing.
 */
function isInstalled(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const found = packagesIn(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !found) return false
  return (
    Object.entries(found).every(([path, installed]) => isSame(wanted[path], installed)) &&
    Object.entries(wanted).every(([path, { optional }]) => path === '' || path in found || optional)
  )
}

function isSame(wanted, installed) {
  if (wanted?.version !== installed.version) return false
  return !wanted.integrity || wanted.integrity === installed.integrity
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function isBuilt(outputs) {
  const oldest = Math.min(...outputs.map((file) => timeOf(join(root, 'dist', file)) ?? 0))
  return inputs.every((file) => newestIn(join(root, file)) <= oldest)
}

/** Folders count too: their time changes when a file in them is removed or renamed. */
function newestIn(path) {
  const time = timeOf(path)
  if (time === undefined) return 0
  if (!statSync(path).isDirectory()) return time
  return Math.max(time, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** `--include=dev`: building needs the development tools also where NODE_ENV is "production". */
function installIn(folder) {
  const prefix = folder === '.' ? '' : ` --prefix ${folder}`
  run('installing', `npm ci${prefix} --include=dev --no-audit --no-fund`)
}

/** Each command is one text for a shell: on Windows npm is a script that only a shell can start. */
function run(what, command) {
  process.stderr.write(`${what}: ${command}\n`)
  const env = { ...process.env, [marker]: '1' }
  const { status, signal, error } = spawnSync(command, {
    cwd: root,
    env,
    shell: true,
    stdio: ['ignore', 2, 2],
  })
  if (status === 0) return
  process.stderr.write(
    `${what} failed (${error?.message ?? signal ?? `exit status ${status}`}): ${command}\n`,
  )
  process.exit(status || 1)
}
