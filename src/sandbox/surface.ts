import type { Using } from '../kernel/lifetime'
import type { ListenOptions } from '../options/config'
import type { ProfileName } from '../options/profiles'
import type { NewAccount } from '../service/accounts'
import type { RequestEntry } from '../service/http/backend'
import type { Account, Mode, ModeParts } from './account/account'
import type { Clock } from './clock/clock'
import type { Catalogue } from './coverage/catalogue'
import type { Coverage } from './coverage/schema'
import type { Seeding } from './fixtures/seed'
import type { Records } from './records/records'
import type { Requests } from './records/requests'
import type { Snapshot } from './snapshots/snapshot'

/** The public interface of the library. */

/** Two real servers, API and vault, in front of one sandbox. */
export interface Listening {
  /** `http://127.0.0.1:4111` */
  readonly url: string
  readonly vaultUrl: string
  /** With `?token=` where the control plane asks for one. */
  readonly dashboardUrl: string
  /**
   * The token that the control plane expects as `Authorization: Bearer`: `controlToken` of `listen`, or a random one when
   * the server is reachable from other machines. `null` when it expects none.
   */
  readonly controlToken: string | null
  /** Lets the process end while the servers listen, for example when a test runner is done. */
  unref(): void
  /** Stops listening; resolves when the requests in flight are answered. */
  close(): Promise<void>
}

/**
 * A whole payment service in memory. `charges`, `refunds`, `customers` and so on read the records of the default
 * account in test mode, and `keys`, `simulate`, `webhooks` and so on are of it; those of live mode are under `live`.
 */
export interface Sandbox
  extends Records,
    Seeding<Account>,
    ModeParts,
    Using<'asyncDispose', () => Promise<void>> {
  /** The base URL of the API: the default origin, or the address of the server once it listens. */
  readonly url: string
  /** The base URL of the vault, which creates tokens. */
  readonly vaultUrl: string
  /** The default account in live mode: `live.keys`, `live.charges`, … */
  readonly live: Mode
  /** Every account, the default one first. */
  readonly accounts: readonly Account[]
  /** The account with this id, or with this key; `undefined` when there is none. */
  account(idOrKey: string): Account | undefined
  readonly clock: Clock
  /** How it answers: `spec` by the specification, `omise` as the real service does. */
  readonly profile: ProfileName
  /** The journal of all accounts: recent requests and their answers. */
  readonly requests: Requests
  /**
   * Answers a request to either server, without a socket. The host of the request chooses the server: `url`, `vaultUrl`, or
   * one of the option `hosts`. `localhost` with any port is the API, and so is a path such as `/charges`. Pass it to your
   * code instead of the global `fetch`.
   * Rejects with a SandboxError, code `unknown_host`, for any other host.
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
   * Which operations, errors, events, transitions and test cards were used since the sandbox was created, and which were
   * not. Counts across resets and restores, without its fixtures.
   */
  coverage(): Coverage
  /** Its report as text for a terminal, or as a self-contained HTML page. */
  coverage(format: 'json'): Coverage
  coverage(format: 'text' | 'html'): string
  /** Sets all counts to 0. */
  clearCoverage(): void
  /** Calls `log` after every answered request; `null` stops it. */
  onRequest(log: ((entry: RequestEntry) => void) | null): void
  /** Creates another account with its own keys. It shares only the clock with the others. */
  createAccount(input?: NewAccount): Account
  /** The state as a value: immutable and plain JSON. Taking it only copies pointers. */
  snapshot(): Snapshot
  /**
   * Restores everything: records, keys, planned jobs and the clock.
   * @throws SandboxError `invalid_snapshot`; then nothing has changed
   */
  restore(snapshot: Snapshot): void
  /** Restores the initial state, with its fixtures and the clock. */
  reset(): void
  /**
   * Reads its fixture files again and starts over with them. `reset` then restores this state.
   * @throws FixtureError; then nothing has changed
   */
  reload(): void
  /** For JSON.stringify: the snapshot. */
  toJSON(): Snapshot
  /**
   * Answers the requests in flight, then stops servers and deliveries. Waiting promises, and later calls that would change
   * the state, reject with a SandboxError, code `closed`. Records can still be read.
   */
  close(): Promise<void>
}
