/** A worker in a process of its own, which a test can kill: `node serve.mjs <script> <folder of the storage> <token>`. */
import { readFileSync } from 'node:fs'
import { Miniflare } from 'miniflare'

const [, , script = '', folder = '', token = ''] = process.argv
const miniflare = new Miniflare({
  modules: [{ type: 'ESModule', path: 'worker.js', contents: readFileSync(script, 'utf8') }],
  compatibilityDate: '2025-05-05',
  durableObjects: { SANDBOX: { className: 'SandboxObject', useSQLite: true } },
  durableObjectsPersist: folder,
  bindings: { CONTROL_TOKEN: token },
})
process.stdout.write(`${(await miniflare.ready).origin}\n`)
