/** What a team deploys: one module, as a bundler makes it of the package. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { usesOf } from '../support/syntax'
import { bundleWorker } from './team'

test('is below 1 MB compressed, and imports nothing', async () => {
  const text = await bundleWorker({}, { minify: true })
  expect(gzipSync(text).length).toBeLessThan(1_000_000)
  expect(usesOf(text).imports).toEqual([])
})
