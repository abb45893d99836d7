import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('`npm run bench` starts, and names its parts when it is asked for one that it has not', async () => {
  const start = fileURLToPath(new URL('start.mjs', import.meta.url))
  const program = promisify(execFile)(process.execPath, [start, '--only', 'nothing'])
  await expect(program).rejects.toThrow('--only takes explore, fresh, suites, separated by commas')
})
