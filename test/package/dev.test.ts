/** `npm run dev`: a change of the source is answered by the next server, a mistake in it by the one before. */
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { run } from '../cli/command'
import { temporaryFolder } from '../support/folder'
import { root } from './packed'

/** The files that a build reads; the packages are those of this project, with a place of its own for what is built. */
const checkout = (): string => {
  const folder = temporaryFolder()
  const copied = ['src', 'fixtures', 'examples', '.ci', 'package.json', 'tsconfig.json']
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '.cache'))
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
  return folder
}

it('starts the server again for a change, and leaves the one before running for a mistake', async () => {
  const folder = checkout()
  const file = join(folder, 'src', 'cli', 'serve', 'log.ts')
  const text = readFileSync(file, 'utf8')
  const running = run(process.execPath, [join(folder, '.ci', 'dev.mjs'), '--port', '0'])
  await running.line(/ready on/)

  writeFileSync(file, text.replace('ready on', 'answers at'))
  const line = await running.line(/answers at/)

  const complaint = once(running.process.stderr as Readable, 'data')
  writeFileSync(file, `${text}const = 1`)
  expect(String(await complaint)).toContain('src/cli/serve/log.ts')
  const [url = ''] = /http:\S+/.exec(line) ?? []
  expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)

  writeFileSync(file, text.replace('ready on', 'is back on'))
  await running.line(/is back on/)
  await expect(fetch(url)).rejects.toThrow()
  running.process.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 0 })
}, 60_000)
