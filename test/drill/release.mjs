/**
 * `npm run drill -- release`: the tests that damage state files, change states, kill servers and draw at random, as
 * often as a release asks for. Further words go to vitest: `npm run drill -- release test/cli/state.test.ts` runs one of
 * them.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const drills = [
  'test/suites/explore/payers.test.ts',
  'test/suites/explore/tried.test.ts',
  'test/cli/state.test.ts',
  'test/node/state/damage.test.ts',
  'test/properties',
  'test/service/http/fuzz.test.ts',
  'test/service/http/raw-fuzz.test.ts',
  'test/service/search/fuzz.test.ts',
  'test/simulate',
]
const given = process.argv.slice(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/vitest.config.ts', ...(given.length > 0 ? given : drills)],
  { cwd: root, env: { ...process.env, DRILL: 'full' }, stdio: 'inherit' },
)
process.exit(status ?? 1)
