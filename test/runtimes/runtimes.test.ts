/** The story of `story.mjs` in several runtimes, beside the other long tests: mostly it waits. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { drill } from '../support/arbitraries'
import { outermost, runtimes } from './runtimes.mjs'

const start = fileURLToPath(new URL('start.mjs', import.meta.url))
const names = drill(outermost, runtimes).map(({ name }) => name)

test(`the packed package does what it should in ${names.join(', ')}`, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [start, ...names]).catch((error) => {
    throw new Error(error.stdout || error.message)
  })
  for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} .*: all went well`, 'm'))
  process.stdout.write(stdout)
}, 600_000)
