/**
 * What events say of the past is proved when a state comes from elsewhere: a history with a gap, or with another
 * amount in it, is refused. What a history could as well have been is taken.
 */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { SandboxError } from '../../src/index'
import { drill, patience } from '../support/arbitraries'
import { everything } from '../support/everything'
import { plainSandbox, stateOf } from '../support/sandbox'

vi.setConfig({ testTimeout: 10 * patience, hookTimeout: 10 * patience })

interface PastEvent {
  readonly id: string
  readonly key: string
  readonly subject: object
}

type Fields = Record<string, unknown>

/** The events of test mode, which the change works on. */
const changed = (text: string, change: (events: PastEvent[]) => void): object => {
  const state: { worlds: Record<string, { events: PastEvent[] }> } = JSON.parse(text)
  change(state.worlds['acct_sandbox/test']?.events ?? [])
  return state
}

const sandbox = plainSandbox()

/** Why the state is refused; `null` where it is taken. */
const refusal = (state: object): string | null => {
  try {
    sandbox.restore(state as never)
    return null
  } catch (error) {
    if (error instanceof SandboxError) return error.message
    throw error
  }
}

let whole = ''
let all: readonly PastEvent[] = []
beforeAll(async () => {
  whole = await everything()
  changed(whole, (events) => {
    all = events
  })
})

/** `npm run drill` tries every event and every value, the suite a few of each kind. */
const perKey = drill(2, 1000)
const every = drill(7, 1)

test('the history itself is accepted', () => {
  expect(refusal(JSON.parse(whole))).toBe(null)
  expect(stateOf(sandbox)).toBe(whole)
})

test('a history without one of its events is refused, unless it could have happened without it', () => {
  const without = (gone: PastEvent): object =>
    changed(whole, (events) => {
      const place = events.findIndex(({ id }) => id === gone.id)
      events.splice(place, 1)
    })
  const seen = new Map<string, number>()
  const taken = all.filter((event) => {
    seen.set(event.key, (seen.get(event.key) ?? 0) + 1)
    return (seen.get(event.key) ?? 0) <= perKey && refusal(without(event)) === null
  })
  // A schedule that is deleted may have been suspended before, or not.
  expect(taken.map(({ key }) => key).filter((key) => key !== 'schedule.suspend')).toEqual([])
})

describe('another value in the data of an event', () => {
  /** What can have been otherwise, as nothing else follows from it. */
  const free =
    /expirationYear$|covered$|verifiedAt$|bankAccount\.createdAt$|awaitsRecipient$|charge\.voided$|^customer\.create: row\.deleted$/

  const numbersIn = (value: unknown, path: readonly string[] = []): string[][] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[...path]]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, part]) => numbersIn(part, [...path, name]))
  }

  const withAnother = (id: string, path: readonly string[]): object =>
    changed(whole, (events) => {
      const subject = events.find((event) => event.id === id)?.subject ?? {}
      const parent = path
        .slice(0, -1)
        .reduce<object>((part, name) => (part as Fields)[name] as object, subject)
      const name = path.at(-1) ?? ''
      const value: unknown = Reflect.get(parent, name)
      Reflect.set(parent, name, typeof value === 'number' ? value + 1 : !value)
    })

  test('is refused: each number and flag, once for each kind of event', () => {
    const cases = new Map<string, readonly [id: string, path: readonly string[]]>()
    for (const { id, key, subject } of all)
      for (const path of numbersIn(subject)) {
        const name = `${key}: ${path.join('.').replace(/\.\d+\./g, '.*.')}`
        if (!key.startsWith('webhooks.') && !free.test(name)) cases.set(name, [id, path])
      }
    expect(cases.size).toBeGreaterThan(200)
    const taken = [...cases]
      .filter((_, place) => place % every === 0)
      .filter(([, [id, path]]) => refusal(withAnother(id, path)) === null)
    expect(taken.map(([name]) => name)).toEqual([])
  })
})
