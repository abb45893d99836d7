import type { GivenFixture } from '../fixtures/load'
import { parseTime } from '../kernel/calendar'
import type { WebhookReach } from '../kernel/hosts'
import { isObject } from '../kernel/json'
import { wellKnownKeys } from '../kernel/masked'
import { SandboxError } from '../kernel/sandbox-error'
import { type CheckedOptions, chosenProfile, chosenProfileName, defaults } from '../options/config'
import { type Accounts, defaultAccount, type KeyPair } from '../service/accounts'
import type { HttpSettings } from '../service/http/backend'
import { profileFormOf } from '../service/http/profile-form'
import type { KeyRow } from '../service/resources/account/model'
import { chooseFirstSecret } from '../service/resources/webhook-secret/operations'
import { addFaults } from './faults'
import type { StateContent } from './snapshots/snapshot'
import type { SnapshotShelf } from './snapshots/snapshot-shelf'

/** Options of a host that runs a sandbox for each of many accounts. */
export interface HostOptions {
  /** The live keys of the default account. Default: those that everyone knows. */
  readonly liveKeys?: KeyPair
  /** Where webhooks may go. Default: everywhere. */
  readonly webhookReach?: WebhookReach
  /** Keeps the snapshots that are taken over HTTP. Default: in memory. */
  readonly snapshots?: SnapshotShelf
}

/** All options of a sandbox. */
export interface OwnOptions extends CheckedOptions, HostOptions {}

/** The addresses of the API and the vault. */
export interface ServerUrls {
  baseUrl: string
  vaultUrl: string
}

/** @returns settings whose URLs change once the sandbox listens */
export const settingsOf = (options: CheckedOptions): HttpSettings & ServerUrls => {
  const profile = chosenProfile(options)
  const { headerPrefix } = profile
  return {
    ...options,
    baseUrl: options.baseUrl ?? defaults.baseUrl,
    vaultUrl: options.vaultUrl ?? defaults.vaultUrl,
    givenUrls: { baseUrl: options.baseUrl, vaultUrl: options.vaultUrl },
    headerPrefix,
    versionHeader: `${headerPrefix.toLowerCase()}-version`,
    profileName: chosenProfileName(options),
    profile,
    profileForm: profileFormOf(profile),
    rateLimit: options.rateLimit ?? null,
    audit: options.audit ?? false,
  }
}

/** Whether the clock follows the `Date` of the process, which a test may fake. A given time wins. */
export const followsDate = ({ time, now }: CheckedOptions): boolean => time === 'test' && now === undefined

/** The keys of the default account. */
const keysIn = (options: OwnOptions): { readonly test: KeyPair; readonly live: KeyPair } => ({
  test: {
    public: options.publicKey ?? defaults.publicKey,
    secret: options.secretKey ?? defaults.secretKey,
  },
  live: options.liveKeys ?? { public: wellKnownKeys.livePublicKey, secret: wellKnownKeys.liveSecretKey },
})

/** Creates the accounts of a new sandbox, the default one and those of its options, and their faults. */
export const openAccounts = (accounts: Accounts, options: OwnOptions): void => {
  const { country, currency } = options
  accounts.create({ country, currency, keys: keysIn(options) }, defaultAccount)
  if (typeof options.accounts !== 'string')
    for (const account of options.accounts ?? []) accounts.create(account)
  // Reading the world of an account creates it.
  if (options.webhookSecret !== undefined)
    chooseFirstSecret(accounts.world(defaultAccount, false), options.webhookSecret)
  if (options.faults !== undefined) addFaults(accounts.world(defaultAccount, false), options.faults)
}

/**
 * A state brings the keys of the sandbox that it was taken from. Where a host of sandboxes gives the keys, callers find
 * the default account by those alone, so they replace the keys of the state and keep only its key states.
 *
 * @throws SandboxError `invalid_snapshot` when another account of the state has one of them
 */
export const withOwnKeys = (state: StateContent, options: OwnOptions): StateContent => {
  if (options.liveKeys === undefined) return state
  const { test, live } = keysIn(options)
  const rows = (state.accounts.keys ?? []) as readonly KeyRow[]
  const keys = rows.map((row) => {
    const id = (row.livemode ? live : test)[row.kind]
    if (row.account !== defaultAccount) {
      if ([test, live].some((pair) => Object.values(pair).includes(row.id))) throw taken(row.id)
      return row
    }
    return row.id === id ? row : Object.freeze({ ...row, id })
  })
  const { clock, ids, jobs, accounts, worlds } = state
  return { clock, ids, jobs, worlds, accounts: { ...accounts, keys } }
}

const taken = (key: string): SandboxError =>
  new SandboxError(
    'invalid_snapshot',
    `an account besides ${defaultAccount} has the key ${key}: this account has it here, so load the state under another name`,
  )

/** The start of the clock: the given time, or the latest now of the fixtures if it is later. `null`: the real time. */
const startOf = (given: number | null, fixtures: readonly GivenFixture[]): number | null => {
  const nows = fixtures.map(({ value }) =>
    isObject(value) && typeof value.now === 'string' ? parseTime(value.now) : null,
  )
  const times = [given, ...nows].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(...times)
}

/** How a sandbox begins, and begins again at each reset. */
export interface Start {
  readonly fixtures: readonly GivenFixture[]
  /** Epoch milliseconds; `null`: the real time. */
  readonly clockAt: number | null
}

/**
 * Reads the fixtures of the options.
 * @param open a fixture by its name, by its path, or as an object
 * @throws FixtureError
 */
export const readStart = (
  options: CheckedOptions,
  open: (fixture: string | object) => GivenFixture,
): Start => {
  const fixtures = options.fixtures?.map((fixture) => open(fixture)) ?? []
  return { fixtures, clockAt: startOf(options.now ?? null, fixtures) }
}
