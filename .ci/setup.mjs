/**
 * Makes a fresh clone ready: installs what the lock file names and builds what src says, each only when needed, with a
 * line for each step and its time. It uses nothing but Node, and writes to stderr only: the standard output belongs to
 * the command that follows.
 *
 * - `--install-only` builds nothing, `--command` only the command, without types, in an eighth of the time;
 * - `--build` builds even if nothing has changed;
 * - `--for-tests` also installs the browser that tests drive, `--for-all-tests` also clients of other languages;
 * - a folder, such as `test/workers`, is installed too: it names packages that few runs need.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools } from './tools.mjs'

const words = process.argv.slice(2)
const has = (flag) => words.includes(flag)

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const isFresh = !isInstalled('.')
// `--include=dev`: building needs the development tools also where NODE_ENV is "production".
for (const folder of ['.', ...words.filter((word) => !word.startsWith('-'))])
  if (!isInstalled(folder))
    step(
      `installing the packages of ${folder === '.' ? 'package.json' : folder}`,
      `npm ci --prefix ${folder} --include=dev --no-audit --no-fund --loglevel=error`,
    )
if (!has('--install-only') && (isFresh || has('--build') || !isBuilt(has('--command')))) build()
if (has('--for-tests') || has('--for-all-tests')) installTools(has('--for-all-tests'))

function build() {
  const began = new Date()
  const tsup = 'node node_modules/tsup/dist/cli-default.js --config .ci/tsup.config.ts'
  rmSync('dist', { recursive: true, force: true })
  if (has('--command')) step('building the command', `${tsup} --no-dts`)
  else {
    step('building declarations', 'node node_modules/typescript-native/bin/tsc -p .ci/tsconfig.types.json')
    step('building bundles', tsup)
    step('writing out types', 'node .ci/types.mjs')
  }
  // A source that was edited meanwhile is newer.
  utimesSync(lastFile(has('--command')), began, began)
}

/** The file that a build writes last. */
function lastFile(isForCommand) {
  return isForCommand ? 'dist/cli.cjs' : 'dist/webhooks.d.cts'
}

/**
 * Compares contents, not times: a checkout gives every file a new time.
 * node_modules must match the lock file; packages for other systems may be missing.
 */
function isInstalled(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const found = packagesIn(join(folder, 'node_modules', '.package-lock.json'))
  const isSame = (path) =>
    wanted[path]?.version === found[path].version && wanted[path].integrity === found[path].integrity
  const isThere = (path) => path === '' || path in found || wanted[path].optional
  return (
    Object.keys(found ?? {}).some(isSame) &&
    Object.keys(found).every(isSame) &&
    Object.keys(wanted).every(isThere)
  )
}

function packagesIn(file) {
  return timeOf(file) && JSON.parse(readFileSync(file, 'utf8')).packages
}

function isBuilt(isForCommand) {
  const inputs = ['src', 'fixtures', 'examples', '.ci'].flatMap((folder) => [
    folder,
    // Folders count too: their time changes when a file in them is removed or renamed.
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  ])
  // tsup writes a file beside its configuration while it builds.
  const sources = inputs.filter((path) => path !== '.ci')
  const newest = Math.max(...['package.json', 'tsconfig.json', ...sources].map(timeOf))
  return timeOf(lastFile(isForCommand)) >= newest
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** The command is one text for a shell: on Windows npm is a script that only a shell can start. */
function step(what, command) {
  process.stderr.write(`${what} ...`)
  const started = performance.now()
  const { status, signal, error, output } = spawnSync(command, {
    ...{
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
    },
  })
  process.stderr.write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  if (status === 0) return
  process.stderr.write(output?.join('') ?? '')
  process.stderr.write(`failed (${error?.message ?? signal ?? `exit status ${status}`}): ${command}\n`)
  process.exit(status || 1)
}
