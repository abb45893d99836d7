/** A recording restores every change, and lists each record that it leaves out. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/index'
import { cases, patience, seeded } from '../support/arbitraries'
import { heldBy, modesOf, schemaFaults } from '../support/recordings'
import { plainSandbox, stateOf } from '../support/set-up'
import { playStory, storyOf } from '../support/story-steps'

vi.setConfig({ testTimeout: patience })

const balanceOf = async ({ fetch, url }: Sandbox, authorization: string): Promise<unknown> => {
  const answer = await fetch(`${url}/balance`, { headers: { authorization } })
  const { total, transferable } = await answer.json()
  return { total, transferable }
}

const stories = cases(80)

test(`of ${stories} stories, what is not listed as left out is there again: records, states, amounts, times, balance`, async () => {
  let whole = 0
  const property = fc.asyncProperty(storyOf(12), async (steps) => {
    const sandbox = plainSandbox()
    await playStory(sandbox, steps)
    await sandbox.clock.advance(0)
    const before = stateOf(sandbox)
    const { fixture, leftOut } = await sandbox.record()
    expect(stateOf(sandbox)).toBe(before)
    expect(schemaFaults(fixture)).toBeNull()
    const copy = createSandbox({ now: '2020-01-01', freeze: true })
    await copy.seed(fixture)
    const listed = new Set(leftOut.map(({ id }) => id))
    const [modes, copies] = [modesOf(sandbox), modesOf(copy)]
    for (const [i, mode] of modes.entries()) {
      const again = copies[i] ?? expect.fail('an account is not there')
      const [held, found] = [heldBy(mode), heldBy(again)]
      for (const [name, records] of Object.entries(held)) {
        const there = found[name]?.map(({ text }) => text) ?? []
        const kept = records.filter(({ id }) => !listed.has(id))
        for (const { text } of kept) {
          const place = there.indexOf(text)
          expect(place, `${name} ${text} in ${there.join('\n')}`).toBeGreaterThan(-1)
          there.splice(place, 1)
        }
        // What is there besides is another form of what is listed.
        if (listed.size === 0) expect(there, name).toEqual([])
      }
      if (listed.size === 0)
        expect(await balanceOf(copy, again.authorization.secret)).toEqual(
          await balanceOf(sandbox, mode.authorization.secret),
        )
    }
    if (listed.size === 0) whole += 1
    await Promise.all([sandbox.close(), copy.close()])
  })
  await fc.assert(property, seeded(stories))
  // Leaving everything out would be no recording.
  expect(whole).toBeGreaterThan(stories * 0.6)
})
