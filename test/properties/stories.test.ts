/** Whatever happens, in whatever order: the books balance, no record contradicts itself, and a snapshot is all there is. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { contradictions } from '../support/agreement'
import { patience, runs } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { auditBalances, plainSandbox, stateOf } from '../support/sandbox'
import { stepNames, story, tell } from '../support/stories'

vi.setConfig({ testTimeout: patience })

const faultsIn = (sandbox: Sandbox, state: string): readonly string[] => [
  ...auditBooks(state),
  ...sandbox.accounts.flatMap(({ test, live }) => [test, live].flatMap(contradictions)),
]

describe('1,000 stories over all resources', () => {
  test('the books balance, flags agree with states, and snapshot, JSON, restore, snapshot is the same text', async () => {
    const done = new Map<string, number>()
    const property = fc.asyncProperty(story, async (steps) => {
      const sandbox = plainSandbox()
      const outcomes = await tell(sandbox, steps)
      for (const [at, { do: name }] of steps.entries())
        if (outcomes[at] === 'done') done.set(name, (done.get(name) ?? 0) + 1)
      await sandbox.clock.advance(0)
      const state = stateOf(sandbox)
      expect(faultsIn(sandbox, state)).toEqual([])
      await auditBalances(sandbox, state)
      const copy = plainSandbox()
      copy.restore(JSON.parse(state))
      expect(stateOf(copy)).toBe(state)
      await Promise.all([sandbox.close(), copy.close()])
    })
    await fc.assert(property, runs(1000))
    // A step that never comes to anything would prove nothing.
    expect(stepNames.filter((name) => !done.has(name))).toEqual([])
  })
})
