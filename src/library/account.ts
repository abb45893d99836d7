import type { Accounts, KeyPair, KeyState } from '../accounts'
import { SandboxError } from '../kernel/sandbox-error'
import type { Scene } from '../resources/shape'
import type { Mailing } from './mailing'
import { authorizationOf, type Records, recordsOf } from './records'
import { type Simulate, simulateOn } from './simulate'
import type { Surroundings } from './waiting'
import type { Webhooks } from './webhooks'

/** One account in one mode: its keys, its records and what the outside world does to them. */
export interface Mode extends Records {
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  readonly simulate: Simulate
  readonly webhooks: Webhooks
}

/** What can be changed about an account from outside the API. */
export interface AccountChanges {
  /** A locked account's keys answer 403 `locked_account_error`. */
  readonly locked?: boolean
  /** By key: `revoked` answers 401, `expired` answers 403 `key_expired_error`. */
  readonly keys?: { readonly [key: string]: KeyState }
}

/** An account of the sandbox, isolated from all others. */
export interface Account {
  readonly id: string
  readonly test: Mode
  readonly live: Mode
  /** The keys of test mode. */
  readonly keys: KeyPair
  /** Ready Authorization headers of test mode. */
  readonly authorization: KeyPair
  /** What the outside world does in test mode. */
  readonly simulate: Simulate
  /** The webhooks of test mode. */
  readonly webhooks: Webhooks
  /** @throws SandboxError `not_found` for a key of another account, or when a restore took the account away */
  update(changes: AccountChanges): void
}

export interface AccountPorts {
  readonly accounts: Accounts
  readonly commit: (work: () => void) => void
  readonly scene: (livemode: boolean) => Scene
  /** Runs what fell due and then `work`, at one moment, whole or not at all. */
  readonly happen: <T>(work: () => T) => T
  readonly surroundings: Surroundings
  readonly webhooksOf: Mailing['webhooksOf']
}

export const accountOf = (id: string, ports: AccountPorts): Account => {
  const { accounts, commit, scene, happen, surroundings } = ports
  const worlds = [accounts.world(id, false), accounts.world(id, true)]
  const mode = (livemode: boolean): Mode => {
    const keys = accounts.keysOf(id, livemode)
    const world = accounts.world(id, livemode)
    return {
      keys,
      authorization: authorizationOf(keys),
      simulate: simulateOn({ world, scene: () => scene(livemode), happen }),
      webhooks: ports.webhooksOf(world, worlds),
      ...recordsOf(world, () => scene(livemode), surroundings),
    }
  }
  const test = mode(false)
  const live = mode(true)
  const own = new Set([...Object.values(test.keys), ...Object.values(live.keys)])
  return {
    id,
    test,
    live,
    keys: test.keys,
    authorization: test.authorization,
    simulate: test.simulate,
    webhooks: test.webhooks,
    update: (changes) => {
      if (!accounts.ids.includes(id))
        throw new SandboxError('not_found', `there is no account ${id} any more`)
      const keys = Object.entries(changes.keys ?? {})
      const stranger = keys.find(([key]) => !own.has(key))
      if (stranger !== undefined)
        throw new SandboxError('not_found', `account ${id} has no key ${stranger[0]}`)
      commit(() => {
        if (changes.locked !== undefined) accounts.lock(id, changes.locked)
        for (const [key, state] of keys) accounts.setKeyState(key, state)
      })
    },
  }
}
