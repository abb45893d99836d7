import * as z from 'zod/mini'
import { iso } from '../../../kernel/calendar'
import { fail, failInvalid, problemWith } from '../../../kernel/errors'
import { isObject } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { documented, flawed } from '../../../kernel/schema'
import {
  about,
  bool,
  int,
  oneOf,
  optional,
  preprocess,
  text,
  unlessBlank,
  withoutNulls,
} from '../../../kernel/wire'
import { type Hits, search } from '../../search/engine'
import { readDate } from '../../search/filter'
import { planSearch, type SearchPlan } from '../../search/plan'
import type { Scope } from '../../search/scope'
import { currentVersion, type Version } from '../../versions/history'
import { knows } from '../../versions/index'
import type { World } from '../../world'
import { canExport, exportedAt } from '../export/csv'
import { type ExportRow, exportFilterTypes } from '../export/model'
import type { RenderContext } from '../record'

const pageSize = (what: string) =>
  optional(what, int({ min: limits.listPageSizeMin, max: limits.listPageSizeMax, error: 'invalid_per_page' }))

/** Where a period begins or ends: the first or the last millisecond of a date (assumption `search-period`). */
const bound = (end: 'first' | 'last') => {
  const schema = preprocess((value, context) => {
    const date = typeof value === 'string' ? readDate(value.trim()) : null
    return date === null ? flawed(context, { text: 'is invalid' }) : date[end]
  }, z.int())
  return documented(schema, {
    type: 'string',
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    description: 'In ISO 8601; a day is all of it',
  })
}

/** Values by the names of attributes: `filters[amount]=100`. Which they may be depends on the scope. */
const filters = () => {
  const error = 'invalid_filter'
  const schema = preprocess(
    (value, context) => {
      if (value === '') return {}
      if (!isObject(value))
        return flawed(context, { text: 'must be given by attribute: filters[amount]=100', error })
      // The check of a record drops this name silently.
      if (Object.hasOwn(value, '__proto__'))
        return flawed(context, { text: 'filters[__proto__] is not supported', error, whole: true })
      return withoutNulls(value)
    },
    z.record(z.string(), z.unknown()),
  )
  return documented(schema, {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    description: 'By attribute of the scope: `filters[amount]=100..200`',
  })
}

/** A search whose scope is in its path. */
export const scopedSearchInput = () =>
  z.object({
    query: optional(
      'Words that a record must all have, `"a phrase"` in quotes, or `field:value`; at most 1,000 characters. Default: all records',
      text({ max: limits.queryLengthMax }),
    ),
    filters: z.optional(filters()),
    expand: optional('Whether to show objects instead of their ids, one level deep. Default: false', bool()),
    export: optional(
      'Whether all found records are also put into a CSV file; with `filter_type`. Default: false',
      bool(),
    ),
    filter_type: about(
      'Order and first column of that file: the month captured, the month created or the day created',
      unlessBlank(oneOf(exportFilterTypes)),
    ),
    limit: pageSize('How many records a page has. Default: 30'),
    per_page: pageSize('The same as `limit`. If both are given, `limit` counts'),
    page: optional('Number of the page, from 1. Default: 1', int({ min: 1, error: 'invalid_page' })),
    from: z.optional(bound('first')),
    to: z.optional(bound('last')),
    order: optional(
      'Oldest or newest first, after exact matches. Default: `reverse_chronological`, the newest',
      oneOf(['chronological', 'reverse_chronological']),
    ),
  })
type ScopedSearchInput = z.output<ReturnType<typeof scopedSearchInput>>

/** Any search (spec 4.10). */
export const searchInput = () =>
  z.extend(scopedSearchInput(), {
    scope: about(
      'Kind of the records, such as `charge`. Default: all kinds',
      unlessBlank(text({ error: 'invalid_scope' })),
    ),
  })

interface SearchCall {
  readonly world: World
  readonly renderContext: Pick<RenderContext, 'now'>
  readonly version: Version
  readonly input: ScopedSearchInput
}

/** @param scope the one that is searched; all when left out */
export const searchRecords = (
  scopes: readonly Scope[],
  { world, renderContext: { now }, version, input }: SearchCall,
  scope: string | undefined,
) => {
  const { query = '', filters = {}, from, to } = input
  const filtersNothing = input.filters !== undefined && Object.keys(filters).length === 0
  const plan = planSearch({ scope, query, filters, from, to }, scopesIn(version, scopes, scope), now)
  checkExport(plan, scope, input)
  const hits = search(world, plan)
  const limit = input.limit ?? input.per_page ?? limits.searchPageSizeDefault
  const page = input.page ?? 1
  const order = input.order ?? 'reverse_chronological'
  // A page beyond the last one is empty, however far beyond.
  const skip = Math.min((page - 1) * limit, hits.total)
  // From here on nothing can fail.
  const file = input.export === true ? keepExport(world, plan, hits, input) : null
  return {
    hits: hits.take(skip, Math.min(limit, hits.total - skip), order === 'reverse_chronological'),
    warnings: filtersNothing ? [emptyFilters, ...plan.warnings] : plan.warnings,
    frame: {
      export: file?.id ?? null,
      page,
      limit,
      per_page: limit,
      total: hits.total,
      total_pages: Math.ceil(hits.total / limit),
      from: iso(from ?? 0),
      to: iso(to ?? now),
      order,
      scope: scope ?? null,
      query,
      filters: Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])),
      aggregate_level: null,
    },
  }
}

/** Assumption `search-filter-case`. */
const emptyFilters =
  'filters is empty, so that it leaves nothing out: name an attribute, as in filters[amount]=100'

/** A scope that is newer than the version does not exist in it, even if there is something to find (spec 9 rule 4). */
const scopesIn = (
  version: Version,
  scopes: readonly Scope[],
  asked: string | undefined,
): readonly Scope[] => {
  if (version === currentVersion) return scopes
  const known = scopes.filter(({ object }) => knows(version, object))
  const isYounger = scopes.some((scope) => scope.name === asked && !known.includes(scope))
  if (isYounger)
    throw fail(
      'serializer_not_found',
      {},
      `version ${version} has no scope ${asked}: send a newer version header`,
    )
  return known
}

const checkExport = (plan: SearchPlan, scope: string | undefined, input: ScopedSearchInput): void => {
  if (input.export !== true) return
  const { filter_type: type } = input
  if (type === undefined)
    throw failInvalid('bad_request', [
      problemWith('filter_type', "can't be blank when export is true", 'required'),
    ])
  if (scope === undefined) throw fail('invalid_scope', {}, 'an export needs a scope')
  if (plan.scopes.some((one) => !canExport(one, type)))
    throw fail('invalid_filter', {}, `filter_type ${type} needs records that are captured: scope charge`)
}

const keepExport = (
  world: World,
  { scopes: [scope] }: SearchPlan,
  hits: Hits,
  input: ScopedSearchInput,
): ExportRow | null => {
  const type = input.filter_type
  if (scope === undefined || type === undefined) return null
  const all = hits.take(0, hits.total, input.order !== 'chronological')
  return world.exports.insert({
    id: world.newId('expt'),
    createdAt: world.now(),
    scope: scope.name,
    filterType: type,
    records: all.flatMap(({ row }) => (exportedAt(world, scope, type, row) === null ? [] : [row.id])),
    downloadToken: world.newBareId('file'),
  })
}
