// Checks on the tables themselves, so that a slip of the finger is found here and not in the code they judge.

import { describe, expect, test } from 'vitest'
import { authOutcomes } from './auth'
import { endpoints } from './endpoints'
import { alternateCodes, errors, sampleMessages } from './errors'
import { events } from './events'
import { fields } from './fields'
import { limits } from './limits'
import { listParams, listRefusals } from './lists'
import { prefixes } from './prefixes'
import { filterWords, scopes, searchParams } from './scopes'
import { statuses } from './statuses'
import { flags, states, transitions } from './transitions'
import { unsupportedOperations, versions } from './versions'

const snake = '[a-z]+(_[a-z]+)*'
const repeated = (keys: readonly string[]) => keys.filter((key, at) => keys.indexOf(key) !== at)
const pair = (row: { status: number; code: string }) => `${row.status} ${row.code}`

/** A table, what tells its rows apart, and how that is written. */
const keyed = <T extends { spec: string }>(
  name: string,
  rows: readonly T[],
  keyOf: (row: T) => string,
  form = '.+',
) => ({ name, rows, keys: rows.map(keyOf), form: new RegExp(`^${form}$`) })

const tables = [
  keyed(
    'endpoints',
    endpoints,
    (row) => `${row.method} ${row.host} ${row.path}`,
    '[A-Z]+ [a-z]+ (/([a-z]+|:[a-z_]+))+',
  ),
  keyed('fields', fields, (row) => `${row.object}.${row.field}`, `\\w+\\.${snake}`),
  keyed('prefixes', prefixes, (row) => row.live),
  keyed('errors', errors, pair, `\\d+ ${snake}`),
  keyed('alternate codes', alternateCodes, (row) => row.alternate),
  keyed('sample messages', sampleMessages, (row) => row.message),
  keyed('statuses', statuses, (row) => String(row.status)),
  keyed('events', events, (row) => row.key, '[a-z]+(\\.[a-z]+)+'),
  keyed('transitions', transitions, (row) => `${row.subject} ${row.from} ${row.by}`),
  keyed('states', states, (row) => `${row.subject} ${row.state}`),
  keyed('flags', flags, (row) => `${row.subject} ${row.flag}`),
  keyed('limits', limits, (row) => row.name, snake),
  keyed('scopes', scopes, (row) => row.scope, snake),
  keyed('search parameters', searchParams, (row) => row.param),
  keyed('filter words', filterWords, (row) => `${row.type} ${row.word}`),
  keyed('versions', versions, (row) => row.version, '\\d{4}-\\d{2}-\\d{2}'),
  keyed('unsupported operations', unsupportedOperations, pair),
  keyed('authentication outcomes', authOutcomes, (row) => row.case),
  keyed('list parameters', listParams, (row) => row.param),
  keyed('list refusals', listRefusals, (row) => `${row.param} ${row.given}`),
]

test.each(tables)('every row of $name cites a section, is well named, and is there once', (table) => {
  for (const row of table.rows) expect(row.spec).toMatch(/^[2-9](\.\d+)?$/)
  for (const key of table.keys) expect(key).toMatch(table.form)
  expect(repeated(table.keys)).toEqual([])
})

describe('endpoints, fields and prefixes', () => {
  test('an endpoint of the vault takes the public key, and a DELETE answers what is deleted', () => {
    for (const row of endpoints) {
      expect(row.returns).toMatch(/^((list of|deleted) )?[a-z]+(_[a-z]+)*$/)
      expect(row.returns.startsWith('deleted ')).toBe(row.method === 'DELETE')
      expect(row.host === 'vault').toBe(row.key === 'public')
    }
  })

  test('a constant object field names its object', () => {
    for (const row of fields) {
      if (row.constant !== undefined) expect([row.field, row.constant]).toEqual(['object', row.object])
      if (row.constant ?? row.values ?? row.prefix) expect(row.type).toBe('string')
    }
  })

  test('a field with a prefix uses one from the table of prefixes', () => {
    const known: readonly string[] = prefixes.map((row) => row.live)
    for (const row of fields) if (row.prefix !== undefined) expect(known).toContain(row.prefix)
  })

  test('a test-mode prefix is the live one and test_', () => {
    for (const row of prefixes) if (row.test !== null) expect(row.test).toBe(`${row.live}test_`)
  })
})

describe('errors and statuses', () => {
  const known = errors.map(pair)

  test('two codes have two statuses, as the catalogue says', () => {
    expect(repeated(errors.map((row) => row.code)).sort()).toEqual(['invalid_card', 'invalid_charge'])
  })

  test('errors have statuses of the table', () => {
    for (const row of errors) expect(statuses.map((status) => status.status)).toContain(row.status)
  })

  test('every other table that names an error names one of the catalogue', () => {
    const refusals = transitions.flatMap((row) => (row.refusal === null ? [] : [row.refusal]))
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
    const codes = errors.map((row) => row.code)
    for (const row of alternateCodes) expect(codes).not.toContain(row.alternate)
  })

  test('authentication outcomes carry the messages of the catalogue', () => {
    for (const row of authOutcomes) {
      expect(errors.find((error) => pair(error) === pair(row))?.message).toBe(row.message)
    }
  })

  test('statuses are of the kind that their number says', () => {
    const kinds: Record<number, string> = { 2: 'success', 4: 'client error', 5: 'server error' }
    for (const row of statuses) expect(row.kind).toBe(kinds[Math.floor(row.status / 100)])
  })
})

describe('events and transitions', () => {
  const keys = events.map((row) => row.key)

  test('an event that names an endpoint names one of the table', () => {
    const known = endpoints.map((row) => `${row.method} ${row.path}`)
    for (const row of events) if (row.endpoint !== undefined) expect(known).toContain(row.endpoint)
  })

  test('transitions name known events and known states', () => {
    const known = states.map((row) => `${row.subject} ${row.state}`)
    for (const row of transitions) {
      for (const key of row.events) expect(keys).toContain(key)
      if (row.to !== null) expect(known).toContain(`${row.subject} ${row.to}`)
      if (row.from !== null && row.from !== 'captured') expect(known).toContain(`${row.subject} ${row.from}`)
    }
  })

  test('the values of dispute.status are the dispute states that are not umbrella names', () => {
    const shown = states.filter((row) => row.subject === 'dispute' && row.state !== 'closed')
    const field = fields.find((row) => row.object === 'dispute' && row.field === 'status')
    expect(field?.values).toEqual(shown.map((row) => row.state))
  })
})

describe('limits and lists', () => {
  test('limits have exactly one of value, range and formula', () => {
    for (const row of limits) {
      const given = [row.value, row.min, row.formula].filter((part) => part !== undefined)
      expect([row.name, given.length]).toEqual([row.name, 1])
      expect(row.min === undefined).toBe(row.max === undefined)
      if (row.min !== undefined && row.max !== undefined) expect(row.min).toBeLessThan(row.max)
    }
  })

  test('list parameters and limits agree', () => {
    const limitOf = (name: string) => limits.find((row) => row.name === name)?.value
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

test.each(scopes)('the attributes of scope $scope are lower-case words, each once', (row) => {
  const filterable = Object.keys(row.filters)
  for (const name of [...filterable, ...row.queries]) expect(name).toMatch(new RegExp(`^${snake}$`))
  expect(repeated([...filterable, ...row.queries])).toEqual([])
  expect(filterable).not.toContain('metadata')
})

test('one version is current, and it is the newest', () => {
  const names: readonly string[] = versions.map((row) => row.version)
  expect(versions.filter((row) => row.current).map((row) => row.version)).toEqual([[...names].sort().at(-1)])
})
