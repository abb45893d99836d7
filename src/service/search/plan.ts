import { fail, failInvalid, type Problem } from '../../kernel/errors'
import { cutName } from '../../kernel/text'
import { BadFilter, type FilterTest, readFilter } from './filter'
import { foldCase, parseQuery, type Term } from './query'
import type { Scope } from './scope'

/** The parameters of a search before they are parsed. Times are epoch milliseconds. */
export interface Request {
  readonly scope: string | undefined
  readonly query: string
  readonly filters: { readonly [attribute: string]: unknown }
  readonly from: number | undefined
  readonly to: number | undefined
}

/** What a record must fulfil. */
export interface Conditions {
  /** `null` matches every record. An empty list, from a query without a word, matches none. */
  readonly terms: readonly Term[] | null
  readonly filters: readonly { readonly attribute: string; readonly wanted: FilterTest }[]
  /** Inclusive bounds of the creation time in epoch milliseconds; `null` for no bound. */
  readonly from: number | null
  readonly to: number | null
}

/** A parsed search. It leaves out scopes without one of the requested attributes. */
export interface SearchPlan {
  readonly scopes: readonly Scope[]
  readonly conditions: Conditions
  /** Warnings for the client about parts of the query that may be mistakes. */
  readonly warnings: readonly string[]
}

/** @throws ApiError 422 `invalid_scope` or `invalid_filter`, which lists the valid names (spec 4.10 rule 6) */
export const planSearch = (request: Request, all: readonly Scope[], now: number): SearchPlan => {
  const scopes = findScopes(request.scope, all)
  const given = Object.entries(request.filters).filter(([, value]) => value !== null && value !== undefined)
  checkAttributes(given, scopes, request.scope)
  const isField = (name: string): boolean => scopes.some((scope) => hasField(scope, name))
  const { terms, blank, unknownFields } = parseQuery(request.query, isField)
  return {
    scopes: scopes.filter(
      (scope) =>
        given.every(([name]) => Object.hasOwn(scope.filters, name)) &&
        terms.every(({ field }) => field === null || hasField(scope, field)),
    ),
    conditions: {
      terms: blank ? null : terms,
      filters: readFilters(given, scopes, now),
      from: request.from ?? null,
      to: request.to ?? null,
    },
    warnings: unknownFields.map((name) => warningAbout(name, scopes)),
  }
}

/** An attribute and the value of its filter. */
type GivenFilter = readonly [name: string, value: unknown]

const findScopes = (name: string | undefined, all: readonly Scope[]): readonly Scope[] => {
  if (name === undefined) return all
  const scope = all.find((one) => one.name === name)
  if (scope !== undefined) return [scope]
  const names = all.map((one) => one.name).join(', ')
  throw fail('invalid_scope', {}, `scope ${name} is not known: it must be one of ${names}, or absent`)
}

const hasField = ({ queries }: Scope, name: string): boolean =>
  Object.hasOwn(queries, name) || (name.startsWith('metadata.') && Object.hasOwn(queries, 'metadata'))

/** Every filter must be an attribute of at least one of the scopes. */
const checkAttributes = (
  given: readonly GivenFilter[],
  scopes: readonly Scope[],
  asked: string | undefined,
): void => {
  const unknown = given.filter(([name]) => !scopes.some(({ filters }) => Object.hasOwn(filters, name)))
  if (unknown.length === 0) return
  const attributes = [...new Set(scopes.flatMap((scope) => Object.keys(scope.filters)))]
  const where = asked === undefined ? 'any scope' : `scope ${asked}`
  const problems = unknown.map(([name]): Problem => {
    const [field = ''] = name.split('.')
    const hint = scopes.some((scope) => hasField(scope, field)) ? `; search for it with query=${name}:…` : ''
    const message = `${name} is not a filterable attribute of ${where} (${attributes.join(', ')})${hint}`
    return { field: `filters[${name}]`, code: 'not_supported', message }
  })
  throw failInvalid('invalid_filter', problems)
}

/** Parses the filters. An attribute has the same kind in all scopes. */
const readFilters = (
  given: readonly GivenFilter[],
  scopes: readonly Scope[],
  now: number,
): Conditions['filters'] => {
  const problems: Problem[] = []
  const filters = given.flatMap(([attribute, value]) => {
    const kind = scopes.find(({ filters: own }) => Object.hasOwn(own, attribute))?.filters[attribute]?.kind
    if (kind === undefined) return []
    const wanted = ['string', 'number', 'boolean'].includes(typeof value)
      ? readFilter(kind, String(value), now)
      : new BadFilter('must be one value, not a list or an object')
    if (!(wanted instanceof BadFilter)) return [{ attribute, wanted }]
    const message = `filter ${attribute} ${wanted.text}`
    problems.push({ field: `filters[${attribute}]`, code: 'invalid', message })
    return []
  })
  if (problems.length > 0) throw failInvalid('invalid_filter', problems)
  return filters
}

/** Assumption `search-unknown-field`. */
const warningAbout = (name: string, scopes: readonly Scope[]): string => {
  const shown = /^[\w.]+$/.test(name) ? cutName(name) : 'what is before the colon'
  const filterable = scopes.some((scope) => Object.hasOwn(scope.filters, foldCase(name)))
  const way = filterable ? `filters[${shown}] filters by it` : 'it was searched for as text'
  const known = [...new Set(scopes.flatMap((scope) => Object.keys(scope.queries)))]
  return `query: ${shown} is not a queryable attribute (${known.join(' ')}): ${way}`
}
