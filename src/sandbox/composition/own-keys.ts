import { SandboxError } from '../../kernel/sandbox-error'
import { defaultAccount } from '../../service/accounts'
import type { KeyRow } from '../../service/resources/account/model'
import type { StateContent } from '../snapshots/snapshot'
import { keysIn, type OwnOptions } from './opening'

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
