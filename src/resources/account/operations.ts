import { letters } from '../../kernel/digest'
import { failInvalid, type Problem, problemWith } from '../../kernel/errors'
import { isPublic, mustBePublic } from '../../kernel/hosts'
import type { World } from '../../world'
import { defaultSettings, type Settings } from './model'

/** The settings of an account in this mode, or the defaults. */
export const settingsOf = (world: World): Settings =>
  world.settings.length === 0 ? defaultSettings : world.settings.at(0)

/** An id that follows from the account and the mode, so that it exists without a row and is the same in every run. */
export const derivedId = (prefix: string, world: World): string => `${prefix}${letters(prefix, world.key)}`

/** `account_test_…` (its `team`, `acct_…`, is the account in both modes). */
export const accountIdOf = (world: World): string =>
  derivedId(world.livemode ? 'account_' : 'account_test_', world)

/** The endpoints of events: `webhook_uri` and all `webhook_endpoints`, each once (assumption `account-webhooks`). */
export const webhookUrlsOf = (world: World): readonly string[] => {
  const { webhookUri, webhookEndpoints } = settingsOf(world)
  return [...new Set(webhookUri === null ? webhookEndpoints : [webhookUri, ...webhookEndpoints])]
}

export type SettingsChange = { readonly [F in keyof Settings]?: Settings[F] | undefined }

const isPlainHttp = (url: string): boolean => url.toLowerCase().startsWith('http:')

/** Events of live mode go to https addresses only; test mode allows local servers, unless others run the sandbox. */
export const webhookProblems = (
  world: World,
  field: string,
  urls: readonly string[] = [],
): readonly Problem[] => {
  if (world.livemode && urls.some(isPlainHttp))
    return [problemWith(field, 'must be an https URL in live mode')]
  if (!world.publicWebhooks || urls.every((url) => isPublic(new URL(url)))) return []
  return [problemWith(field, mustBePublic)]
}

export const changeSettings = (world: World, change: SettingsChange): void => {
  const { webhookUri, webhookEndpoints } = change
  const problems = [
    ...webhookProblems(world, 'webhook_uri', webhookUri ? [webhookUri] : []),
    ...webhookProblems(world, 'webhook_endpoints', webhookEndpoints),
  ]
  if (problems.length > 0) throw failInvalid('bad_request', problems)
  // From here on nothing can fail.
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  const next: Settings = { ...settingsOf(world), ...Object.fromEntries(given) }
  if (world.settings.length > 0) world.settings.update(world.settings.at(0), next)
  else world.settings.insert({ ...next, id: accountIdOf(world), createdAt: world.now() })
}
