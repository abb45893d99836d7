import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { currencyCodes, inUnits } from '../../kernel/money'
import { isoTime } from '../../kernel/wire'
import type { Scene } from '../shape'
import type { AccountRow, Settings } from './model'

const exportKeys = () => z.array(z.string()).readonly()

/** The merchant's account in one mode (spec 2.11). Amounts of `transfer_config` are in units, as text. */
export const accountSchema = once(() =>
  z.strictObject({
    object: z.literal('account'),
    id: z.string(),
    team: z.string(),
    livemode: z.boolean(),
    location: z.literal('/account'),
    country: z.string(),
    currency: z.string(),
    email: z.string(),
    created_at: isoTime(),
    supported_currencies: z.array(z.string()),
    api_version: z.string(),
    last_updated_api_version: z.string(),
    auto_activate_recipients: z.boolean(),
    chain_enabled: z.boolean(),
    chaining_allowed: z.boolean(),
    chain_return_uri: z.string().nullable(),
    webhook_uri: z.string().nullable(),
    webhook_endpoints: z.array(z.string()).readonly(),
    zero_interest_installments: z.boolean(),
    metadata_export_keys: z.strictObject({
      charge: exportKeys(),
      transfer: exportKeys(),
      refund: exportKeys(),
      dispute: exportKeys(),
    }),
    transfer_config: z.strictObject({
      min_transfer_amount: z.string(),
      max_transfer_amount: z.string(),
      same_bank_max_transfer_amount: z.string(),
      is_payout_enabled: z.boolean(),
      fee: z.string(),
      provider: z.null(),
      merchant_id: z.null(),
      transfer_service_availability: z.null(),
      max_active_realtime_transfer_schedules: z.null(),
    }),
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
    object: z.literal('system_info'),
    location: z.literal('/'),
    versions: z.array(z.string()),
  }),
)
