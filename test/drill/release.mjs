/**
 * `npm run drill -- release`: the tests that damage state files, change states, kill servers, draw at random or take
 * long, as often as a release asks for: those that take a number or a list from test/support/arbitraries.ts. Further
 * words go to vitest: `npm run drill -- release test/cli/state.test.ts` runs one of them.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const counts = /import \{[^}]*\b(?:cases|runs|drill)\b[^}]*\} from '[./]+\/support\/arbitraries'/
const drills = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!.*node_modules).*\.test\.ts$/.test(file))
  .map((file) => join('test', file))
  .filter((file) => counts.test(readFileSync(join(root, file), 'utf8')))
const given = process.argv.slice(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/vitest.config.ts', ...(given.length > 0 ? given : drills)],
  { cwd: root, env: { ...process.env, DRILL: 'full' }, stdio: 'inherit' },
)
process.exit(status ?? 1)
