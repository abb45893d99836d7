/**
 * `npm run drill -- <name>`: what runs before a release or now and then, and so is no script of its own. Further words go
 * to the drill; without a name it lists them.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What each does, what must be installed or built for it (`.ci/setup.mjs`), and its program. */
const drills = {
  release: {
    text: 'the tests that damage state files, kill servers, draw at random or take long, as a release asks for',
    setup: ['--for-all-tests', 'test/package', 'test/workers'],
    program: 'test/drill/release.mjs',
  },
  runtimes: {
    text: 'the packed package in Node 20, 22, 24 and 26, Bun and Deno, beside the newest runners of tests',
    setup: [],
    program: 'test/runtimes/start.mjs',
  },
  simulate: {
    text: 'random operations against the service and a simpler model of it',
    setup: ['--install-only'],
    program: 'test/simulate/start.mjs',
  },
  mutate: {
    text: 'changes of the code that no test notices',
    setup: ['--install-only', 'test/mutate'],
    program: 'test/mutate/start.mjs',
  },
}

const [name = '', ...words] = process.argv.slice(2)
if (!Object.hasOwn(drills, name)) {
  const list = Object.entries(drills).map(([each, { text }]) => `  ${each.padEnd(9)} ${text}\n`)
  process.stderr.write(`npm run drill -- <name>, where the name is one of these:\n${list.join('')}`)
  process.exit(2)
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('.ci/setup.mjs', ...drills[name].setup)
run(drills[name].program, ...words)
