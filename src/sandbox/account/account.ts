import type { KeyPair } from '../../service/accounts'
import type { EventFor, EventPattern } from '../../service/resources/event/record'
import type { Token } from '../../service/resources/token/record'
import type { BalanceObject } from '../../service/resources/transaction/record'
import type { Simulate } from '../actions/simulate'
import type { TokenInput } from '../actions/token'
import type { TriggerParameters } from '../actions/trigger'
import type { Faults } from '../faults'
import type { Seeding } from '../fixtures/seed'
import type { Records } from '../records/records'
import type { Requests } from '../records/requests'
import type { AccountSnapshot } from '../snapshots/account-snapshot'
import type { Webhooks } from '../webhooks/webhooks'
import type { AboutAccount, AccountChanges } from './about'

/** One account in one mode: its keys, its records, and the actions of the outside world. */
export interface Mode extends Records, Seeding<Account> {
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  readonly simulate: Simulate
  readonly webhooks: Webhooks
  readonly faults: Faults
  /** Its part of the journal. */
  readonly requests: Requests
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

/**
 * An account of the sandbox, isolated from all others. After a restore or reset has removed it, everything except its
 * `id` throws a SandboxError, code `not_found`.
 */
export interface Account extends Seeding<Account> {
  readonly id: string
  readonly test: Mode
  readonly live: Mode
  /** The keys of test mode. */
  readonly keys: KeyPair
  /** Ready Authorization headers of test mode. */
  readonly authorization: KeyPair
  /** Actions of the outside world in test mode. */
  readonly simulate: Simulate
  /** The webhooks of test mode. */
  readonly webhooks: Webhooks
  /** The faults of test mode. */
  readonly faults: Faults
  /** The part of the journal of test mode. */
  readonly requests: Requests
  /** The balance of test mode now, as `GET /balance` shows it: in subunits of the account's currency. */
  readonly balance: Mode['balance']
  /** Causes this event in test mode. */
  readonly trigger: Mode['trigger']
  /** Creates a token in test mode: of a Visa card that pays, or of the given card. */
  readonly token: Mode['token']
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
