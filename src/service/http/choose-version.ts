import { parseTime } from '../../kernel/calendar'
import { fail } from '../../kernel/errors'
import { currentVersion, type Version, versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import type { Exchange } from './exchange'
import type { Route } from './route'

const known: ReadonlyMap<string, Version> = new Map(versions.map((version) => [version, version]))

/**
 * Chooses the version of the answer: that of the header, or the default of the account.
 * @throws ApiError for a header that is no date, and for an operation that came later
 */
export const chooseVersion = (exchange: Exchange, route: Route): void => {
  warnOfPrefix(exchange)
  const { req, backend, principal } = exchange
  const date = req.header(backend.settings.versionHeader) ?? principal?.world.apiVersion ?? currentVersion
  const version = known.get(date) ?? nearVersion(exchange, date)
  if (version !== currentVersion) checkSupport(version, route)
  exchange.version = version
}

/** The client of another service asks for a version by the header of that service, and gets the version of the account. */
const warnOfPrefix = ({ req, backend, incoming, warnings }: Exchange): void => {
  const { headerPrefix, versionHeader } = backend.settings
  for (const name of incoming.connection?.headerNames() ?? req.raw.headers.keys()) {
    const [, word] = /^(.+)-version$/.exec(name) ?? []
    if (word === undefined || name === versionHeader) continue
    if (!/^\d{4}-\d\d-\d\d$/.test(req.header(name) ?? '')) continue
    const prefix = word.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
    const option = prefix === 'Omise' ? '--profile omise or --header-prefix' : '--header-prefix'
    warnings.push(
      `${prefix}-Version was not read, as this sandbox reads ${headerPrefix}-Version: start it with ${option} ${prefix}`,
    )
  }
}

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
const nearVersion = ({ warnings }: Exchange, date: string): Version => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  warnings.push(`version ${date} is not known, ${version} was used`)
  return version
}

const checkSupport = (version: Version, { path }: Route): void => {
  const since = sinceOf(path)
  if (version < since)
    throw fail(
      'service_not_found',
      {},
      `version ${version} does not support this operation, which came with ${since}: send a newer version header`,
    )
}
