import * as z from 'zod/mini'
import { limits } from '../../../kernel/limits'
import { currencyCodes, inUnits } from '../../../kernel/money'
import { versions } from '../../versions/history'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { AccountRow, Settings } from './model'

export interface AccountFacts {
  readonly id: string
  readonly account: AccountRow
  readonly settings: Settings
  /** The fee of a transfer with tax, in subunits, which is also its smallest amount. */
  readonly transferFee: number
}

const exportKeys = record<Settings['metadataExportKeys']>()({
  charge: field.texts('Keys of the metadata of charges'),
  transfer: field.texts('Keys of the metadata of transfers'),
  refund: field.texts('Keys of the metadata of refunds'),
  dispute: field.texts('Keys of the metadata of disputes'),
})

/** `30.00`: digits only, no separators. */
const units = (amount: number, { account: { currency } }: AccountFacts): string =>
  inUnits(amount, currency).replaceAll(',', '')

const transferConfig = record<AccountFacts>()({
  min_transfer_amount: field.text('In units of the currency, as text such as `30.00`', (facts) =>
    units(facts.transferFee, facts),
  ),
  max_transfer_amount: field.text('In units of the currency, as text such as `2000000.00`', (facts) =>
    units(limits.transferAmountMax, facts),
  ),
  same_bank_max_transfer_amount: field.text(
    'In units of the currency, as text such as `2000000.00`',
    (facts) => units(limits.transferAmountMax, facts),
  ),
  is_payout_enabled: field.fixed(z.boolean, 'Always true in the sandbox', true),
  fee: field.text('With tax, in units of the currency, as text such as `30.00`', (facts) =>
    units(facts.transferFee, facts),
  ),
  provider: field.unused,
  merchant_id: field.unused,
  transfer_service_availability: field.unused,
  max_active_realtime_transfer_schedules: field.unused,
})

/** The merchant's account in one mode (spec 2.11). Amounts of `transfer_config` are in units, as text. */
export const accountRecord = record<AccountFacts>()({
  object: field.always('account'),
  id: field.text('Id of the account in one mode'),
  team: field.text('Id of the account in both modes', ({ account }) => account.id),
  livemode: field.livemode,
  location: field.always('/account'),
  country: field.text('ISO 3166 code in upper case, such as `TH`', 'account'),
  currency: field.text('Currency of the balance, in lower case', 'account'),
  email: field.text('Email address of the merchant', 'account'),
  created_at: field.time(field.aboutCreation, 'account'),
  supported_currencies: field.of(() => z.array(z.string()))(
    'Currencies that it can charge, in lower case',
    () => [...currencyCodes],
  ),
  api_version: field.text('Version of answers without a version header, and of webhooks', 'settings'),
  last_updated_api_version: field.text('The same as `api_version`', ({ settings }) => settings.apiVersion),
  auto_activate_recipients: field.flag(
    'Whether new recipients are active once they are verified',
    'settings',
  ),
  chain_enabled: field.flag('Whether other accounts may let this one act for them', 'settings'),
  chaining_allowed: field.fixed(z.boolean, 'Always false in the sandbox', false),
  chain_return_uri: field.textOrNull('Where such accounts are sent back to; null when not set', 'settings'),
  webhook_uri: field.textOrNull('Address for events, of the older setting; null when not set', 'settings'),
  webhook_endpoints: field.texts('Addresses for events', 'settings'),
  zero_interest_installments: field.flag(
    'Whether the merchant bears the interest of instalments by default',
    'settings',
  ),
  metadata_export_keys: field.nested(exportKeys)('Metadata that exports show as columns', 'settings'),
  transfer_config: field.nested(transferConfig)('Limits and fee of transfers', (facts) => facts),
})
export type AccountObject = Shown<typeof accountRecord>

/** The answer to GET / without a key: the service and its versions. */
export const systemRecord = record<null>()({
  object: field.always('system_info'),
  location: field.always('/'),
  versions: field.texts('Versions of the API, oldest first', () => versions),
})
