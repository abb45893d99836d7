import { type CheckedOptions, chosenProfile } from '../../options/config'
import { defaults } from '../../options/defaults'
import { type Accounts, defaultAccount, type KeyPair } from '../../service/accounts'
import type { HttpSettings } from '../../service/http/env'
import { Journal } from '../../service/http/journal'
import { profileFormOf } from '../../service/http/profile-form'
import { homeCurrency } from '../../service/resources/account/model'
import { chooseFirstSecret } from '../../service/resources/webhook-secret/operations'
import { addFaults } from '../faults'

/** The options of a sandbox, and what only a host of sandboxes chooses. */
export interface OwnOptions extends CheckedOptions {
  /** The live keys of the default account. Default: those that everyone knows. */
  readonly liveKeys?: KeyPair
  /** Whether webhooks go to public addresses only. */
  readonly publicWebhooks?: boolean
}

/** The addresses of the API and the vault. */
export interface ServerUrls {
  baseUrl: string
  vaultUrl: string
}

/** @returns settings whose URLs change once the sandbox listens */
export const settingsOf = (options: CheckedOptions): HttpSettings & ServerUrls => {
  const { headerPrefix = options.overrides?.headerPrefix ?? defaults.headerPrefix } = options
  const profile = chosenProfile(options)
  return {
    ...options,
    baseUrl: options.baseUrl ?? defaults.baseUrl,
    vaultUrl: options.vaultUrl ?? defaults.vaultUrl,
    headerPrefix,
    versionHeader: `${headerPrefix.toLowerCase()}-version`,
    profile,
    profileForm: profileFormOf(profile),
    rateLimit: options.rateLimit ?? null,
    audit: options.audit ?? false,
  }
}

/** The keys of the default account. */
export const keysIn = (options: OwnOptions): { readonly test: KeyPair; readonly live: KeyPair } => ({
  test: {
    public: options.publicKey ?? defaults.publicKey,
    secret: options.secretKey ?? defaults.secretKey,
  },
  live: options.liveKeys ?? { public: defaults.livePublicKey, secret: defaults.liveSecretKey },
})

/** Creates the accounts of a new sandbox, the default one and those of its options, and their faults. */
export const openAccounts = (accounts: Accounts, now: number, options: OwnOptions): void => {
  const country = options.country ?? 'TH'
  accounts.open(
    {
      id: defaultAccount,
      createdAt: now,
      email: 'merchant@example.com',
      country,
      currency: options.currency ?? homeCurrency[country],
      locked: false,
      require3ds: options.require3ds ?? false,
    },
    keysIn(options),
  )
  if (typeof options.accounts !== 'string')
    for (const account of options.accounts ?? []) accounts.create(account)
  // Reading the world of an account creates it.
  if (options.webhookSecret !== undefined)
    chooseFirstSecret(accounts.world(defaultAccount, false), options.webhookSecret)
  if (options.faults !== undefined) addFaults(accounts.world(defaultAccount, false), options.faults)
}

export const journalOf = ({ journal = defaults.journal }: CheckedOptions): Journal | null =>
  journal === 0 ? null : new Journal(journal)
