/**
 * Contract 23: a killed command leaves nothing that runs. SIGKILL leaves it no time to end anything itself; of SIGTERM
 * the shell in between ends, as it does under `npm run`, and not what it has started.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { isRunning } from '../../src/node/state/lock'
import { temporaryFolder } from '../support/folder'
import { freePort } from '../support/server'
import { command } from './command'

/**
 * A program that starts a child in its group and one apart from it, adds the ids of all to a file, and stays. A shell
 * starts it, as it starts `npm start`.
 */
const staying = (folder: string, act: string): string => {
  const file = join(folder, `${act}.cjs`)
  writeFileSync(
    file,
    `const { spawn } = require('node:child_process')
     const { appendFileSync } = require('node:fs')
     const { createServer } = require('node:http')
     if (process.argv[2] === '--serve') createServer((_, answer) => answer.end('up')).listen(Number(process.env.PORT), '127.0.0.1')
     const forever = ['-e', 'setInterval(() => {}, 1000)']
     const child = spawn(process.execPath, forever)
     const away = spawn(process.execPath, forever, { detached: true, stdio: 'ignore' })
     appendFileSync('${folder}/pids', [process.pid, process.ppid, child.pid, away.pid].join(' ') + ' ')
     setInterval(() => {}, 1000)`,
  )
  return `"${process.execPath}" "${file}" ${act === 'serve' ? '--serve' : ''} && true`
}

const commands = {
  'explore --app': {
    programs: 2,
    wordsOf: (app: string, flow: string, port: number) => [
      ...['explore', '--app', app, '--ready', `http://127.0.0.1:${port}/`],
      ...['--', 'sh', '-c', flow],
    ],
  },
  explore: {
    programs: 1,
    wordsOf: (_: string, flow: string) => ['explore', '--', 'sh', '-c', flow],
  },
  exec: {
    programs: 1,
    wordsOf: (_: string, flow: string) => ['exec', '--', 'sh', '-c', flow],
  },
}

it.each([
  ['explore --app', 'SIGKILL'],
  ['explore', 'SIGKILL'],
  ['explore', 'SIGTERM'],
  ['exec', 'SIGKILL'],
  ['exec', 'SIGTERM'],
] as const)('%s that is ended by %s takes all that it has started with it', async (name, signal) => {
  const { programs, wordsOf } = commands[name]
  const folder = temporaryFolder()
  const port = await freePort()
  const words = wordsOf(staying(folder, 'serve'), staying(folder, 'flow'), port)
  const running = command(words, { PORT: `${port}`, TMPDIR: temporaryFolder() })
  const pids = (): number[] =>
    readFileSync(join(folder, 'pids'), 'utf8')
      .trim()
      .split(' ')
      .map(Number)
      .filter((pid) => pid !== running.process.pid)
  await vi.waitFor(() => expect(pids()).toHaveLength(4 * programs), 20_000)
  const all = pids()
  expect(all.filter((pid) => !isRunning(pid))).toEqual([])
  running.process.kill(signal)
  await vi.waitFor(() => expect(all.filter(isRunning)).toEqual([]), 20_000)
})
