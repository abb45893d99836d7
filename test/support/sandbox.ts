/** A sandbox for one test: always the same ids and the same moment, audited and closed when the test ends. */
import { expect, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/config'
import { createSandbox, type Sandbox } from '../../src/index'
import { auditBooks } from './auditor'

export const start = '2026-01-15T09:00:00.000Z'

/** The same without the audit, for tests that make thousands of them. */
export const plainSandbox = (options: SandboxOptions = {}): Sandbox =>
  createSandbox({ now: start, freeze: true, randomSeed: 'test', ...options })

export const makeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const sandbox = plainSandbox(options)
  onTestFinished(async () => {
    auditSandbox(sandbox)
    await sandbox.close()
  })
  return sandbox
}

/** The state as text: two are equal exactly when nothing at all changed in between. */
export const stateOf = (sandbox: Sandbox): string => JSON.stringify(sandbox.snapshot())

/** Checks all books against the snapshot alone, and that the snapshot brings back all there is. */
export const auditSandbox = (sandbox: Sandbox): void => {
  const state = stateOf(sandbox)
  expect(auditBooks(state), 'what the auditor found').toEqual([])
  sandbox.restore(JSON.parse(state))
  expect(stateOf(sandbox), 'snapshot, restore, snapshot').toBe(state)
}
