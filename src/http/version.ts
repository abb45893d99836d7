import { parseTime } from '../kernel/calendar'
import { fail } from '../kernel/errors'

/** API versions by name (spec 9). The newest is the canonical one. */
export const versions = ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29'] as const
export type Version = (typeof versions)[number]
export const currentVersion: Version = '2019-05-29'

export interface ChosenVersion {
  readonly version: Version
  /** Said in the header `Sandbox-Warning`. */
  readonly warning: string | null
}

const newest: ChosenVersion = { version: currentVersion, warning: null }

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
export const chooseVersion = (header: string | undefined): ChosenVersion => {
  if (header === undefined || header === currentVersion) return newest
  if (!/^\d{4}-\d\d-\d\d$/.test(header) || parseTime(header) === null)
    throw fail('bad_request', {}, 'version is not supported: it must be a date such as 2019-05-29')
  const version = versions.findLast((candidate) => candidate <= header) ?? versions[0]
  if (version === currentVersion)
    return { version, warning: `version ${header} is not known, ${version} was used` }
  return { version: currentVersion, warning: `version ${version} is shown in the form of ${currentVersion}` }
}
