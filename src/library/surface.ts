import type { KeyPair, NewAccount } from '../accounts'
import type { ListenOptions } from '../config'
import type { Faults } from '../faults/library'
import type { RequestEntry } from '../http/env'
import type { Account, Mode } from './account/account'
import type { Simulate } from './actions/simulate'
import type { Clock } from './clock/clock'
import type { Catalogue } from './coverage/catalogue'
import type { Coverage } from './coverage/coverage'
import type { Requests } from './feed/requests'
import type { Seeding } from './fixtures/seed'
import type { Records } from './records/records'
import type { Snapshot } from './snapshots/snapshot'
import type { Webhooks } from './webhooks/webhooks'

/** What users of the library hold in their hands: the promises, without the machinery that keeps them. */

/** Two real servers, API and vault, in front of one sandbox. */
export interface Listening {
  /** `http://127.0.0.1:4111` */
  readonly url: string
  readonly vaultUrl: string
  /** With `?token=` where the control plane asks for one. */
  readonly dashboardUrl: string
  /**
   * What the control plane asks for as `Authorization: Bearer`: `controlToken` of `listen`, or one that is made where
   * others than this machine can reach it. `null` where it asks for nothing.
   */
  readonly controlToken: string | null
  /** Stops listening; resolves once the requests in flight were answered. */
  close(): Promise<void>
}

/**
 * A whole payment service in memory. `charges`, `refunds`, `customers` and so on read the records of the default
 * account in test mode; those of live mode stand under `live`.
 */
export interface Sandbox extends Records, Seeding<Account> {
  /** Where to call the API: the default origin, or the server's address once it listens. */
  readonly url: string
  /** Where to make tokens. */
  readonly vaultUrl: string
  /** The default account's test keys. */
  readonly keys: KeyPair
  /** Ready values for the Authorization header, of the default account in test mode. */
  readonly authorization: KeyPair
  /** What the outside world does to the default account in test mode: payers pay, banks decide. */
  readonly simulate: Simulate
  /** The default account in live mode: `live.keys`, `live.charges`, … */
  readonly live: Mode
  /** Every account, the default one first. */
  readonly accounts: readonly Account[]
  /** The account with this id; `undefined` when there is none. */
  account(id: string): Account | undefined
  readonly clock: Clock
  /** Deliveries of the default account's events in test mode; those of live mode are under `live.webhooks`. */
  readonly webhooks: Webhooks
  /** The journal: what was asked of the service lately, and what came of it. */
  readonly requests: Requests
  /** What shall go wrong, scripted beforehand: for the default account in test mode. */
  readonly faults: Faults
  /** Makes happen what emits an event of this key, with whatever that needs; for the default account in test mode. */
  readonly trigger: Mode['trigger']
  /**
   * Answers a request to either server, without a socket. The request's origin says which: that of `vaultUrl` is
   * the vault, anything else the API. Can be passed around as a plain function, in place of the global `fetch`.
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>
  /**
   * Starts the API server and the vault server on real ports. Links in answers then start with their addresses.
   * @throws SandboxError `port_taken`, `cannot_listen`, `invalid_option`
   */
  listen(options?: ListenOptions): Promise<Listening>
  /** Test cards, magic values, event keys, errors, operations, transitions, faults and assumptions, as data. */
  readonly catalogue: Catalogue
  /**
   * Which operations, errors, events, transitions and test cards were exercised since the sandbox was made, and
   * which were not. It counts across resets and restores, and leaves out what its fixtures did.
   */
  coverage(): Coverage
  /** The same for a terminal, or as a page that needs nothing else. */
  coverage(format: 'text' | 'html'): string
  /** Starts counting again from nothing. */
  clearCoverage(): void
  /** Calls `log` for every request that was answered; `null` stops it. */
  onRequest(log: ((entry: RequestEntry) => void) | null): void
  /** A further account with keys of its own. It shares nothing with the others but the clock. */
  createAccount(input?: NewAccount): Account
  /** The state as a value: immutable, plain JSON, made in the time that it takes to copy pointers. */
  snapshot(): Snapshot
  /**
   * Puts everything back as it was: records, keys, pending jobs and the clock.
   * @throws SandboxError `invalid_snapshot`; nothing changes then
   */
  restore(snapshot: Snapshot): void
  /** Back to the state in which it was made, its fixtures and the clock included. */
  reset(): void
  /**
   * Starts over with the fixtures it was made with, their files read again: what they say now is what `reset` goes
   * back to from then on.
   * @throws FixtureError; nothing changes then
   */
  reload(): void
  /** For JSON.stringify: the snapshot. */
  toJSON(): Snapshot
  /**
   * Stops the servers and deliveries; requests in flight are answered first. Whatever waits in the sandbox rejects with
   * a SandboxError, code `closed`, as does whatever would change it from then on. What was written can still be read.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
