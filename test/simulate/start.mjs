/** `npm run drill -- simulate`: bundles `main.ts` of this folder, which is TypeScript, and runs it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../support/bundle.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, 'node_modules', '.cache', 'simulate', `main-${process.pid}.mjs`)

await bundle('test/simulate/main.ts', out)

const { status } = spawnSync(process.execPath, [out, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
