import { version } from '../package.json'
import { Accounts, defaultAccount, type NewAccount } from './accounts'
import {
  type CheckedOptions,
  checkOptions,
  defaults,
  type ListenOptions,
  newAccount,
  type SandboxOptions,
  sandboxOptions,
} from './config'
import { arrived } from './faults/apply'
import type { Backend, HttpSettings, RequestEntry } from './http/exchange'
import { answering } from './http/kept'
import type { Entrance } from './http/transport'
import { UndoLog } from './kernel/commit'
import { uuid } from './kernel/digest'
import { Ids } from './kernel/ids'
import { once } from './kernel/json'
import { closed, Lifetime } from './kernel/lifetime'
import { type Job, Timeline } from './kernel/timeline'
import type { Account } from './library/account/account'
import { Handles } from './library/account/handles'
import { SandboxClock } from './library/clock/sandbox-clock'
import { app } from './library/composition/app'
import { Beginning } from './library/composition/beginning'
import { ControlPlane } from './library/composition/control-plane'
import type { Keepable } from './library/composition/keepable'
import { Observed } from './library/composition/observed'
import { journalOf, openAccounts, profileIn, settingsOf } from './library/composition/opening'
import { proveBooks } from './library/composition/prove'
import { Servers } from './library/composition/servers'
import { type Requests, requestsOf } from './library/feed/requests'
import { FixtureLoader, type RecordArguments } from './library/fixtures/fixture-loader'
import { type Keeper, keepState } from './library/snapshots/keeper'
import {
  replacedAccount,
  restoreSnapshot,
  type Snapshot,
  type StatefulParts,
  takeSnapshot,
} from './library/snapshots/snapshot'
import type { Listening, Sandbox } from './library/surface'
import { type Mailing, mailingOf } from './library/webhooks/mailing'
import { openFixture, printFixture } from './node/files'
import type { Answering } from './node/listener'
import { jobs, kindOf } from './resources/registry'
import { networkOf } from './webhooks/network'

/** The composition root: builds the parts of a sandbox and hands time, ids and chance to them. */
class ComposedSandbox extends Observed implements Keepable {
  readonly clock: SandboxClock
  readonly #options: CheckedOptions
  readonly #undo = new UndoLog()
  readonly #parts: StatefulParts
  readonly #backend: Backend & { settings: HttpSettings; log: Backend['log'] }
  readonly #mailing: Mailing
  /** Before its fixtures were loaded. */
  readonly #bare: Snapshot
  /** After that: what `reset` goes back to. */
  #initial: Snapshot
  readonly #beginning: Beginning
  readonly #fixtures: FixtureLoader
  readonly #handles: Handles
  #network = networkOf(() => globalThis.fetch)
  readonly requests: Requests
  readonly #control: ControlPlane
  readonly #lifetime = new Lifetime()
  readonly #servers = new Servers(this.#lifetime)
  #closed = false

  constructor(options: CheckedOptions) {
    super()
    this.#options = options
    this.#beginning = new Beginning(options, openFixture)
    const timeline = new Timeline(Date.now, this.#undo)
    const ids = new Ids(options.randomSeed ?? null)
    this.#undo.watch(ids)
    const accounts = new Accounts({
      timeline,
      ids,
      undo: this.#undo,
      related: (world, object, row) => kindOf(object).related(world, row),
      profile: profileIn(options),
      searchDelayMs: options.searchDelay ?? defaults.searchDelay,
      announce: (world, event) => this.#mailing.courier.announce(world, event),
      require3ds: options.require3ds ?? false,
      auto: options.accounts === 'auto',
    })
    this.#parts = { accounts, timeline, ids, watchers: new Set() }
    this.#mailing = mailingOf({
      timeline,
      undo: this.#undo,
      options,
      account: defaultAccount,
      settings: () => this.#backend.settings,
      realTime: Date.now,
      network: () => this.#network,
      clock: () => this.clock,
    })
    this.clock = new SandboxClock(timeline, (job) => this.#runJob(job), this.#mailing.courier, this.#lifetime)
    this.#beginning.startClock(this.clock)
    this.#backend = {
      accounts,
      settings: settingsOf(options),
      catchUp: () => this.clock.catchUp(),
      now: () => timeline.now(),
      ...answering(this.#undo, timeline, this.#lifetime),
      newRequestId: uuid,
      log: null,
      tally: this.tally,
      journal: journalOf(options),
      control: (exchange) => this.#control.serve(exchange),
    }
    this.requests = requestsOf(this.#backend.journal)
    this.#control = this.#controlPlane()
    const around = { ...this.#parts, undo: this.#undo, clock: this.clock, baseUrl: () => this.url }
    this.#fixtures = new FixtureLoader({
      ...{ ...around, open: openFixture, print: printFixture },
      runJob: (job) => this.#runJob(job),
    })
    this.#handles = new Handles({
      ...{ ...around, mailing: this.#mailing, fixtures: this.#fixtures },
      dress: () => this.#backend.settings.dress,
      initial: () => this.#initial,
      replaced: (account) => replacedAccount(this.#parts, account),
    })
    this.#undo.run(() => openAccounts(accounts, timeline.now(), options))
    this.#bare = takeSnapshot(this.#parts)
    this.#initial = this.#loadFixtures()
  }

  get url(): string {
    return this.#backend.settings.baseUrl
  }

  get vaultUrl(): string {
    return this.#backend.settings.vaultUrl
  }

  get accounts(): readonly Account[] {
    return this.#parts.accounts.ids.map((id) => this.#handles.of(id))
  }

  account(id: string): Account | undefined {
    return this.#parts.accounts.has(id) ? this.#handles.of(id) : undefined
  }

  protected get first(): Account {
    return this.#handles.of(defaultAccount)
  }

  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init)
    const isVault = [this.vaultUrl, defaults.vaultUrl].some((url) => request.url.startsWith(`${url}/`))
    return arrived(await this.answer(request, { host: isVault ? 'vault' : 'api' }))
  }

  readonly record = ((...given: RecordArguments) =>
    this.#fixtures.record({ of: 'all' }, ...given)) as Sandbox['record']

  /** For the servers: answers a request that came to the given host. */
  answer(request: Request, entrance: Entrance): Response | Promise<Response> {
    if (this.#closed) throw closed()
    return app().fetch(request, { backend: this.#backend, ...entrance })
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    this.#lifetime.check()
    const { startServers } = await import('./node/server')
    const { nodeNetwork } = await import('./node/sockets')
    const listening = await startServers(this, options)
    await this.#servers.add(listening)
    this.#network = nodeNetwork
    this.#backend.settings = {
      ...this.#backend.settings,
      baseUrl: this.#options.baseUrl ?? listening.url,
      vaultUrl: this.#options.vaultUrl ?? listening.vaultUrl,
    }
    this.#mailing.courier.goOn(this.#parts.accounts.worlds)
    return listening
  }

  onRequest(log: ((entry: RequestEntry) => void) | null): void {
    this.#backend.log = log
  }

  createAccount(input: NewAccount = {}): Account {
    this.#lifetime.check()
    const checked = checkOptions(newAccount(), input)
    return this.#handles.of(this.#undo.run(() => this.#parts.accounts.create(checked)).id)
  }

  snapshot(): Snapshot {
    this.clock.catchUp()
    if (this.#options.audit === true) proveBooks(this.#parts.accounts.worlds)
    return takeSnapshot(this.#parts)
  }

  takeUp(snapshot: Snapshot): void {
    this.#undo.keepNow()
    restoreSnapshot(this.#parts, snapshot)
    this.#handles.clear()
  }

  restore(snapshot: Snapshot): void {
    this.#lifetime.check()
    this.takeUp(snapshot)
    this.#mailing.courier.restart(this.#parts.accounts.worlds)
  }

  keepWith(keeper: Keeper): void {
    keepState(this.#parts, this.#undo, keeper)
  }

  reset(): void {
    this.restore(this.#initial)
    this.requests.clear()
    this.#beginning.startClock(this.clock)
    this.clock.release()
  }

  reload(): void {
    this.#lifetime.check()
    const before = this.snapshot()
    const forget = this.#beginning.reopen()
    this.restore(this.#bare)
    this.#beginning.startClock(this.clock)
    try {
      this.#initial = this.#loadFixtures()
    } catch (error) {
      forget()
      this.restore(before)
      throw error
    }
  }

  readonly toJSON = (): Snapshot => this.snapshot()

  readonly close = once(() => this.#close())

  async #close(): Promise<void> {
    // Requests in flight may wait for what would take longer than anybody waits for the end.
    this.#lifetime.end()
    await this.#control.close()
    await Promise.all([this.#servers.close(), this.#mailing.courier.close()])
    this.#undo.keepNow()
    this.#closed = true
    if (this.#options.audit === true) proveBooks(this.#parts.accounts.worlds)
  }

  #controlPlane(): ControlPlane {
    return new ControlPlane(this, {
      ...{ ...this.#parts, undo: this.#undo, clock: this.clock, servers: this.#servers },
      journal: this.#backend.journal,
      settings: () => this.#backend.settings,
      allowOrigins: new Set(this.#options.allowOrigins),
      realTime: Date.now,
      version,
    })
  }

  #loadFixtures(): Snapshot {
    const into = { account: defaultAccount, livemode: false }
    this.tally.follow(this.#undo, () => {
      for (const fixture of this.#beginning.fixtures) this.#fixtures.load(fixture, into)
    })
    this.clock.release()
    return takeSnapshot(this.#parts)
  }

  #runJob(job: Job): void {
    const run = jobs[job.kind]
    if (run === undefined) throw new Error(`there is no job ${job.kind}`)
    const world = this.#parts.accounts.worldByKey(job.world)
    world.commit(() => run(world, job.subject))
  }
}

/** A sandbox for whoever keeps its state, or brings it requests in another way. */
export const createKeepable = (options?: SandboxOptions): Keepable & Answering =>
  new ComposedSandbox(options === undefined ? {} : checkOptions(sandboxOptions(), options))

/**
 * A payment service in memory: offline, instant, with the rules of the real one.
 *
 * @example
 * const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', randomSeed: 'any' })
 * const answer = await sandbox.fetch(`${sandbox.url}/charges`, {
 *   method: 'POST',
 *   headers: { authorization: sandbox.authorization.secret },
 *   body: new URLSearchParams({ amount: '10000', currency: 'thb', card: 'tokn_test_…' }),
 * })
 *
 * @throws SandboxError `invalid_option`, naming each option that is wrong
 * @throws FixtureError naming each mistake in a fixture with its path and, from a file, its line
 */
export const createSandbox: (options?: SandboxOptions) => Sandbox = createKeepable
