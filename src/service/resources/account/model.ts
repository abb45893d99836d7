import { collection, type Row } from '../../../kernel/collection'
import type { Currency } from '../../../kernel/money'
import { currentVersion, type Version } from '../../versions/history'

export const countries = ['TH', 'JP', 'SG', 'MY'] as const
export type Country = (typeof countries)[number]

export interface AccountRow extends Row {
  readonly email: string
  readonly country: Country
  readonly currency: Currency
  /** Whether its keys answer 403 (spec 5). */
  readonly locked: boolean
  /** Whether its card charges wait for their cardholder (assumption `three-d-secure`). */
  readonly require3ds: boolean
}

export const accounts = collection<AccountRow>({ name: 'accounts', by: {} })

export type KeyKind = 'public' | 'secret'
export type KeyState = 'active' | 'revoked' | 'expired' | 'read_only'

/** A key, which is the id of its row, and the account and mode that it opens. */
export interface KeyRow extends Row {
  readonly account: string
  readonly kind: KeyKind
  readonly livemode: boolean
  readonly state: KeyState
}

export const keys = collection<KeyRow, 'account'>({ name: 'keys', by: { account: (key) => key.account } })

/** `alice` of each key of the account that `accounts: auto` makes for `skey_test_alice`. */
export const nameInKey = (key: string): string => key.replace(/^[ps]key_(?:test_)?/, '')

/**
 * The keys of the account that `accounts: auto` makes for a test key with a name; `null` for other keys. A name that
 * begins with `test_` would make a live key look like a test key.
 */
export const autoKeysOf = (key: string) => {
  const [, name] = /^[sp]key_test_(?!test_)([A-Za-z0-9_]{1,64})$/.exec(key) ?? []
  if (name === undefined) return null
  const pair = (mode: string) => ({ public: `pkey_${mode}${name}`, secret: `skey_${mode}${name}` })
  return { test: pair('test_'), live: pair('') }
}

/** The default settlement currency of an account of this country. */
export const homeCurrency: { readonly [C in Country]: Currency } = {
  TH: 'thb',
  JP: 'jpy',
  SG: 'sgd',
  MY: 'myr',
}

/** Kinds of records whose metadata can be part of an export. */
const exportKinds = ['charge', 'transfer', 'refund', 'dispute'] as const
export type MetadataExportKeys = { readonly [K in (typeof exportKinds)[number]]: readonly string[] }

/** The settings that PATCH /account changes. Each mode has its own (assumption `account-settings`). */
export interface Settings {
  /** The version of requests without a version header, and of the `data` of events. */
  readonly apiVersion: Version
  readonly autoActivateRecipients: boolean
  readonly chainEnabled: boolean
  readonly chainReturnUri: string | null
  readonly webhookUri: string | null
  readonly webhookEndpoints: readonly string[]
  readonly zeroInterestInstallments: boolean
  readonly metadataExportKeys: MetadataExportKeys
}

/** At most one row in a world, created by the first change. Until then the defaults apply. */
export interface SettingsRow extends Row, Settings {}

export const accountSettings = collection<SettingsRow>({ name: 'settings', by: {} })

export const defaultSettings: Settings = {
  apiVersion: currentVersion,
  autoActivateRecipients: false,
  chainEnabled: false,
  chainReturnUri: null,
  webhookUri: null,
  webhookEndpoints: [],
  zeroInterestInstallments: false,
  metadataExportKeys: { charge: [], transfer: [], refund: [], dispute: [] },
}
