import * as z from 'zod/mini'
import { flag, text, textOrNull } from '../../kernel/answers'
import { once } from '../../kernel/json'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { about, optional } from '../../kernel/wire'
import type { Accounts, KeyPair } from '../../service/accounts'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Token } from '../../service/resources/token/record'
import type { BalanceObject } from '../../service/resources/transaction/record'
import { oldestSecret } from '../../service/resources/webhook-secret/operations'
import type { Simulate } from '../actions/simulate'
import type { TokenInput } from '../actions/token'
import type { TriggerParameters } from '../actions/trigger'
import type { Core } from '../core'
import type { Faults } from '../faults'
import type { Seeding } from '../fixtures/seed'
import type { Records } from '../records/records'
import type { Requests } from '../records/requests'
import type { AccountSnapshot } from '../snapshots/account-snapshot'
import type { Webhooks } from '../webhooks/webhooks'

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

/** What each mode has. An account has it of its test mode, and a sandbox of the test mode of its default account. */
export interface ModeParts {
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  /** Actions of the outside world: payers pay, banks decide. */
  readonly simulate: Simulate
  /** Deliveries of its events. */
  readonly webhooks: Webhooks
  /** Faults: failures that a test plans. */
  readonly faults: Faults
  /** The balance now, as `GET /balance` shows it: in subunits of the account's currency. */
  balance(): BalanceObject
  /**
   * Causes this event, with the records that it needs. The account may be empty.
   * @param parameters of the operation, instead of its defaults: `{ amount: 50_000, card: { number: '…' } }`
   * @throws SandboxError `not_found` for an unknown key, `refused` for parameters that the service refuses
   */
  trigger<K extends EventPattern>(key: K, parameters?: TriggerParameters): Promise<EventFor<K>>
  /**
   * Creates a token, as the vault does: of a Visa card that pays, or of the given card.
   * @param card a number, a brand (`'jcb'`), the failure code of a test card (`'insufficient_fund'`), or card data
   * @throws SandboxError `refused` for card data that the vault refuses
   */
  token(card?: TokenInput): Token
}

/** One account in one mode: its keys, its records, and the actions of the outside world. */
export interface Mode extends Records, Seeding<Account>, ModeParts {
  /** Its part of the journal. */
  readonly requests: Requests
}

/**
 * An account of the sandbox, isolated from all others. After a restore or reset has removed it, every call of it throws
 * a SandboxError, code `not_found`.
 */
export interface Account extends Seeding<Account>, ModeParts {
  readonly id: string
  readonly test: Mode
  readonly live: Mode
  /** The part of the journal of test mode. */
  readonly requests: Requests
  about(): AboutAccount
  /** @throws SandboxError `not_found` for a key of another account */
  update(changes: AccountChanges): void
  /** The state of this account as a value: records, settings, keys and planned jobs. The clock is shared and not part of it. */
  snapshot(): AccountSnapshot
  /**
   * Restores this account only. Jobs that are due run right after.
   * @throws SandboxError `invalid_snapshot` for a snapshot of another account; then nothing has changed
   */
  restore(snapshot: AccountSnapshot): void
  /** Restores the initial state of this account only. The other accounts and the clock stay as they are. */
  reset(): void
}

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

export const change = (id: string, changes: AccountChanges, { accounts, lifetime, undo }: Core): void => {
  checkObject(changes, 'changes', true)
  const { locked, require3ds, keys = {} } = changes
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
