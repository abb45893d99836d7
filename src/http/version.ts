import { parseTime } from '../kernel/calendar'
import { fail } from '../kernel/errors'
import { currentVersion, type Version, versions } from '../versions/history'

export interface ChosenVersion {
  readonly version: Version
  /** Said in the header `Sandbox-Warning`. */
  readonly warning: string | null
}

const known = new Map(versions.map((version) => [version as string, { version, warning: null }]))

/**
 * The header's version, or else the account's default. A date between two versions selects the newest one that is
 * not after it, or else the oldest.
 */
export const chooseVersion = (header: string | undefined, byDefault: Version): ChosenVersion => {
  const found = known.get(header ?? byDefault)
  if (found !== undefined) return found
  const date = header ?? byDefault
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  return { version, warning: `version ${date} is not known, ${version} was used` }
}
