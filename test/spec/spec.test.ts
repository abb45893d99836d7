// Checks on the tables themselves, so that a slip of the finger is found here and not in the code they judge.

import { describe, expect, test } from 'vitest'
import { authOutcomes } from './auth'
import { type EndpointSpec, endpoints } from './endpoints'
import { alternateCodes, type ErrorSpec, errors, sampleMessages } from './errors'
import { type EventSpec, events } from './events'
import { type FieldSpec, fields } from './fields'
import { type LimitSpec, limits } from './limits'
import { listParams, listRefusals } from './lists'
import { prefixes } from './prefixes'
import { filterWords, type ScopeSpec, scopes, searchParams } from './scopes'
import { type StatusSpec, statuses } from './statuses'
import { flags, type StateSpec, states, type TransitionSpec, transitions } from './transitions'
import { unsupportedOperations, versions } from './versions'

const tables: Record<string, readonly { spec: string }[]> = {
  endpoints,
  fields,
  prefixes,
  errors,
  alternateCodes,
  sampleMessages,
  statuses,
  events,
  transitions,
  states,
  flags,
  limits,
  scopes,
  searchParams,
  filterWords,
  versions,
  unsupportedOperations,
  authOutcomes,
  listParams,
  listRefusals,
}

const endpointRows: readonly EndpointSpec[] = endpoints
const fieldRows: readonly FieldSpec[] = fields
const errorRows: readonly ErrorSpec[] = errors
const eventRows: readonly EventSpec[] = events
const limitRows: readonly LimitSpec[] = limits
const scopeRows: readonly ScopeSpec[] = scopes
const statusRows: readonly StatusSpec[] = statuses
const stateRows: readonly StateSpec[] = states
const transitionRows: readonly TransitionSpec[] = transitions

const counts = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]))
const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
const listed = Object.entries(counts).map(([name, count]) => `${name} ${count}`)

const snake = /^[a-z]+(_[a-z]+)*$/
const repeated = (keys: readonly string[]) => keys.filter((key, at) => keys.indexOf(key) !== at)
const pair = (row: { status: number; code: string }) => `${row.status} ${row.code}`

describe('the tables', () => {
  test(`the spec is typed as ${total} rows: ${listed.join(', ')}`, () => {
    expect(counts).toEqual({
      endpoints: 50,
      fields: 80,
      prefixes: 8,
      errors: 57,
      alternateCodes: 3,
      sampleMessages: 2,
      statuses: 11,
      events: 33,
      transitions: 13,
      states: 11,
      flags: 5,
      limits: 18,
      scopes: 11,
      searchParams: 10,
      filterWords: 12,
      versions: 3,
      unsupportedOperations: 2,
      authOutcomes: 10,
      listParams: 5,
      listRefusals: 6,
    })
  })

  test.each(Object.entries(tables))('every row of %s cites a section and is there once', (_name, rows) => {
    for (const row of rows) expect(row.spec).toMatch(/^[2-9](\.\d+)?$/)
    expect(repeated(rows.map((row) => JSON.stringify(row)))).toEqual([])
  })
})

describe('endpoints', () => {
  test('no method, path and host twice', () => {
    expect(repeated(endpointRows.map((row) => `${row.method} ${row.host} ${row.path}`))).toEqual([])
  })

  test.each(endpointRows)('$method $path is a well-formed row', (row) => {
    expect(row.path).toMatch(/^(\/([a-z]+|:[a-z_]+))+$/)
    expect(row.spec).toMatch(/^4\./)
    expect(row.returns).toMatch(/^((list of|deleted) )?[a-z]+(_[a-z]+)*$/)
    if (row.method !== 'GET') expect(row.returns).not.toMatch(/^list of /)
    expect(row.returns.startsWith('deleted ')).toBe(row.method === 'DELETE')
    expect(row.host === 'vault').toBe(row.key === 'public')
  })
})

describe('fields and prefixes', () => {
  test('no field of an object twice', () => {
    expect(repeated(fieldRows.map((row) => `${row.object}.${row.field}`))).toEqual([])
  })

  test('names are lower-case words, and a constant object field names its object', () => {
    for (const row of fieldRows) {
      expect(row.field).toMatch(snake)
      if (row.constant !== undefined) expect([row.field, row.constant]).toEqual(['object', row.object])
      if (row.constant ?? row.values ?? row.prefix) expect(row.type).toBe('string')
    }
  })

  test('a field with a prefix uses one from the table of prefixes', () => {
    const known: readonly string[] = prefixes.map((row) => row.live)
    for (const row of fieldRows) if (row.prefix !== undefined) expect(known).toContain(row.prefix)
  })

  test('a test-mode prefix is the live one and test_', () => {
    expect(repeated(prefixes.map((row) => row.live))).toEqual([])
    for (const row of prefixes) if (row.test !== null) expect(row.test).toBe(`${row.live}test_`)
  })
})

describe('errors and statuses', () => {
  const known = errorRows.map(pair)

  test('no status and code twice', () => {
    expect(repeated(known)).toEqual([])
  })

  test('two codes have two statuses, as the catalogue says', () => {
    expect(repeated(errorRows.map((row) => row.code)).sort()).toEqual(['invalid_card', 'invalid_charge'])
  })

  test.each(errorRows)('$status $code is a well-formed row', (row) => {
    expect(row.code).toMatch(snake)
    expect(statusRows.map((status) => status.status)).toContain(row.status)
    if (row.message !== null) expect(row.message.trim()).toMatch(/^[a-zA-Z][a-z -]+[a-z]$/)
  })

  test('every other table that names an error names one of the catalogue', () => {
    const refusals = transitionRows.flatMap((row) => (row.refusal === null ? [] : [row.refusal]))
    const named = [
      ...alternateCodes,
      ...sampleMessages,
      ...authOutcomes,
      ...unsupportedOperations,
      ...listRefusals,
    ]
    for (const row of [...named, ...refusals]) expect(known).toContain(pair(row))
  })

  test('an alternate code is not in the catalogue itself', () => {
    const codes = errorRows.map((row) => row.code)
    for (const row of alternateCodes) expect(codes).not.toContain(row.alternate)
  })

  test('authentication outcomes carry the messages of the catalogue', () => {
    expect(repeated(authOutcomes.map((row) => row.case))).toEqual([])
    for (const row of authOutcomes) {
      expect(errorRows.find((error) => pair(error) === pair(row))?.message).toBe(row.message)
    }
  })

  test('statuses are of the kind that their number says', () => {
    expect(repeated(statusRows.map((row) => String(row.status)))).toEqual([])
    const kinds: Record<number, string> = { 2: 'success', 4: 'client error', 5: 'server error' }
    for (const row of statusRows) expect(row.kind).toBe(kinds[Math.floor(row.status / 100)])
  })
})

describe('events and transitions', () => {
  const keys = eventRows.map((row) => row.key)

  test('event keys are dotted lower-case words, each once', () => {
    expect(repeated(keys)).toEqual([])
    for (const key of keys) expect(key).toMatch(/^[a-z]+(\.[a-z]+)+$/)
  })

  test('an event that names an endpoint names one of the table', () => {
    const known = endpointRows.map((row) => `${row.method} ${row.path}`)
    for (const row of eventRows) if (row.endpoint !== undefined) expect(known).toContain(row.endpoint)
  })

  test('transitions name known events and known states', () => {
    const known = stateRows.map((row) => `${row.subject} ${row.state}`)
    for (const row of transitionRows) {
      for (const key of row.events) expect(keys).toContain(key)
      if (row.to !== null) expect(known).toContain(`${row.subject} ${row.to}`)
      if (row.from !== null && row.from !== 'captured') expect(known).toContain(`${row.subject} ${row.from}`)
    }
  })

  test('no subject is moved from one state by one thing twice', () => {
    expect(repeated(transitionRows.map((row) => `${row.subject} ${row.from} ${row.by}`))).toEqual([])
  })

  test('the values of dispute.status are the dispute states that are not umbrella names', () => {
    const shown = stateRows.filter((row) => row.subject === 'dispute' && row.covers === undefined)
    const field = fieldRows.find((row) => row.object === 'dispute' && row.field === 'status')
    expect(field?.values).toEqual(shown.map((row) => row.state))
  })
})

describe('limits and lists', () => {
  test('limits have a name of their own and exactly one of value, range and formula', () => {
    expect(repeated(limitRows.map((row) => row.name))).toEqual([])
    for (const row of limitRows) {
      expect(row.name).toMatch(snake)
      const given = [row.value, row.min, row.formula].filter((part) => part !== undefined)
      expect([row.name, given.length]).toEqual([row.name, 1])
      expect(row.min === undefined).toBe(row.max === undefined)
      if (row.min !== undefined && row.max !== undefined) expect(row.min).toBeLessThan(row.max)
    }
  })

  test('list parameters and limits agree', () => {
    const limitOf = (name: string) => limitRows.find((row) => row.name === name)?.value
    const [limit, offset] = listParams
    expect([limit.min, limit.max, limit.default]).toEqual([
      limitOf('list_page_size_min'),
      limitOf('list_page_size_max'),
      limitOf('list_page_size_default'),
    ])
    expect([offset.min, offset.default]).toEqual([limitOf('offset_min'), limitOf('offset_default')])
    const searchLimit = searchParams.find((row) => row.param === 'limit')
    expect(searchLimit?.default).toBe(limitOf('search_page_size_default'))
  })
})

describe('scopes', () => {
  test('no scope twice', () => {
    expect(repeated(scopeRows.map((row) => row.scope))).toEqual([])
  })

  test.each(scopeRows)('the attributes of $scope are lower-case words, each once', (row) => {
    expect(row.scope).toMatch(snake)
    const filterable = Object.keys(row.filters)
    for (const name of [...filterable, ...row.queries]) expect(name).toMatch(snake)
    expect(repeated([...filterable, ...row.queries])).toEqual([])
    for (const name of Object.keys(row.values ?? {})) expect(filterable).toContain(name)
    expect(filterable).not.toContain('metadata')
  })
})

describe('versions', () => {
  test('one version is current, and it is the newest', () => {
    const names: readonly string[] = versions.map((row) => row.version)
    for (const name of names) expect(name).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(versions.filter((row) => row.current).map((row) => row.version)).toEqual([
      [...names].sort().at(-1),
    ])
  })
})
