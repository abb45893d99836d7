/** The tests of the HTTP part once more, against a worker: each sandbox of a test is an account of its own there. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { drill } from '../support/arbitraries'
import { temporaryFolder } from '../support/folder'
import { onlyInProcess } from '../support/on-worker'
import { start } from '../support/set-up'
import { teamOfFile } from './team'

const team = teamOfFile({ now: start, freeze: true, randomSeed: 'test', allowPrivateWebhooks: true })
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The rules are those of the library: one file of each area, and those that meet the platform (forms, ids, clock). Sources
 * of all types, in `methods`, are for a release.
 */
const files = [
  ...['http/encodings', 'http/idempotency', 'http/versions', 'resources/link/links'],
  ...['resources/account/account', 'resources/charge/charges', 'resources/customer/customers'],
  ...['resources/recipient/recipients', 'resources/refund/refunds', 'resources/schedule/schedules'],
  ...['resources/search/search-refusals', 'resources/charge/three-d-secure', 'resources/transfer/transfers'],
  ...['resources/webhook-secret/webhook-secrets'],
  ...drill([], ['resources/capability/capability', 'resources/source/methods']),
].map((name) => `test/service/${name}.test.ts`)

/** The rest of these files needs a sandbox within the process: its records, its actions, or options of its own. */
const atLeast = drill(200, 300)

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: 'passed' | 'failed' | 'skipped'
      readonly failureMessages: readonly string[]
      readonly meta?: { readonly onWorker?: true }
    }[]
  }[]
}

test(`at least ${atLeast} tests of the HTTP part pass, and none fails for another reason than what only a process has`, async () => {
  const report = join(temporaryFolder(), 'report.json')
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { TEST_REPORT, VITEST, ...env } = process.env
  const words = 'run --config test/vitest.config.ts --maxWorkers 1 --reporter json --outputFile'.split(' ')
  const running = promisify(execFile)(process.execPath, [program, ...words, report, ...files], {
    cwd: root,
    env: { ...env, TEST_WORKER: team().url },
    maxBuffer: 2 ** 28,
  })
  // It ends with 1, as some need a process.
  await running.catch(() => undefined)
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.filter(
    ({ status, failureMessages }) => status !== 'passed' && !failureMessages.join().includes(onlyInProcess),
  )
  expect(failed.map(({ fullName, failureMessages }) => [fullName, failureMessages])).toEqual([])
  const passed = results.filter(({ status, meta }) => status === 'passed' && meta?.onWorker === true)
  expect(passed.length).toBeGreaterThanOrEqual(atLeast)
}, 300_000)
