import { fail, failInvalid, type Problem } from '../kernel/errors'
import { BadFilter, readFilter } from './filter'
import { parseQuery, type Term } from './query'
import type { Scope } from './scope'
import type { Ask } from './scope-index'
import { foldCase } from './words'

/** What a request asks for, as it came. Times are epoch milliseconds. */
export interface Request {
  readonly scope: string | undefined
  readonly query: string
  readonly filters: { readonly [attribute: string]: unknown }
  readonly from: number | undefined
  readonly to: number | undefined
}

/** What to look for, and where. A scope that lacks an attribute that is asked for is left out. */
export interface Plan {
  readonly scopes: readonly Scope[]
  readonly ask: Ask
  /** Said to whoever asked: what was understood otherwise than it may have been meant. */
  readonly warnings: readonly string[]
}

/** Refuses with 422 `invalid_scope` and `invalid_filter` (spec 4.10 rule 6), naming what there is. */
export const planOf = (request: Request, all: readonly Scope[], now: number): Plan => {
  const scopes = scopesOf(request.scope, all)
  const given = givenOf(request.filters)
  if (given.length > 0) checkAttributes(given, scopes, request.scope)
  const { terms, blank, unknownFields } = parseQuery(request.query, (name) =>
    scopes.some((scope) => hasField(scope, name)),
  )
  const unnamed = given.length === 0 && terms.every(isUnnamed)
  return {
    scopes: unnamed ? scopes : fittingOf(scopes, given, terms),
    ask: {
      terms: blank ? null : terms,
      filters: given.length > 0 ? filtersOf(given, scopes, now) : none,
      from: request.from ?? null,
      to: request.to ?? null,
    },
    warnings: unknownFields.map((name) => warningOf(name, scopes)),
  }
}

const none: readonly never[] = []

const isUnnamed = ({ field }: Term): boolean => field === null

/** The scopes that have all attributes that are asked for. */
const fittingOf = (
  scopes: readonly Scope[],
  given: readonly Given[],
  terms: readonly Term[],
): readonly Scope[] =>
  scopes.filter(
    (scope) =>
      given.every(([name]) => Object.hasOwn(scope.filters, name)) &&
      terms.every(({ field }) => field === null || hasField(scope, field)),
  )

/** An attribute with what was asked of it. */
type Given = readonly [name: string, value: unknown]

const givenOf = (filters: Request['filters']): readonly Given[] => {
  let given: Given[] | null = null
  for (const name in filters) {
    const value = filters[name]
    if (value === null || value === undefined) continue
    given ??= []
    given.push([name, value])
  }
  return given ?? none
}

const scopesOf = (name: string | undefined, all: readonly Scope[]): readonly Scope[] => {
  if (name === undefined) return all
  for (const scope of all) if (scope.name === name) return [scope]
  throw fail(
    'invalid_scope',
    {},
    `scope ${name} is not known: it must be one of ${all.map((scope) => scope.name).join(', ')}, or absent`,
  )
}

const hasField = (scope: Scope, name: string): boolean => {
  if (Object.hasOwn(scope.queries, name)) return true
  return name.startsWith('metadata.') && Object.hasOwn(scope.queries, 'metadata')
}

/** Every filter must be one of the scope's, or of one of the scopes. */
const checkAttributes = (
  given: readonly Given[],
  scopes: readonly Scope[],
  asked: string | undefined,
): void => {
  const strange = given.filter(([name]) => !scopes.some(({ filters }) => Object.hasOwn(filters, name)))
  if (strange.length === 0) return
  const attributes = [...new Set(scopes.flatMap((scope) => Object.keys(scope.filters)))]
  const where = asked === undefined ? 'any scope' : `scope ${asked}`
  const problems = strange.map(([name]): Problem => {
    const [field = ''] = name.split('.')
    const hint = scopes.some((scope) => hasField(scope, field)) ? `; search for it with query=${name}:…` : ''
    const message = `${name} is not a filterable attribute of ${where} (${attributes.join(', ')})${hint}`
    return { field: `filters[${name}]`, code: 'not_supported', message }
  })
  throw failInvalid('invalid_filter', problems)
}

/** An attribute is of the same kind in every scope that has it. */
const filtersOf = (given: readonly Given[], scopes: readonly Scope[], now: number): Ask['filters'] => {
  const problems: Problem[] = []
  const filters = given.flatMap(([attribute, value]) => {
    const kind = scopes.find(({ filters: own }) => Object.hasOwn(own, attribute))?.filters[attribute]
    if (kind === undefined) return []
    const wanted = isPlain(value)
      ? readFilter(kind, String(value), now)
      : new BadFilter('must be one value, not a list or an object')
    if (!(wanted instanceof BadFilter)) return [{ attribute, wanted }]
    problems.push({
      field: `filters[${attribute}]`,
      code: 'invalid',
      message: `filter ${attribute} ${wanted.text}`,
    })
    return []
  })
  if (problems.length > 0) throw failInvalid('invalid_filter', problems)
  return filters
}

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** Assumption `search-unknown-field`. */
const warningOf = (name: string, scopes: readonly Scope[]): string => {
  const shown = /^[\w.]+$/.test(name) ? name : 'what stands before the colon'
  const filterable = scopes.some((scope) => Object.hasOwn(scope.filters, foldCase(name)))
  const way = filterable ? `filters[${shown}] filters by it` : 'it was searched for as text'
  const known = [...new Set(scopes.flatMap((scope) => Object.keys(scope.queries)))]
  return `query: ${shown} is not a queryable attribute (${known.join(' ')}): ${way}`
}
