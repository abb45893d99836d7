/** What public sources show the service do, and the profile `omise` does. */
import { describe, expect, test } from 'vitest'
import { otherBehaviours } from '../spec/recorded/behaviours-others'
import { paymentBehaviours } from '../spec/recorded/behaviours-payments'
import { refusalBehaviours } from '../spec/recorded/behaviours-refusals'
import { otherChecks, refusalChecks } from '../support/recorded-others'
import { paymentChecks } from '../support/recorded-payments'

const behaviours = [...paymentBehaviours, ...refusalBehaviours, ...otherBehaviours]
const checks = { ...paymentChecks, ...refusalChecks, ...otherChecks }

describe('recorded behaviours', () => {
  test.each(behaviours.filter(({ differs }) => differs === undefined))(
    '$rule ($id, $date)',
    async ({ id }) => {
      await checks[id]?.()
      expect.hasAssertions()
    },
  )

  test('each is checked, or has its reason why not', () => {
    const due = behaviours.filter(({ differs }) => differs === undefined).map(({ id }) => id)
    expect(Object.keys(checks).sort()).toEqual(due.sort())
    for (const { differs = 'none' } of behaviours) expect(differs).toMatch(/^none$|\.$/)
  })
})
