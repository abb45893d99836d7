/**
 * Makes a fresh clone ready: installs what the lock file names and builds what src says, each only when needed, with a
 * line for each step and its time. It uses nothing but Node, and writes to stderr only: the standard output belongs to
 * the command that follows.
 *
 * - `--install-only` builds nothing, `--command` only the command, without types, in an eighth of the time;
 * - `--build` builds even if nothing has changed;
 * - `--for-tests` also installs the browser that tests drive, `--for-all-tests` also clients and test runners of other
 *   languages;
 * - a folder, such as `test/workers`, is installed too: it names packages that few runs need.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools } from '../test/support/programs.mjs'

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
if (!has('--install-only'))
  oneAtATime(() => {
    if (isFresh || has('--build') || !isBuilt(has('--command'))) build()
  })
if (has('--for-tests') || has('--for-all-tests')) installTools(has('--for-all-tests'))

/** Several tests may ask for a build at the same moment: the others wait, and find it done. */
function oneAtATime(work) {
  const lock = 'node_modules/.building'
  for (;;)
    try {
      writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      // What was killed, or failed, has left it.
      if (isHeld(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      else rmSync(lock, { force: true })
    }
  work()
  rmSync(lock, { force: true })
}

/** Whether the process whose number is in this file may be at work: another one can have the number after a restart. */
function isHeld(lock) {
  const ageMs = Date.now() - (timeOf(lock) ?? 0)
  if (ageMs > 120_000) return false
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

function build() {
  const began = new Date()
  const tsup = 'node node_modules/tsup/dist/cli-default.js --config .ci/tsup.config.ts'
  rmSync('dist', { recursive: true, force: true })
  if (has('--command')) step('building the command', `${tsup} --no-dts`)
  else {
    const tsc = 'node node_modules/typescript-native/bin/tsc -p .ci/tsconfig.types.json'
    step('building declarations', `${tsc} --noEmit false --declaration --emitDeclarationOnly`)
    step('writing out types', 'node .ci/types.mjs')
    step('building bundles', tsup)
    rmSync('dist/.types', { recursive: true })
  }
  // A source that was edited meanwhile is newer.
  utimesSync(lastFile(has('--command')), began, began)
}

/** The file that a build writes last. */
function lastFile(isForCommand) {
  return isForCommand ? 'dist/cli.cjs' : 'dist/webhooks.d.cts'
}

/** npm writes a lock file of its own when it has installed one. */
function isInstalled(folder) {
  const installed = timeOf(join(folder, 'node_modules', '.package-lock.json'))
  return installed >= timeOf(join(folder, 'package-lock.json'))
}

function isBuilt(isForCommand) {
  // Folders count too: their time changes when a file in them is removed or renamed.
  const sources = ['src', 'fixtures', 'examples', '.ci'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  )
  const newest = Math.max(...['package.json', 'tsconfig.json', 'src', 'fixtures', ...sources].map(timeOf))
  // The sources of the types are there until all is built.
  return timeOf(lastFile(isForCommand)) >= newest && timeOf('dist/.types') === undefined
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** The command is one text for a shell: on Windows npm is a script that only a shell can start. */
function step(what, command) {
  process.stderr.write(`${what} ...`)
  const started = performance.now()
  const { status, stdout } = spawnSync(`${command} 2>&1`, {
    shell: true,
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  process.stderr.write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  if (status === 0) return
  process.stderr.write(`${stdout}failed: ${command}\n`)
  process.exit(status || 1)
}
