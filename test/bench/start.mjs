/** `npm run bench`: bundles `main.ts`, and runs it. */
import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../support/bundle.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = join(root, 'node_modules', '.cache', 'bench')
const program = join(out, 'test', 'bench', 'main.mjs')

rmSync(out, { recursive: true, force: true })
// The source finds the shipped fixtures two folders above its files.
await bundle('test/bench/main.ts', program)
cpSync(join(root, 'fixtures'), join(out, 'fixtures'), { recursive: true })

const env = { ...process.env }
// It adds 50 ms to every start of Node 20, ours and the bare one's, and so hides the ratio between them.
delete env.NODE_EXTRA_CA_CERTS
const options = { cwd: root, env, stdio: 'inherit' }
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], options)
process.exit(status ?? 1)
