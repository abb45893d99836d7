/** The rows of test/spec that the parts built so far must answer to. */
import { type AuthSpec, authOutcomes } from '../spec/auth'
import { chargeFlags } from '../spec/charge-flags'
import { type EndpointSpec, endpoints } from '../spec/endpoints'
import { alternateCodes, type ErrorSpec, errors, sampleMessages } from '../spec/errors'
import { events } from '../spec/events'
import { type FieldSpec, fields } from '../spec/fields'
import { type LimitSpec, limits } from '../spec/limits'
import { listParams, listRefusals } from '../spec/lists'
import { type PrefixSpec, prefixes } from '../spec/prefixes'
import { filterWords, type ScopeSpec, scopes, searchParams } from '../spec/scopes'
import { statuses } from '../spec/statuses'
import { failingTestCards, payingTestCards } from '../spec/test-cards'
import { type TransitionSpec, transitions } from '../spec/transitions'
import { unsupportedOperations, versions } from '../spec/versions'
import { notYetBuilt } from './not-yet-built'

/** The rows that are not named in the list of what is missing. */
const built = <R>(rows: readonly R[], nameOf: (row: R) => string, missing: readonly string[]): R[] =>
  rows.filter((row) => !missing.includes(nameOf(row)))

export const nameOfEndpoint = ({ method, path }: EndpointSpec): string => `${method} ${path}`

export const builtEndpoints = built<EndpointSpec>(endpoints, nameOfEndpoint, notYetBuilt.endpoints)
export const builtFields = built<FieldSpec>(fields, (row) => row.object, notYetBuilt.objects)
export const builtPrefixes = built<PrefixSpec>(prefixes, (row) => row.resource, notYetBuilt.prefixes)
export const builtLimits = built<LimitSpec>(limits, (row) => row.name, notYetBuilt.limits)
export const builtTransitions = built<TransitionSpec>(
  transitions,
  (row) => row.subject,
  notYetBuilt.transitionSubjects,
)
export const builtAuth = built<AuthSpec>(authOutcomes, (row) => row.case, notYetBuilt.authCases)
export const scopeRows: readonly ScopeSpec[] = scopes
export const errorRows: readonly ErrorSpec[] = errors

/** Every table that is checked row by row, for the count. */
export const checkedTables: Readonly<Record<string, readonly unknown[]>> = {
  endpoints: builtEndpoints,
  fields: builtFields,
  prefixes: builtPrefixes,
  errors,
  'alternate codes': alternateCodes,
  'sample messages': sampleMessages,
  statuses,
  events,
  transitions: builtTransitions,
  limits: builtLimits,
  versions,
  'unsupported operations': unsupportedOperations,
  'authentication outcomes': builtAuth,
  'list parameters': listParams,
  'list refusals': listRefusals,
  'search scopes': scopes,
  'search attributes': scopeRows.flatMap(({ filters, queries }) => [...Object.keys(filters), ...queries]),
  'search parameters': searchParams,
  'filter words': filterWords,
  'charge flags': chargeFlags,
  'failing test cards': failingTestCards,
  'paying test cards': payingTestCards,
}
