/** Contract 12.1: an exploration leaves nothing in memory, and nothing that keeps the process alive. */
import { getActiveResourcesInfo } from 'node:process'
import { expect, test, vi } from 'vitest'
import { explore } from '../../../src/suites/explore/explore'
import { drill } from '../../support/arbitraries'
import { collect } from '../../support/garbage'
import { clientOf, pay, payingHeard, type Run } from './flows'

const heapUsed = async (): Promise<number> => {
  // What finalizers hold is let go in later turns.
  for (let turn = 0; turn < 3; turn += 1) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

/** All kinds, of which crashes leave code behind that waits for good. */
const options = { flow: payingHeard, recover: payingHeard, once: 'metadata.order' }

test('the heap stays where it is, and nothing is left open', { timeout: 120_000 }, async () => {
  const before = getActiveResourcesInfo()
  let runs = 0
  const exploreUntil = async (end: number): Promise<number> => {
    while (runs < end) runs += (await explore(options)).runs
    return heapUsed()
  }
  const early = await exploreUntil(200)
  // Compiled code grows by a megabyte or two; a sandbox that is kept in each run makes at least twelve.
  expect((await exploreUntil(drill(800, 1200))) - early).toBeLessThan(4_000_000)
  // The test runner may have a timer.
  expect(getActiveResourcesInfo().length).toBeLessThanOrEqual(before.length + 1)
})

test('no server of a crashed run is left', { timeout: 30_000 }, async () => {
  const viaSockets = async ({ sandbox }: Run) => {
    const { url, vaultUrl } = await sandbox.listen({ port: 0, vaultPort: 0 })
    return pay(clientOf(sandbox, { fetch, url, vaultUrl }), 'A-1')
  }
  await explore({
    kinds: ['crash-before', 'crash-after'],
    flow: viaSockets,
    recover: () => undefined,
  })
  // The last of them closes in one of the next turns, which a busy machine takes its time for.
  await vi.waitFor(() => expect(getActiveResourcesInfo()).not.toContain('TCPServerWrap'), 20_000)
})
