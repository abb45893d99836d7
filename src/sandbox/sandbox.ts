import type { Using } from '../kernel/lifetime'
import { checkOptions, type ListenOptions } from '../options/config'
import type { ProfileName } from '../options/profiles'
import { newAccountSchema } from '../options/values'
import { defaultAccount, type NewAccount } from '../service/accounts'
import type { RequestEntry } from '../service/http/backend'
import { type Account, Mode } from './account/account'
import type { Clock } from './clock/clock'
import { type Catalogue, catalogue } from './coverage/catalogue'
import { coverageIn } from './coverage/coverage-page'
import type { Coverage } from './coverage/schema'
import { coverageOf } from './coverage/tally'
import { fetchFrom } from './fetch'
import type { SandboxHost } from './host'
import type { SandboxParts } from './parts'
import { type Requests, requestsOf } from './records/requests'
import type { Listening } from './servers'
import type { Snapshot } from './snapshots/snapshot'

/**
 * A whole payment service in memory. `charges`, `refunds`, `customers` and so on read the records of the default
 * account in test mode, and `keys`, `simulate`, `webhooks` and so on are of it; those of live mode are under `live`.
 */
export class Sandbox extends Mode implements Using<'asyncDispose', () => Promise<void>> {
  /**
   * For servers, the command, workers and test tools.
   * @internal
   */
  readonly host: SandboxHost
  readonly #parts: SandboxParts
  readonly #requests: Requests

  /** @internal */
  constructor(parts: SandboxParts, host: SandboxHost) {
    super(parts.directory, { account: defaultAccount, livemode: false }, 'all')
    this.#parts = parts
    this.#requests = requestsOf(parts.journal)
    this.host = host
    this.clock = parts.clock
  }

  /** The base URL of the API: the default origin, or the address of the server once it listens. */
  get url(): string {
    return this.host.url
  }

  /** The base URL of the vault, which creates tokens. */
  get vaultUrl(): string {
    return this.host.vaultUrl
  }

  /** The default account in live mode: `live.keys`, `live.charges`, … */
  get live(): Mode {
    return this.#parts.directory.of(defaultAccount).live
  }

  /** Every account, the default one first. */
  get accounts(): readonly Account[] {
    return this.#parts.directory.all
  }

  /** The account with this id, or with this key; `undefined` when there is none. */
  account(idOrKey: string): Account | undefined {
    return this.#parts.directory.find(idOrKey)
  }

  readonly clock: Clock

  /** How it answers: `spec` by the specification, `omise` as the real service does. */
  get profile(): ProfileName {
    return this.#parts.settings.profileName
  }

  /** The journal of all accounts: recent requests and their answers. */
  override get requests(): Requests {
    return this.#requests
  }

  /**
   * Answers a request to either server, without a socket. The host of the request chooses the server: `url`, `vaultUrl`, or
   * one of the option `hosts`. `localhost` with any port is the API, and so is a path such as `/charges`. Pass it to your
   * code instead of the global `fetch`.
   * Rejects with a SandboxError, code `unknown_host`, for any other host.
   */
  readonly fetch = (input: Request | string | URL, init?: RequestInit): Promise<Response> =>
    fetchFrom(this.host, this.#parts, input, init)

  /**
   * Starts the API server and the vault server on real ports. Links in answers then start with their addresses.
   * @throws SandboxError `port_taken`, `cannot_listen`, `invalid_option`
   */
  listen(options?: ListenOptions): Promise<Listening> {
    return this.host.listen(options)
  }

  /** Test cards, magic values, event keys, errors, operations, transitions, faults and assumptions, as data. */
  get catalogue(): Catalogue {
    return catalogue(this.#parts.settings)
  }

  /**
   * Which operations, errors, events, transitions and test cards were used since the sandbox was created, and which were
   * not. Counts across resets and restores, without its fixtures.
   */
  coverage(): Coverage
  /** Its report as text for a terminal, or as a self-contained HTML page. */
  coverage(format: 'json'): Coverage
  coverage(format: 'text' | 'html'): string
  coverage(format?: 'json' | 'text' | 'html'): Coverage | string {
    const { tally, accounts, settings } = this.#parts
    return coverageIn(format, coverageOf(tally, accounts.ids, settings))
  }

  /** Sets all counts to 0. */
  clearCoverage(): void {
    this.#parts.tally.clear()
  }

  /** Calls `log` after every answered request; `null` stops it. */
  onRequest(log: ((entry: RequestEntry) => void) | null): void {
    this.host.onRequest(log)
  }

  /** Creates another account with its own keys. It shares only the clock with the others. */
  createAccount(input: NewAccount = {}): Account {
    const { lifetime, undo, accounts, directory } = this.#parts
    lifetime.check()
    const checked = checkOptions(newAccountSchema(), input)
    return directory.of(undo.run(() => accounts.create(checked)).id)
  }

  /** The state as a value: immutable and plain JSON. Taking it only copies pointers. */
  snapshot(): Snapshot {
    return this.#parts.state.take()
  }

  /**
   * Restores everything: records, keys, planned jobs and the clock.
   * @throws SandboxError `invalid_snapshot`; then nothing has changed
   */
  restore(snapshot: Snapshot): void {
    this.#parts.state.restore(snapshot)
  }

  /** Restores the initial state, with its fixtures and the clock. */
  reset(): void {
    this.#parts.state.reset()
    this.#requests.clear()
  }

  /**
   * Reads its fixture files again and starts over with them. `reset` then restores this state.
   * @throws FixtureError; then nothing has changed
   */
  reload(): void {
    this.#parts.state.reload()
  }

  /** For JSON.stringify: the snapshot. */
  toJSON(): Snapshot {
    return this.snapshot()
  }

  /**
   * Answers the requests in flight, then stops servers and deliveries. Waiting promises, and later calls that would change
   * the state, reject with a SandboxError, code `closed`. Records can still be read.
   */
  close(): Promise<void> {
    return this.host.close()
  }

  /** @internal */
  [Symbol.asyncDispose](): Promise<void> {
    return this.host.close()
  }
}
