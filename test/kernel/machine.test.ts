import { expect, test } from 'vitest'
import { ApiError } from '../../src/kernel/errors'
import { look, machine, step } from '../../src/kernel/machine'

const door = machine({
  name: 'door',
  states: ['open', 'shut', 'locked', 'gone'],
  final: ['gone'],
  otherwise: { error: 'bad_request' },
  rules: [
    {
      on: 'open',
      from: ['shut'],
      to: 'open',
      emits: ['door.open'],
      except: { locked: { error: 'not_authorized', message: 'it is locked' } },
      spec: '',
    },
    {
      ...{ on: 'remove', from: ['open', 'shut'], to: 'gone', emits: [], spec: '' },
      otherwise: { error: 'not_found' },
    },
  ],
})

const refused = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return [error.refusal, error.message, error.context]
  }
}

test('an allowed action moves the state to the next one', () => {
  expect(step(door, 'shut', 'open')).toBe(door.rules[0])
  expect(look(door, 'shut', 'remove')).toBe(door.rules[1])
})

test.each([
  ['open', ['bad_request', 'bad request', { charge_id: 'c' }]],
  ['locked', ['not_authorized', 'it is locked', { charge_id: 'c' }]],
] as const)('in the state %s it is refused in its own words', (state, refusal) => {
  expect(refused(() => step(door, state, 'open', { charge_id: 'c' }))).toEqual(refusal)
})

test('a state without an exception of its own is refused as all others are', () => {
  expect(refused(() => step(door, 'locked', 'remove'))).toEqual(['not_found', expect.any(String), {}])
})

test('a table has one rule for an action, and asks for no other', () => {
  const otherwise = { error: 'not_found' } as const
  const rules = door.rules.filter(({ on }) => on === 'open')
  expect(() => machine({ ...door, otherwise, rules: [...rules, ...rules] })).toThrow(
    'door: an action has two rules',
  )
  expect(machine({ ...door, otherwise })).toEqual(door)
  expect(() => look({ ...door, rules }, 'shut', 'remove')).toThrow('door has no action remove')
})
