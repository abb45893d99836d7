import * as z from 'zod/mini'
import { flag, text, textOrNull } from '../../kernel/answers'
import { once } from '../../kernel/json'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { about, optional } from '../../kernel/wire'
import type { Accounts } from '../../service/accounts'
import { oldestSecret } from '../../service/resources/webhook-secret/operations'
import type { Core } from '../core'

const keyStates = ['active', 'revoked', 'expired', 'read_only'] as const
const isLocked = 'Whether its keys answer 403 `locked_account_error`'
const asks3ds = 'Whether its card charges wait at their `authorize_uri`'

export const changesSchema = once(() =>
  z.strictObject({
    locked: optional(`${isLocked}. Default: unchanged`, z.boolean('must be true or false')),
    keys: optional(
      'New states of keys, by key: `revoked` answers 401, `expired` 403, and `read_only` 403 to what would change something. Default: unchanged',
      z.record(z.string(), z.enum(keyStates, `must be one of ${keyStates.join(', ')}`)),
    ),
    require3ds: optional(`${asks3ds}. Default: unchanged`, z.boolean('must be true or false')),
  }),
)

/** The properties of an account that can be changed from outside the API. */
export type AccountChanges = z.output<ReturnType<typeof changesSchema>>

const pair = () =>
  z.strictObject({
    public: text('Public key, `pkey_…`'),
    secret: text('Secret key, `skey_…`'),
  })

export const aboutSchema = once(() =>
  z.strictObject({
    email: text('Email address of the merchant'),
    country: text('`TH`, `JP`, `SG` or `MY`'),
    currency: text('Currency in which it settles, in lower case'),
    locked: flag(isLocked),
    require3ds: flag(asks3ds),
    keys: about(
      'Its keys, by mode',
      z.strictObject({
        test: about('Keys of test mode', pair()),
        live: about('Keys of live mode', pair()),
      }),
    ),
    keyStates: about('State of each of its keys, by key', z.record(z.string(), z.enum(keyStates))),
    webhookSecret: textOrNull(
      'The oldest secret in use that signs webhooks of test mode; null when none is left',
    ),
  }),
)

/** The properties of an account, without its records. */
export type AboutAccount = Readonly<z.output<ReturnType<typeof aboutSchema>>>

/** Creates no world: a server may show 100,000 accounts that have no records. */
export const aboutOf = (id: string, accounts: Accounts): AboutAccount => {
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

export const changeAccount = (
  id: string,
  changes: AccountChanges,
  { accounts, lifetime, undo }: Core,
): void => {
  checkObject(changes, 'changes', true)
  const { locked, require3ds, keys = {} } = changes
  const own = new Set(accounts.statesOf(id).map(({ key }) => key))
  const unknown = Object.keys(keys).find((key) => !own.has(key))
  if (unknown !== undefined) throw new SandboxError('not_found', `account ${id} has no key ${unknown}`)
  lifetime.check()
  undo.run(() => {
    if (locked !== undefined) accounts.change(id, { locked })
    if (require3ds !== undefined) accounts.change(id, { require3ds })
    for (const [key, state] of Object.entries(keys)) accounts.setKeyState(key, state)
  })
}
