/**
 * `npm run dev`: builds again whenever a source changes, and starts the server again whenever that made a new one.
 * Options after `--` are the server's: `npm run dev -- --port 0`.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const options = { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: 'inherit' }

const children = [
  // A constant string for a shell: on Windows npx is a script that only a shell can start.
  spawn('npx --no-install tsup --config .ci/tsup.config.ts --watch --no-dts', { ...options, shell: true }),
  spawn(process.execPath, ['--watch', 'dist/cli.cjs', ...process.argv.slice(2)], options),
]

const stop = () => {
  for (const child of children) child.kill()
}
for (const child of children) child.once('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
