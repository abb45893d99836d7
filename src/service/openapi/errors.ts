import { catalogue, type ErrorName } from '../../kernel/errors'
import type { Route } from '../http/route'
import { versions } from '../versions/history'
import { sinceOf } from '../versions/index'

/** The errors of every operation with a key. */
export const errorsOfKeys: readonly ErrorName[] = [
  'authentication_failure',
  'key_expired_error',
  'locked_account_error',
]

/** The errors of every operation. */
export const errorsOfServers: readonly ErrorName[] = ['too_many_requests', 'internal_error']

const hasBody = ({ method }: Route): boolean => method === 'post' || method === 'patch'

/** All errors of an operation: its own, and those of its key, version, parameters and body. */
export const errorsOf = (route: Route): readonly ErrorName[] => {
  const names = new Set<ErrorName>(route.errors)
  // An unknown version, an unreadable body, or a parameter that the schema rejects.
  names.add('bad_request')
  if (route.invalid !== undefined) names.add(route.invalid)
  if (hasBody(route) || route.method === 'get') names.add('body_too_large')
  if (route.key !== 'none') for (const name of errorsOfKeys) names.add(name)
  if (route.method !== 'get') names.add('not_authorized')
  if (route.host === 'vault') names.add('invalid_domain')
  // The vault serves tokens only.
  else if (route.host === undefined) names.add('not_found')
  if (sinceOf(route.path) !== versions[0]) names.add('service_not_found')
  for (const name of errorsOfServers) names.add(name)
  return [...names].sort((a, b) => catalogue[a].status - catalogue[b].status || (a < b ? -1 : 1))
}
