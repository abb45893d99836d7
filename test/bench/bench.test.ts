/** `npm run bench` starts, though nothing is measured here. */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

let said = ''

beforeAll(async () => {
  const program = promisify(execFile)(process.execPath, [fileOf('start.mjs'), '--only', 'nothing'])
  said = await program.catch(({ stderr }) => stderr)
})

it('names its parts when it is asked for one that it has not', () => {
  expect(said).toContain('--only takes sockets, create, ')
})

it.each(['limit', 'ours', 'load', 'inside'])('its program "%s" loads, and answers', async (name) => {
  const child = fork(fileOf(`../../node_modules/.cache/bench/test/bench/${name}.mjs`), {
    execArgv: ['--expose-gc'],
  })
  child.send({})
  const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  child.kill()
  // In place of the number that it ended with. To this question, most answer that they cannot.
  expect(first).toBeTypeOf('object')
})
