/**
 * `npm run dev`: the server, built and started again whenever a source changes; one that does not build leaves it running.
 * Options after `--` are the server's: `npm run dev -- --port 0`, and with `--state shop.json` its charges survive.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch } from 'rolldown'
import { assets } from './assets.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const file = join('node_modules', '.cache', 'dev', 'program.cjs')
const words = ['--enable-source-maps', file, ...process.argv.slice(2)]

let server
const stop = async () => {
  if (server?.exitCode === null && server.kill()) await once(server, 'exit')
}
const restart = async () => {
  await stop()
  server = spawn(process.execPath, words, { stdio: 'inherit' })
}

const watcher = watch({
  input: 'src/cli/main.ts',
  platform: 'node',
  plugins: [assets],
  // The source finds the shipped fixtures relative to its own place.
  transform: { target: 'node20', define: { __filename: JSON.stringify(resolve('dist', 'dev.cjs')) } },
  output: { file, format: 'cjs', codeSplitting: false, sourcemap: true },
})
let work = Promise.resolve()
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(event.error.message)
  if (event.code === 'BUNDLE_END') work = work.then(restart)
  if ('result' in event) event.result.close()
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop().then(() => process.exit()))
