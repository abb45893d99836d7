import type { KeyPair, NewAccount } from '../accounts'
import type { ListenOptions } from '../config'
import type { Faults } from '../faults/library'
import type { RequestEntry } from '../http/exchange'
import type { LongOptions } from '../kernel/steps'
import type { Account, Mode } from './account/account'
import type { Simulate } from './actions/simulate'
import type { Catalogue } from './coverage/catalogue'
import type { Coverage } from './coverage/coverage'
import type { Requests } from './feed/requests'
import type { Seeding } from './fixtures/seed'
import type { Records } from './records/records'
import type { Snapshot } from './snapshots/snapshot'
import type { Webhooks } from './webhooks/webhooks'

/** What users of the library hold in their hands: the promises, without the machinery that keeps them. */

/** The virtual clock. Everything with a time in the service hangs on it; it never goes back. */
export interface Clock {
  now(): Date
  /** It only moves when told. */
  readonly frozen: boolean
  /**
   * Moves the clock on; everything that falls due on the way happens, in order and at its own time: webhooks are
   * delivered before it goes further.
   * Other requests are answered on the way: the clock that they see is at the moment that was reached. Of two moves the
   * second waits for the first.
   * @param duration `90m`, `15d`, `1d12h` (units ms s m h d w), or milliseconds
   * @throws SandboxError `invalid_duration`; `endless_events` when receivers keep making events at one moment; `stopped`
   * when its signal was aborted: the clock stands at the moment that was reached, and what happened until then has
   */
  advance(duration: string | number, options?: MoveOptions): Promise<Date>
  /**
   * Moves the clock to a time that is not before now.
   * @param time ISO 8601 text, epoch milliseconds or a Date
   * @throws SandboxError `invalid_time`, `clock_backwards`; `endless_events` and `stopped` as above
   */
  set(time: string | number | Date, options?: MoveOptions): Promise<Date>
  /** Stops the clock: from now on it only moves when told. */
  freeze(): void
  /** Lets the clock run again from where it stands. */
  resume(): void
}

/** How to follow a long move, and to stop it between two of the things that happen on the way. */
export type MoveOptions = LongOptions<MoveProgress>

export interface MoveProgress {
  /** Where it began. */
  readonly from: Date
  /** The moment that was reached. */
  readonly now: Date
  /** Where it is going. */
  readonly to: Date
  /** How many things have happened on the way. */
  readonly done: number
  /** How many more are planned until then, as far as is known: what happens may plan more. */
  readonly due: number
}

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
