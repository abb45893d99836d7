import { describe, expect, test } from 'vitest'
import type { Machine } from '../../src/kernel/machine'
import { chargeFlags, chargeMachine, chargeStatusKey } from '../../src/service/resources/charge/machine'
import { disputeMachine } from '../../src/service/resources/dispute/model'
import { occasions } from '../../src/service/resources/event/keys'
import { occurrenceMachine } from '../../src/service/resources/occurrence/model'
import { recipientMachine } from '../../src/service/resources/recipient/model'
import { scheduleMachine } from '../../src/service/resources/schedule/model'
import { sourceMachine } from '../../src/service/resources/source/model'
import { transferMachine } from '../../src/service/resources/transfer/model'

/** Every table of states, as one that must not know which it has sees it. */
const machines: readonly Machine<string, string, string>[] = [
  chargeMachine,
  disputeMachine,
  occurrenceMachine,
  recipientMachine,
  scheduleMachine,
  sourceMachine,
  transferMachine,
]

describe.each(machines)('the machine of a $name', (machine) => {
  const { states, rules, final } = machine

  test('every state can be reached from the first', () => {
    const reached = new Set(states.slice(0, 1))
    for (const _ of states)
      for (const rule of rules) if (rule.from.some((from) => reached.has(from))) reached.add(rule.to)
    expect([...reached].sort()).toEqual([...states].sort())
  })

  test('a final state has no transition, and every other state has one', () => {
    expect(final.length).toBeGreaterThan(0)
    for (const state of states)
      expect([state, rules.some((rule) => rule.from.includes(state))]).toEqual([
        state,
        !final.includes(state),
      ])
  })

  test('only kinds of events that exist are emitted, and every rule cites its section', () => {
    for (const rule of rules) {
      for (const occasion of rule.emits) expect(Object.keys(occasions)).toContain(occasion)
      expect(rule.spec).toMatch(/^\d(\.\d+)?$/)
    }
  })
})

describe('the flags of a charge', () => {
  test('a row of flags never contradicts itself', () => {
    for (const flags of Object.values(chargeFlags)) {
      if (flags.capturable || flags.reversible) expect(flags).toMatchObject({ authorized: true, paid: false })
      if (flags.refundable) expect(flags).toMatchObject({ paid: true, status: 'successful' })
      if (flags.partially_refundable || flags.disputable) expect(flags.refundable).toBe(true)
      expect(flags.paid).toBe(flags.status === 'successful')
      expect(flags.reversed).toBe(flags.status === 'reversed')
      expect(flags.expired).toBe(flags.status === 'expired')
    }
  })

  test('a charge that does not exist yet has no standing', () => {
    const facts = {
      voided: false,
      disputed: false,
      source: null,
      refundPolicy: 'any',
      capturedAmount: 0,
      refundedAmount: 0,
      authorizedAt: null,
    } as const
    expect(() => chargeStatusKey({ ...facts, state: 'new' })).toThrow('no standing')
  })
})
