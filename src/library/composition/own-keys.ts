import { defaultAccount } from '../../accounts'
import { SandboxError } from '../../kernel/sandbox-error'
import type { KeyRow } from '../../resources/account/model'
import type { Snapshot } from '../snapshots/snapshot'
import { keysIn, type OwnOptions } from './opening'

/**
 * A state brings the keys of the sandbox that it was taken from. Where a host of sandboxes gives the keys, callers find
 * the default account by those alone, so they replace the keys of the state and keep only its key states.
 *
 * @throws SandboxError `invalid_snapshot` when another account of the state has one of them
 */
export const withOwnKeys = (snapshot: Snapshot, options: OwnOptions): Snapshot => {
  if (options.liveKeys === undefined) return snapshot
  const { test, live } = keysIn(options)
  // Proved before: each account has a key of each kind in each mode.
  const rows = (snapshot.accounts.keys ?? []) as readonly KeyRow[]
  const keys = rows.map((row) => {
    const id = (row.livemode ? live : test)[row.kind]
    if (row.account !== defaultAccount) {
      if ([test, live].some((pair) => Object.values(pair).includes(row.id))) throw taken(row.id)
      return row
    }
    return row.id === id ? row : Object.freeze({ ...row, id })
  })
  return { ...snapshot, accounts: { ...snapshot.accounts, keys } }
}

const taken = (key: string): SandboxError =>
  new SandboxError(
    'invalid_snapshot',
    `an account besides ${defaultAccount} has the key ${key}: this account has it here, so load the state under another name`,
  )
