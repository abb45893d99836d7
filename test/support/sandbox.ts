/** A sandbox for one test: always the same ids and the same moment, audited and closed when the test ends. */
import { createHash } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, SandboxError, type Snapshot } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import { auditBooks, balancesOf } from './auditor'
import type { State } from './auditor-rows'
import { sandboxOnWorker } from './on-worker'

export const start = '2026-01-15T09:00:00.000Z'

/** The same without the audit, for tests that make thousands of them. */
export const plainSandbox = (options: SandboxOptions = {}): Sandbox =>
  createSandbox({ now: start, freeze: true, randomSeed: 'test', ...options })

/** The states at the end of earlier tests. Many tests only read, and one audit of the state that they share is enough. */
const audited = new Set<string>()

export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const worker = process.env.TEST_WORKER
  if (worker !== undefined) return sandboxOnWorker(worker, options)
  const sandbox = plainSandbox(options)
  onTestFinished(async () => {
    try {
      // What was left to go wrong must not go wrong here.
      for (const { test, live } of sandbox.accounts) for (const { faults } of [test, live]) faults.clear()
      const text = stateOf(sandbox)
      const state: ReadState = JSON.parse(text)
      await auditBalances(sandbox, state)
      const digest = createHash('sha256').update(text).digest('hex')
      if (audited.has(digest)) return
      auditSandbox(sandbox, text, state)
      audited.add(digest)
    } finally {
      await sandbox.close()
    }
  })
  return sandbox
}

/** The state as text: two are equal exactly when nothing at all changed in between. */
export const stateOf = (sandbox: Sandbox): string => JSON.stringify(sandbox.snapshot())

/** The same, read: once for all that look into it, as it is the larger part of the work. */
export type ReadState = Snapshot & State

/** Checks all books against the snapshot alone, and that the snapshot brings back all there is. */
export const auditSandbox = (
  sandbox: Sandbox,
  text: string = stateOf(sandbox),
  state: ReadState = JSON.parse(text),
): void => {
  const faults = auditBooks(state)
  if (faults.length > 0) expect.fail(auditText(faults))
  sandbox.restore(state)
  expect(stateOf(sandbox), 'snapshot, restore, snapshot').toBe(text)
}

/** A rule that changes in src breaks it in every test that has such a record: so the message says where the rule is. */
const auditText = (faults: readonly string[]): string =>
  [
    'the books at the end of this test break the rules of test/support/auditor*.ts,',
    'which states them a second time (a rule that changed is to be changed there too, first):',
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n')

/** What the API shows as balance, which it follows write by write, is the sum of all that was booked. */
export const auditBalances = async (sandbox: Sandbox, state: State): Promise<void> => {
  const balances = balancesOf(state)
  for (const { id, test, live } of sandbox.accounts)
    for (const [mode, { authorization }] of Object.entries({ test, live })) {
      const shown = await askBalance(sandbox, authorization.secret)
      if (shown !== null) expect(shown, `balance of ${id}/${mode}`).toBe(balances[`${id}/${mode}`] ?? 0)
    }
}

/** `null` if no request can succeed: the sandbox is closed, the account locked or the key revoked. */
const askBalance = async (sandbox: Sandbox, authorization: string): Promise<number | null> => {
  try {
    const answer = await sandbox.fetch(`${sandbox.url}/balance`, { headers: { authorization } })
    const { total }: { total?: number } = await answer.json()
    return total ?? null
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'closed') return null
    throw error
  }
}
