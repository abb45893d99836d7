/** The story of `story.mjs` in all runtimes, beside the other long tests: mostly it waits. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const start = fileURLToPath(new URL('start.mjs', import.meta.url))

test('the packed package does what it should in Node 20, 22, 24 and 26, Bun and Deno', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [start]).catch((error) => {
    throw new Error(error.stdout || error.message)
  })
  expect(stdout.match(/: all went well/g)).toHaveLength(6)
  process.stdout.write(stdout)
}, 600_000)
