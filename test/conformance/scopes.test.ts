import { describe, expect } from 'vitest'
import { scopes as ours } from '../../src/service/resources/registry'
import { searchInput } from '../../src/service/resources/search/operations'
import { BadFilter, readFilter } from '../../src/service/search/filter'
import type { FilterKind } from '../../src/service/search/scope'
import { type FilterType, filterWords, scopes, searchParams } from '../spec/scopes'
import { makeClient } from '../support/client'
import { expectError, expectSuccess, makeSandbox, start, test } from '../support/set-up'

/** What the specification calls the kinds of our filters. */
const typeOf: { readonly [K in FilterKind]: FilterType } = {
  string: 'string',
  boolean: 'boolean',
  integer: 'integer',
  money: 'integer',
  time: 'datetime',
}

/** A value that fits the kind. */
const fitting: { readonly [T in FilterType]: string } = {
  string: 'x',
  integer: '1',
  boolean: 'yes',
  datetime: 'today',
}

const ourScope = (name: string) => ours().find((scope) => scope.name === name)

describe('spec 4.10: the scopes', () => {
  test('are those of the table', () => {
    expect(
      ours()
        .map((scope) => scope.name)
        .sort(),
    ).toEqual(scopes.map((row) => row.scope).sort())
  })

  test.each(scopes)('$scope filters by the attributes of the table, by their types', ({ scope, filters }) => {
    const shown = Object.entries(ourScope(scope)?.filters ?? {}).map(([name, { kind }]) => [
      name,
      typeOf[kind],
    ])
    expect(Object.fromEntries(shown)).toEqual(filters)
  })

  test.each(scopes)('$scope is searched in the fields of the table', ({ scope, queries }) => {
    expect(Object.keys(ourScope(scope)?.queries ?? {}).sort()).toEqual([...queries].sort())
  })

  test.each(
    scopes.flatMap(({ scope, filters, queries }) => [
      ...Object.entries(filters).map(([name, type]) => ({
        scope,
        ask: `filters[${name}]`,
        value: fitting[type],
      })),
      ...queries.map((name) => ({ scope, ask: 'query', value: `${name}:x` })),
    ]),
  )('$scope takes $ask=$value', async ({ scope, ask, value }) => {
    const answer = await makeClient(makeSandbox()).get('/search', { scope, [ask]: value })
    expect(expectSuccess(answer)).toMatchObject({ object: 'search', scope })
    expect(answer.headers.get('sandbox-warning')).toBeNull()
  })

  test('an attribute has the same kind in every scope, and the same word is no attribute of two kinds', () => {
    const kinds = new Map<string, Set<string>>()
    for (const { filters } of ours())
      for (const [name, { kind }] of Object.entries(filters))
        kinds.set(name, (kinds.get(name) ?? new Set()).add(kind))
    for (const [name, found] of kinds) expect([name, found.size]).toEqual([name, 1])
  })

  test.for(scopes)('$scope does not filter by metadata (rule 5)', async ({ scope }, { client }) => {
    for (const name of ['metadata', 'metadata.order'])
      expectError(await client.get('/search', { scope, [`filters[${name}]`]: 'A-1' }), 'invalid_filter', {
        message: /^metadata.* is not a filterable attribute of scope/,
      })
  })
})

describe('spec 4.10: parameters and words', () => {
  test.each(searchParams)('$param is a parameter of GET /search', ({ param }) => {
    expect(Object.keys(searchInput().shape)).toContain(param.replace(/\[.*/, ''))
  })

  test.each(filterWords)('$word is a $type', ({ word, type, means }) => {
    const wanted = readFilter(type === 'boolean' ? 'boolean' : 'time', word, Date.parse(start))
    if (wanted instanceof BadFilter) expect.fail(`${word} ${wanted.text}`)
    expect(wanted).toMatchObject(means === null ? { kind: 'range' } : { kind: 'word', word: String(means) })
  })
})
