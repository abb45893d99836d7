import { parseTime } from '../../kernel/calendar'
import { fail } from '../../kernel/errors'
import { currentVersion, type Version, versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import type { AppContext } from './env'
import type { Route } from './route'
import { warn } from './send'

/** Chooses the version of the answer: that of the header, or the default of the account. */
export const chooseVersion = (context: AppContext): void => {
  const { version, warning } = readVersion(
    context.req.header(context.env.backend.settings.versionHeader),
    context.get('principal')?.world.apiVersion ?? currentVersion,
  )
  if (warning !== null) warn(context, warning)
  if (version !== currentVersion) checkSupport(version, context.get('route'))
  context.set('version', version)
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

interface ChosenVersion {
  readonly version: Version
  /** For the header `Sandbox-Warning`. */
  readonly warning: string | null
}

const known = new Map(versions.map((version) => [version as string, { version, warning: null }]))

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
const readVersion = (header: string | undefined, byDefault: Version): ChosenVersion => {
  const found = known.get(header ?? byDefault)
  if (found !== undefined) return found
  const date = header ?? byDefault
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  return { version, warning: `version ${date} is not known, ${version} was used` }
}
