/** The types of all code: `npm run check` leaves out the tests of workers, which need packages of their own. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One checker takes half the time of four, which find the types of libraries each. */
const words = ['--noEmit', '--pretty', 'false', '-p', 'test/workers', '--checkers', '1']

test('the types of sources, tests and examples hold', { timeout: 300_000 }, async () => {
  const tsc = 'node_modules/typescript-native/bin/tsc'
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...words], { cwd: root }).catch(
    (error) => ({ stdout: error.stdout || String(error) }),
  )
  expect(stdout).toBe('')
})
