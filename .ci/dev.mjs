/**
 * `npm run dev`: the server, built and started again whenever a source changes. Options after `--` are the server's:
 * `npm run dev -- --port 0`, and with `--state shop.json` its charges survive. If a source does not build, the
 * server before it keeps running.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { context } from 'esbuild'
import { assets } from './assets.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const outfile = join('node_modules', '.cache', 'dev', 'program.cjs')
const builder = await context({
  absWorkingDir: process.cwd(),
  ...{ entryPoints: ['src/cli/main.ts'], outfile, bundle: true, platform: 'node', target: 'node20' },
  // The source finds the shipped fixtures relative to its own place.
  define: { __filename: JSON.stringify(resolve('dist', 'dev.cjs')) },
  ...{ plugins: [assets], logLevel: 'error', sourcemap: 'linked', sourcesContent: false },
})

let server
const stop = async () => {
  if (server?.exitCode !== null || !server.kill()) return
  await once(server, 'exit')
}

const start = async () => {
  // It has printed the problem.
  if (await builder.rebuild().catch(() => undefined)) {
    await stop()
    server = spawn(process.execPath, ['--enable-source-maps', outfile, ...process.argv.slice(2)], {
      stdio: 'inherit',
    })
  }
}

let work = start()
let timer
const again = () => {
  clearTimeout(timer)
  // An editor writes a file in several steps.
  timer = setTimeout(() => {
    watchFolders()
    work = work.then(start)
  }, 50)
}

/** Folders one by one: of a folder as a whole, Node 20 on Linux misses changes once an editor has replaced a file. */
const watched = new Set()
function watchFolders() {
  for (const top of ['src', 'fixtures', 'examples'])
    for (const folder of ['', ...readdirSync(top, { recursive: true })].map((name) => join(top, name)))
      if (!watched.has(folder) && statSync(folder).isDirectory()) watched.add(folder) && watch(folder, again)
}
watchFolders()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().then(() => process.exit()))
