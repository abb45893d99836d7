import { SandboxError } from '../../kernel/sandbox-error'
import type { Accounts, KeyPair } from '../../service/accounts'
import type { KeyState } from '../../service/resources/account/model'
import { oldestSecret } from '../../service/resources/webhook-secret/operations'
import type { Core } from '../core'

/** The properties of an account that can be changed from outside the API. */
export interface AccountChanges {
  /** Whether its keys answer 403 `locked_account_error`. */
  readonly locked?: boolean
  /**
   * The state of each key: `revoked` answers 401, `expired` answers 403 `key_expired_error`, and `read_only` answers 403
   * `not_authorized` to every request that would change something.
   */
  readonly keys?: { readonly [key: string]: KeyState }
  /** Whether card charges wait at their `authorize_uri`. */
  readonly require3ds?: boolean
}

/** The properties of an account, without its records. */
export interface AboutAccount {
  readonly email: string
  /** `TH`, `JP`, `SG` or `MY`. */
  readonly country: string
  readonly currency: string
  readonly locked: boolean
  readonly require3ds: boolean
  readonly keys: { readonly test: KeyPair; readonly live: KeyPair }
  /** By key, of both modes. */
  readonly keyStates: { readonly [key: string]: KeyState }
  /** The oldest secret in use that signs webhooks of test mode; `null` when each one was deleted. */
  readonly webhookSecret: string | null
}

/** Creates no world: a server may show 100,000 accounts that have no records. */
export const about = (id: string, accounts: Accounts): AboutAccount => {
  const { email, country, currency, locked, require3ds } = accounts.get(id)
  const states = accounts.statesOf(id).map(({ key, state }) => [key, state] as const)
  const testWorld = `${id}/test`
  return {
    email,
    country,
    currency,
    locked,
    require3ds,
    keys: { test: accounts.keysOf(id, false), live: accounts.keysOf(id, true) },
    keyStates: Object.fromEntries(states),
    webhookSecret: oldestSecret(accounts.usedWorld(testWorld), testWorld),
  }
}

export const change = (
  id: string,
  { locked, require3ds, keys = {} }: AccountChanges,
  { accounts, lifetime, undo }: Core,
): void => {
  const own = new Set(accounts.statesOf(id).map(({ key }) => key))
  const stranger = Object.keys(keys).find((key) => !own.has(key))
  if (stranger !== undefined) throw new SandboxError('not_found', `account ${id} has no key ${stranger}`)
  lifetime.check()
  undo.run(() => {
    if (locked !== undefined) accounts.change(id, { locked })
    if (require3ds !== undefined) accounts.change(id, { require3ds })
    for (const [key, state] of Object.entries(keys)) accounts.setKeyState(key, state)
  })
}
