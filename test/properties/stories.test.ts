/** After any operations in any order the books balance, and a snapshot is complete. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Snapshot } from '../../src/index'
import { cases, patience, seeded } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { auditBalances, plainSandbox, stateOf } from '../support/set-up'
import { stepNames, story, tell } from '../support/stories'

vi.setConfig({ testTimeout: patience })

const stories = cases(1000)

describe(`${stories} stories over all resources`, () => {
  test('the books balance, and snapshot, JSON, restore, snapshot is the same text', async () => {
    const done = new Set<string>()
    const reached = new Set<string>()
    const property = fc.asyncProperty(story, async (steps) => {
      const sandbox = plainSandbox()
      const outcomes = await tell(sandbox, steps)
      for (const [at, { do: name }] of steps.entries()) if (outcomes[at] === 'done') done.add(name)
      const { transitions, events } = sandbox.coverage()
      for (const { name, count } of [...transitions.rows, ...events.rows]) if (count > 0) reached.add(name)
      await sandbox.clock.advance(0)
      const text = stateOf(sandbox)
      const state: Snapshot = JSON.parse(text)
      expect(auditBooks(state)).toEqual([])
      await auditBalances(sandbox, state)
      const copy = plainSandbox()
      copy.restore(state)
      expect(stateOf(copy)).toBe(text)
      await Promise.all([sandbox.close(), copy.close()])
    })
    await fc.assert(property, seeded(stories))
    // A step that never comes to anything, or a state that nothing leads to, would prove nothing.
    expect(stepNames.filter((name) => !done.has(name))).toEqual([])
    const { transitions, events } = plainSandbox().coverage()
    const names = [...transitions.rows, ...events.rows].map(({ name }) => name)
    const missing = names.filter((name) => !reached.has(name))
    // The rarest transitions come once in 1,000 stories: the usual seed has them, another one may not.
    const mayMiss = process.env.PROPERTY_SEED === undefined ? (stories < 1000 ? 2 : 0) : 5
    expect(missing.length, missing.join(', ')).toBeLessThanOrEqual(mayMiss)
  })
})
