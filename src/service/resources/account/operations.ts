import * as z from 'zod/mini'
import { failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import { unreachable } from '../../../kernel/hosts'
import { letters } from '../../../kernel/ids'
import { array, bool, object, oneOf, optional, text, url } from '../../../kernel/wire'
import { versions } from '../../versions/history'
import type { World } from '../../world'
import { defaultSettings, type Settings } from './model'

/** A value, or '' for `none`. */
const removable = <T extends z.core.$ZodType, N>(schema: T, none: N) => {
  const blank = z.pipe(
    z.literal(''),
    z.transform(() => none),
  )
  return z.union([blank, schema])
}

const exportKeys = (records: string) =>
  optional(
    `Keys of the metadata of ${records}, at most 100. Default: unchanged`,
    array(text({ required: true }), { max: 100 }),
  )

/** PATCH /account (spec 4.8). A `null` where a value can be removed arrives here as ''. */
export const accountUpdate = () =>
  z.object({
    webhook_uri: optional(
      'Address that gets events; null or an empty text removes it. In live mode https only. Default: unchanged',
      removable(url(), null),
    ),
    webhook_endpoints: optional(
      'At most 10 further addresses that get events; null or an empty text removes all. In live mode https only. Default: unchanged',
      removable(array(url(), { max: 10 }), []),
    ),
    auto_activate_recipients: optional(
      'Whether new recipients are active at once, before they are verified. Default: unchanged',
      bool(),
    ),
    api_version: optional(
      'Version of requests without a version header, and of the data of events. Default: unchanged',
      oneOf(versions),
    ),
    chain_enabled: optional('Kept and shown: the sandbox has no chains. Default: unchanged', bool()),
    chain_return_uri: optional(
      'Address, kept and shown; null or an empty text removes it. Default: unchanged',
      removable(url(), null),
    ),
    zero_interest_installments: optional(
      'Whether `GET /capability` offers instalments whose interest the merchant bears. Default: unchanged',
      bool(),
    ),
    metadata_export_keys: optional(
      'Keys of metadata for exports, by kind of record; kept and shown. Default: unchanged',
      object(() => ({
        charge: exportKeys('charges'),
        transfer: exportKeys('transfers'),
        refund: exportKeys('refunds'),
        dispute: exportKeys('disputes'),
      })),
    ),
  })
type AccountUpdate = z.output<ReturnType<typeof accountUpdate>>

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

/** Events of live mode go to https addresses only; test mode allows local servers, unless others run the sandbox. */
export const webhookProblems = (
  world: World,
  field: string,
  urls: readonly string[] = [],
): readonly Problem[] => {
  if (world.livemode && urls.some((url) => url.toLowerCase().startsWith('http:')))
    return [problemWith(field, 'must be an https URL in live mode')]
  const [why] = urls.flatMap((url) => unreachable(world.webhookReach, new URL(url)) ?? [])
  return why === undefined ? [] : [problemWith(field, why)]
}

type SettingsChange = { readonly [F in keyof Settings]?: Settings[F] | undefined }

/** Only what was given; of the export keys, those kinds that were given. */
const changeOf = (world: World, input: AccountUpdate): SettingsChange => {
  const { metadata_export_keys: keys } = input
  const current = settingsOf(world).metadataExportKeys
  return {
    apiVersion: input.api_version,
    autoActivateRecipients: input.auto_activate_recipients,
    chainEnabled: input.chain_enabled,
    chainReturnUri: input.chain_return_uri,
    webhookUri: input.webhook_uri,
    webhookEndpoints: input.webhook_endpoints,
    zeroInterestInstallments: input.zero_interest_installments,
    metadataExportKeys: keys && {
      charge: keys.charge ?? current.charge,
      transfer: keys.transfer ?? current.transfer,
      refund: keys.refund ?? current.refund,
      dispute: keys.dispute ?? current.dispute,
    },
  }
}

export const changeSettings = (world: World, input: AccountUpdate): void => {
  const change = changeOf(world, input)
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
