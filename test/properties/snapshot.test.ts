import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { patience, runs } from '../support/arbitraries'
import { storyOf, tell } from '../support/happenings'
import { auditSandbox, plainSandbox, stateOf } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

const story = storyOf(10)

describe('a snapshot is complete', () => {
  test('a restored sandbox continues exactly like the original', async () => {
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const sandbox = plainSandbox()
      await tell(sandbox, before)
      const copy = plainSandbox()
      copy.restore(JSON.parse(stateOf(sandbox)))
      await tell(sandbox, after)
      await tell(copy, after)
      expect(stateOf(copy)).toBe(stateOf(sandbox))
      auditSandbox(copy)
    })
    await fc.assert(property, runs(100))
  })

  test('a restore undoes all changes since the snapshot', async () => {
    const property = fc.asyncProperty(story, story, async (before, after) => {
      const sandbox = plainSandbox()
      await tell(sandbox, before)
      const saved = sandbox.snapshot()
      const state = JSON.stringify(saved)
      await tell(sandbox, after)
      expect(JSON.stringify(saved)).toBe(state)
      sandbox.restore(saved)
      expect(stateOf(sandbox)).toBe(state)
      sandbox.reset()
      expect(stateOf(sandbox)).toBe(stateOf(plainSandbox()))
    })
    await fc.assert(property, runs(100))
  })
})
