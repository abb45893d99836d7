import { once } from '../../../kernel/json'
import { found, route } from '../../http/route'
import { type Resource, resource } from '../resource'
import { scopedSearchInput, searchInput, searchRecords } from './operations'
import { searchSchema } from './record'

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
  const scopes = once(() => among.flatMap((one) => one.scopes()))
  const returns = once(() => {
    const searched = among.filter((one) => one.scopes().length > 0)
    return searchSchema([...new Set(searched.map((one) => one.found()))])
  })
  return resource({
    routes: [
      route({
        ...{ ...shared, returns },
        path: '/search',
        summary: 'Search the records of one scope, or of all',
        spec: '4.10',
        input: () => searchInput(),
        run: (call) => found(searchRecords(scopes(), call, call.input.scope)),
      }),
      ...Object.entries(paths).map(([name, path]) =>
        route({
          ...{ ...shared, returns, path },
          summary: `The same as GET /search with scope ${name}`,
          spec: 'wire',
          input: () => scopedSearchInput(),
          run: (call) => found(searchRecords(scopes(), call, name)),
        }),
      ),
    ],
  })
}
