import { found, type Reply, type Route, route } from '../../http/route'
import { iso } from '../../kernel/calendar'
import { fail, failInvalid } from '../../kernel/errors'
import { limits } from '../../kernel/limits'
import { canExport, csvOf } from '../../search/csv'
import { type Hits, search } from '../../search/engine'
import { type Plan, planOf } from '../../search/plan'
import type { World } from '../../world'
import type { ExportRow } from '../export/model'
import { scopes } from '../scopes'
import { type ScopedSearchInput, scopedSearchInput, searchInput, searchSchema } from './schema'

interface Search {
  readonly world: World
  readonly now: number
  readonly scope: string | undefined
  readonly input: ScopedSearchInput
}

const run = ({ world, now, scope, input }: Search): Reply => {
  const { query = '', filters = {}, from, to } = input
  const plan = planOf({ scope, query, filters, from, to }, scopes, now)
  checkExport(plan, scope, input)
  const hits = search(world, plan)
  const limit = input.limit ?? input.per_page ?? limits.searchPageSizeDefault
  const page = input.page ?? 1
  const order = input.order ?? 'reverse_chronological'
  // A page beyond the last one is empty, however far beyond.
  const skip = Math.min((page - 1) * limit, hits.total)
  // From here on nothing can fail.
  const file = input.export === true ? keepExport(world, plan, hits, input) : null
  return found({
    hits: hits.take(skip, Math.min(limit, hits.total - skip), order === 'reverse_chronological'),
    warnings: plan.warnings,
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
      filters: Object.fromEntries(
        Object.entries(filters).flatMap(([name, value]) =>
          value === null || value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      aggregate_level: null,
    },
  })
}

const checkExport = (plan: Plan, scope: string | undefined, input: ScopedSearchInput): void => {
  if (input.export !== true) return
  const { filter_type: type } = input
  if (type === undefined)
    throw failInvalid('bad_request', [
      { field: 'filter_type', code: 'required', message: "filter_type can't be blank when export is true" },
    ])
  if (scope === undefined) throw fail('invalid_scope', {}, 'an export needs a scope')
  if (plan.scopes.some((one) => !canExport(one, type)))
    throw fail('invalid_filter', {}, `filter_type ${type} needs records that are captured: scope charge`)
}

const keepExport = (
  world: World,
  { scopes: [scope] }: Plan,
  hits: Hits,
  input: ScopedSearchInput,
): ExportRow | null => {
  const type = input.filter_type
  if (scope === undefined || type === undefined) return null
  const all = hits.take(0, hits.total, input.order !== 'chronological')
  const { text, total } = csvOf(world, scope, all, type)
  return world.exports.insert({
    id: world.newId('expt'),
    createdAt: world.now(),
    scope: scope.name,
    filterType: type,
    total,
    csv: text,
    downloadToken: world.newBareId('file'),
  })
}

const shared = {
  method: 'get',
  key: 'secret',
  returns: searchSchema,
  errors: [
    'serializer_not_found',
    'invalid_scope',
    'invalid_filter',
    'invalid_page',
    'invalid_per_page',
    'search_unavailable',
  ],
} as const

/** As recorded: the same with the scope in the path. What is searched came with the second version or before. */
const paths = {
  '/charges/search': 'charge',
  '/charges/schedules/search': 'charge_schedule',
  '/customers/search': 'customer',
  '/disputes/search': 'dispute',
  '/links/search': 'link',
  '/recipients/search': 'recipient',
  '/refunds/search': 'refund',
  '/transfers/search': 'transfer',
  '/transfers/schedules/search': 'transfer_schedule',
} as const

const younger: ReadonlySet<string> = new Set(['charge_schedule', 'link', 'transfer_schedule'])

export const searchRoutes: readonly Route[] = [
  route({
    ...shared,
    path: '/search',
    summary: 'Search the records of one scope, or of all',
    spec: '4.10',
    input: searchInput,
    run: ({ world, input, scene }) => run({ world, now: scene.now, scope: input.scope, input }),
  }),
  ...Object.entries(paths).map(([path, scope]) =>
    route({
      ...shared,
      path,
      ...(younger.has(scope) ? { since: '2017-11-02' as const } : {}),
      summary: `The same as GET /search with scope ${scope}`,
      spec: 'wire',
      input: scopedSearchInput,
      run: ({ world, input, scene }) => run({ world, now: scene.now, scope, input }),
    }),
  ),
]
