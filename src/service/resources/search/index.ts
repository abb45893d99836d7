import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { isoTime } from '../../../kernel/schema'
import { found, route } from '../../http/route'
import { type Resource, resource } from '../resource'
import { scopedSearchInput, searchInput, searchRecords } from './operations'

/**
 * What a search found (spec 2.8).
 * @param forms of all that can be found: objects that differ in `object`
 */
const searchSchema = (forms: readonly z.core.$ZodType[]) =>
  z.strictObject({
    object: z.literal('search').check(z.describe('Always `search`')),
    export: z
      .nullable(z.string())
      .check(z.describe('Id of the export; null unless the request asks for one')),
    data: z
      .array(z.discriminatedUnion('object', forms as readonly z.ZodMiniObject[] as [z.ZodMiniObject]))
      .check(z.describe('The records of this page')),
    page: z.int().check(z.describe('Number of this page, from 1')),
    limit: z.int().check(z.describe('Records per page')),
    per_page: z.int().check(z.describe('The same as `limit`')),
    total: z.int().check(z.describe('Records on all pages')),
    total_pages: z.int().check(z.describe('Number of pages')),
    from: isoTime().check(z.describe('Start of the searched period, ISO 8601 in UTC')),
    to: isoTime().check(z.describe('End of the searched period, ISO 8601 in UTC')),
    order: z
      .enum(['chronological', 'reverse_chronological'])
      .check(z.describe('Order of the records by their creation')),
    location: z.string().check(z.describe('Path of the search')),
    scope: z.nullable(z.string()).check(z.describe('The searched scope; null when all were searched')),
    query: z.string().check(z.describe('The searched words; empty when none were given')),
    filters: z.record(z.string(), z.string()).check(z.describe('The filters by attribute')),
    aggregate_level: z.null().check(z.describe('Always null in the sandbox')),
  })

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

/**
 * GET /search over all scopes and, as recorded, the same with the scope in the path.
 * @param among all that can be searched
 */
export const search = (among: readonly Resource[]): Resource => {
  const scopes = once(() => among.flatMap((one) => one.scopes))
  const returns = once(() => {
    const searched = among.filter((one) => one.scopes.length > 0)
    return searchSchema([...new Set(searched.map((one) => one.found()))])
  })
  return resource({
    routes: [
      route({
        ...shared,
        returns,
        path: '/search',
        summary: 'Search the records of one scope, or of all',
        spec: '4.10',
        input: () => searchInput(),
        run: (call) => found(searchRecords(scopes(), call, call.input.scope)),
      }),
      ...Object.entries(paths).map(([name, path]) =>
        route({
          ...shared,
          returns,
          path,
          summary: `The same as GET /search with scope ${name}`,
          spec: 'wire',
          input: () => scopedSearchInput(),
          run: (call) => found(searchRecords(scopes(), call, name)),
        }),
      ),
    ],
  })
}
