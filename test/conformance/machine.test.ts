import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/kernel/errors'
import { look, type Machine, step } from '../../src/kernel/machine'
import {
  type ChargeState,
  chargeFlags,
  chargeMachine,
  standingOf,
} from '../../src/service/resources/charge/machine'
import { disputeMachine } from '../../src/service/resources/dispute/model'
import { eventKeys } from '../../src/service/resources/event/model'
import { occurrenceMachine } from '../../src/service/resources/occurrence/model'
import { recipientMachine } from '../../src/service/resources/recipient/model'
import { scheduleMachine } from '../../src/service/resources/schedule/model'
import { sourceMachine } from '../../src/service/resources/source/model'
import { transferMachine } from '../../src/service/resources/transfer/model'
import { makeClient } from '../support/client'
import { expectError, expectSuccess } from '../support/expect'
import { makeSandbox } from '../support/sandbox'
import { type StandingName, standings } from './standings'

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

/** What a table says to every action in every state, worked out from its rows alone. */
const matrixOf = (machine: Machine<string, string, string>) =>
  machine.states.flatMap((state) =>
    machine.rules.map((rule) => {
      const allowed = rule.from.includes(state)
      const refusal = rule.except?.[state] ?? rule.otherwise
      return { state, action: rule.on, answer: allowed ? rule.to : refusal.error, rule, allowed, refusal }
    }),
  )

describe.each(machines)('the machine of a $name', (machine) => {
  const { states, rules, final } = machine

  test.each(matrixOf(machine))('$state, $action: $answer', ({ state, action, rule, allowed, refusal }) => {
    const attempt = () => step(machine, state, action, { charge_id: 'x' })
    if (allowed) expect(attempt()).toBe(rule)
    else
      expect(attempt).toThrow(
        expect.objectContaining({
          refusal: refusal.error,
          message: new ApiError(refusal.error, {}, refusal.message).message,
          context: { charge_id: 'x' },
        }),
      )
  })

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
      for (const key of rule.emits) expect(eventKeys).toContain(key)
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
    expect(() => standingOf({ ...facts, state: 'new' })).toThrow('no standing')
  })
})

const stateOfStanding: Readonly<Record<StandingName, ChargeState>> = {
  'auto-captured': 'paid',
  'authorized, capture=false': 'authorized',
  'captured by hand': 'paid',
  'waiting for 3-D Secure': 'authorizing',
  failed: 'failed',
  reversed: 'reversed',
  'expired before it was authorized': 'expired',
  'expired after it was authorized': 'expired',
  'refunded in full': 'paid',
  voided: 'paid',
  disputed: 'paid',
  'dispute won': 'paid',
  'dispute lost': 'paid',
}

const overHttp = [
  ['capture', 'capture'],
  ['reverse', 'reverse'],
  ['expire', 'expire'],
  ['refund', 'refunds'],
] as const

/** Paid charges that cannot be refunded for a reason that is not their state. */
const whyNoRefund: Readonly<Record<string, string>> = {
  'refunded in full': 'charge was already refunded in full',
  voided: 'charge was already refunded in full',
  disputed: 'charge is disputed',
  'dispute lost': 'charge is disputed',
}

const moves = Object.entries(stateOfStanding).flatMap(([standing, state]) =>
  overHttp.map(([action, path]) => {
    const inTheWay = action === 'refund' ? whyNoRefund[standing] : undefined
    const answer = look(chargeMachine, state, action)
    return { standing: standing as StandingName, action, path, inTheWay, answer }
  }),
)

describe('spec 3.3: the API answers as the table says', () => {
  test.each(moves)('$action when $standing', async ({ standing, path, inTheWay, answer }) => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const { id } = await standings[standing]({ sandbox, client })
    const given = await client.post(`/charges/${id}/${path}`)
    if (inTheWay !== undefined) expectError(given, 'not_refundable', { message: inTheWay, charge_id: id })
    else if ('to' in answer) expectSuccess(given)
    else
      expectError(given, answer.error, {
        charge_id: id,
        ...(answer.message === undefined ? {} : { message: answer.message }),
      })
  })

  test.each(moves)('$action when $standing emits only the events of the table', async (move) => {
    const sandbox = makeSandbox()
    const client = makeClient(sandbox)
    const { id } = await standings[move.standing]({ sandbox, client })
    const before = sandbox.events.count()
    await client.post(`/charges/${id}/${move.path}`)
    const keys = sandbox.events
      .list()
      .slice(before)
      .map((event) => event.key)
    const happens = 'to' in move.answer && move.inTheWay === undefined
    const moved = 'to' in move.answer && happens ? move.answer.emits : []
    expect(keys).toEqual(move.action === 'refund' && happens ? ['refund.create'] : moved)
  })
})
