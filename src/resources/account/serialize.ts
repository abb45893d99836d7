import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { currencyCodes, inUnits } from '../../kernel/money'
import { field } from '../fields'
import type { Scene } from '../shape'
import type { AccountRow, Settings } from './model'

const exportKeys = () => z.readonly(z.array(z.string()))

/** The merchant's account in one mode (spec 2.11). Amounts of `transfer_config` are in units, as text. */
export const accountSchema = once(() =>
  z.strictObject({
    object: field.always('account'),
    id: field.text('Id of the account in one mode'),
    team: field.text('Id of the account in both modes'),
    livemode: field.livemode(),
    location: field.always('/account'),
    country: field.text('ISO 3166 code in upper case, such as `TH`'),
    currency: field.text('Currency of the balance, in lower case'),
    email: field.text('Email address of the merchant'),
    created_at: field.createdAt(),
    supported_currencies: z
      .array(z.string())
      .check(z.describe('Currencies that it can charge, in lower case')),
    api_version: field.text('Version of answers without a version header, and of webhooks'),
    last_updated_api_version: field.text('The same as `api_version`'),
    auto_activate_recipients: field.flag('Whether new recipients are active once they are verified'),
    chain_enabled: field.flag('Whether other accounts may let this one act for them'),
    chaining_allowed: field.flag('Always false in the sandbox'),
    chain_return_uri: field.textOrNull('Where such accounts are sent back to; null when not set'),
    webhook_uri: field.textOrNull('Address for events, of the older setting; null when not set'),
    webhook_endpoints: z.readonly(z.array(z.string())).check(z.describe('Addresses for events')),
    zero_interest_installments: field.flag(
      'Whether the merchant bears the interest of instalments by default',
    ),
    metadata_export_keys: z
      .strictObject({
        charge: exportKeys().check(z.describe('Keys of the metadata of charges')),
        transfer: exportKeys().check(z.describe('Keys of the metadata of transfers')),
        refund: exportKeys().check(z.describe('Keys of the metadata of refunds')),
        dispute: exportKeys().check(z.describe('Keys of the metadata of disputes')),
      })
      .check(z.describe('Metadata that exports show as columns')),
    transfer_config: z
      .strictObject({
        min_transfer_amount: field.text('In units of the currency, as text such as `30.00`'),
        max_transfer_amount: field.text('In units of the currency, as text such as `2000000.00`'),
        same_bank_max_transfer_amount: field.text('In units of the currency, as text such as `2000000.00`'),
        is_payout_enabled: field.flag('Always true in the sandbox'),
        fee: field.text('With tax, in units of the currency, as text such as `30.00`'),
        provider: field.unused(),
        merchant_id: field.unused(),
        transfer_service_availability: field.unused(),
        max_active_realtime_transfer_schedules: field.unused(),
      })
      .check(z.describe('Limits and fee of transfers')),
  }),
)
export type AccountObject = z.infer<ReturnType<typeof accountSchema>>

/** `30.00`: digits only, no separators. */
const units = (amount: number, currency: AccountRow['currency']): string =>
  inUnits(amount, currency).replaceAll(',', '')

export interface AccountFacts {
  readonly id: string
  readonly account: AccountRow
  readonly settings: Settings
  /** The fee of a transfer with tax, in subunits, which is also its smallest amount. */
  readonly transferFee: number
}

const renderTransferConfig = ({
  account: { currency },
  transferFee,
}: AccountFacts): AccountObject['transfer_config'] => ({
  min_transfer_amount: units(transferFee, currency),
  max_transfer_amount: units(limits.transferAmountMax, currency),
  same_bank_max_transfer_amount: units(limits.transferAmountMax, currency),
  is_payout_enabled: true,
  fee: units(transferFee, currency),
  provider: null,
  merchant_id: null,
  transfer_service_availability: null,
  max_active_realtime_transfer_schedules: null,
})

export const renderAccount = (facts: AccountFacts, scene: Scene): AccountObject => {
  const { id, account, settings } = facts
  return {
    object: 'account',
    id,
    team: account.id,
    livemode: scene.livemode,
    location: '/account',
    country: account.country,
    currency: account.currency,
    email: account.email,
    created_at: iso(account.createdAt),
    supported_currencies: [...currencyCodes],
    api_version: settings.apiVersion,
    last_updated_api_version: settings.apiVersion,
    auto_activate_recipients: settings.autoActivateRecipients,
    chain_enabled: settings.chainEnabled,
    chaining_allowed: false,
    chain_return_uri: settings.chainReturnUri,
    webhook_uri: settings.webhookUri,
    webhook_endpoints: settings.webhookEndpoints,
    zero_interest_installments: settings.zeroInterestInstallments,
    metadata_export_keys: settings.metadataExportKeys,
    transfer_config: renderTransferConfig(facts),
  }
}

/** The answer to GET / without a key: the service and its versions. */
export const systemSchema = once(() =>
  z.strictObject({
    object: field.always('system_info'),
    location: field.always('/'),
    versions: z.array(z.string()).check(z.describe('Versions of the API, oldest first')),
  }),
)
