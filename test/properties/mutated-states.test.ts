/**
 * A state that was changed by hand is refused, or does no harm: the books are in order after it, and every call is
 * answered. `DRILL=full` makes as many changes as the release asks for: `npm run drill`.
 */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Sandbox, SandboxError } from '../../src/index'
import { drill, patience, runs } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { makeClient } from '../support/client'
import { everything } from '../support/everything'
import { plainSandbox, stateOf } from '../support/sandbox'

vi.setConfig({ testTimeout: 10 * patience })

type Fields = Record<string, unknown>

/** Every place in the state: the path to a value. */
const placesIn = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value !== 'object' || value === null
    ? [[...path]]
    : [[...path], ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))]

const changes: Record<string, (value: unknown) => unknown> = {
  'one more': (value) => (typeof value === 'number' ? value + 1 : value),
  'one less': (value) => (typeof value === 'number' ? value - 1 : value),
  'below zero': (value) => (typeof value === 'number' ? -value - 1 : value),
  'much too large': (value) => (typeof value === 'number' ? value * 1e6 + 0.5 : value),
  'another letter': (value) => (typeof value === 'string' ? `${value.slice(0, -1)}x` : value),
  'no text': (value) => (typeof value === 'string' ? '' : value),
  'the opposite': (value) => (typeof value === 'boolean' ? !value : value),
  nothing: () => null,
  'a list': () => [],
  'an object': () => ({}),
  'a number': () => 7,
  'a text': () => 'zzz',
  removed: () => undefined,
}

const at = (state: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Fields)[name], state)

/** The state with one place changed; `null` where the change changes nothing. */
const mutate = (text: string, path: readonly string[], change: string): unknown => {
  const state: unknown = JSON.parse(text)
  const parent = at(state, path.slice(0, -1)) as Fields
  const name = path.at(-1) ?? ''
  const next = changes[change]?.(parent[name])
  if (JSON.stringify(next) === JSON.stringify(parent[name])) return null
  if (next !== undefined) parent[name] = next
  else if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else delete parent[name]
  return state
}

/** What of anything fails after it, in words. */
const harmOf = async (sandbox: Sandbox): Promise<string[]> => {
  const harm = [...auditBooks(stateOf(sandbox))]
  const ask = async (what: string, work: () => Promise<{ status: number }>): Promise<void> => {
    const { status } = await work()
    if (status >= 500) harm.push(`${what} answers ${status}`)
  }
  const lists = ['/charges', '/customers', '/events', '/refunds', '/disputes', '/transfers', '/recipients']
  const more = ['/links', '/schedules', '/transactions', '/account', '/balance', '/capability', '/receipts']
  for (const [mode, client] of [
    ['test', makeClient(sandbox)],
    ['live', makeClient(sandbox, sandbox.live)],
  ] as const)
    for (const path of [...lists, ...more])
      await ask(`${mode} ${path}`, () => client.get(path, path === '/account' ? {} : { limit: 100 }))
  const client = makeClient(sandbox)
  const card = { number: '4242424242424242', name: 'A', expiration_month: 12, expiration_year: 2040 }
  await ask('a token', () => client.post('/tokens', { card }, { key: 'public', host: 'vault' }))
  for (const { id, capturable, refundable } of sandbox.charges.list()) {
    await ask(`/charges/${id}`, () => client.get(`/charges/${id}`, { expand: true }))
    if (capturable) await ask('capture', () => client.post(`/charges/${id}/capture`))
    if (refundable) await ask('refund', () => client.post(`/charges/${id}/refunds`, { amount: 1 }))
  }
  await ask('search', () => client.get('/search', { scope: 'charge', query: 'shoes' }))
  await ask('a customer', () => client.post('/customers', { email: 'b@example.com' }))
  await sandbox.clock.advance('40d')
  await ask('afterwards', () => client.get('/events', { limit: 100 }))
  return [...harm, ...auditBooks(stateOf(sandbox))]
}

/** `worlds.*.charges.*.amount`: what a place is, whichever record it is in. */
const kindOf = (path: readonly string[]): string =>
  path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')

test('one change of a state is refused with the record and the rule, or does no harm', async () => {
  const text = await everything()
  const sandbox = plainSandbox()
  const before = stateOf(sandbox)
  const taken = new Map<string, number>()
  const counts = { refused: 0, taken: 0 }
  const harmful: Record<string, readonly string[]> = {}
  const place = fc.constantFrom(...placesIn(JSON.parse(text)).filter((path) => path.length > 0))
  const mutation = fc.tuple(place, fc.constantFrom(...Object.keys(changes)))
  const cases = fc.sample(mutation, { numRuns: drill(120, 8000), seed: runs(1).seed ?? 0 })
  for (const [path, change] of cases) {
    const state = mutate(text, path, change)
    if (state === null || counts.refused + counts.taken >= drill(25, 2000)) continue
    const name = `${kindOf(path)}: ${change}`
    try {
      sandbox.restore(state as never)
    } catch (error) {
      counts.refused += 1
      if (
        !(error instanceof SandboxError) ||
        /Cannot read|Invalid input|undefined|of null|not a function/.test(error.message)
      )
        expect.fail(`${name}: ${String(error)}`)
      expect(stateOf(sandbox), name).toBe(before)
      continue
    }
    counts.taken += 1
    taken.set(name, (taken.get(name) ?? 0) + 1)
    const harm = await harmOf(sandbox).catch((error) => [String(error).slice(0, 200)])
    if (harm.length > 0) harmful[name] = harm
    sandbox.restore(JSON.parse(before))
  }
  if (process.env.DRILL === 'full')
    process.stdout.write(`${JSON.stringify({ ...counts, kinds: Object.fromEntries(taken) }, null, 1)}\n`)
  expect(harmful).toEqual({})
  expect(counts.refused).toBeGreaterThan(counts.taken)
})
