import type * as z from 'zod/mini'
import { iso } from '../../../kernel/calendar'
import { fail, failInvalid, problemWith } from '../../../kernel/errors'
import { once } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { type Call, found, type Reply, type Route, route } from '../../http/route'
import { type Hits, search } from '../../search/engine'
import { planSearch, type SearchPlan } from '../../search/plan'
import type { Scope } from '../../search/scope'
import { currentVersion, type Version } from '../../versions/history'
import { knows } from '../../versions/index'
import type { World } from '../../world'
import { canExport, exportedAt } from '../export/csv'
import type { ExportRow } from '../export/model'
import { type ScopedSearchInput, scopedSearchInput, searchInput, searchSchema } from './schema'

/** All that can be searched, and the form of what each scope finds. */
interface Searched {
  readonly scopes: () => readonly Scope[]
  readonly forms: () => readonly z.core.$ZodType[]
}

/** The paths of scopes that are also searched without naming them. */
const paths = {
  charge: '/charges/search',
  customer: '/customers/search',
  dispute: '/disputes/search',
  link: '/links/search',
  recipient: '/recipients/search',
  refund: '/refunds/search',
  transfer: '/transfers/search',
  charge_schedule: '/charges/schedules/search',
  transfer_schedule: '/transfers/schedules/search',
} as const

type SearchCall = Pick<Call<ScopedSearchInput>, 'world' | 'scene' | 'version' | 'input'>

const run = (
  scopes: readonly Scope[],
  { world, scene: { now }, version, input }: SearchCall,
  scope: string | undefined,
): Reply => {
  const { query = '', filters = {}, from, to } = input
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

/** What came later than a version is not there in it, whether or not there is something to find (spec 9 rule 4). */
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

const shared = {
  method: 'get',
  key: 'secret',
  errors: [
    'serializer_not_found',
    'invalid_scope',
    'invalid_filter',
    'invalid_page',
    'invalid_per_page',
    'search_unavailable',
  ],
} as const

/** GET /search over all scopes and, as recorded, the same with the scope in the path. */
export const searchRoutes = ({ scopes, forms }: Searched): readonly Route[] => {
  const returns = once(() => searchSchema([...new Set(forms())]))
  return [
    route({
      ...{ ...shared, returns },
      path: '/search',
      summary: 'Search the records of one scope, or of all',
      spec: '4.10',
      input: () => searchInput(),
      run: (call) => run(scopes(), call, call.input.scope),
    }),
    ...Object.entries(paths).map(([name, path]) =>
      route({
        ...{ ...shared, returns, path },
        summary: `The same as GET /search with scope ${name}`,
        spec: 'wire',
        input: () => scopedSearchInput(),
        run: (call) => run(scopes(), call, name),
      }),
    ),
  ]
}
