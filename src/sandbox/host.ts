import { uuid } from '../kernel/digest'
import { addressName, isLoopback, reachOffLoopback, unreachable } from '../kernel/hosts'
import { once } from '../kernel/json'
import { closed } from '../kernel/lifetime'
import { processDate } from '../kernel/real-time'
import { SandboxError } from '../kernel/sandbox-error'
import { defaults, type ListenOptions } from '../options/config'
import { defaultAccount, type KeyPair } from '../service/accounts'
import type { Probe } from '../service/faults/probe'
import type { Backend, RequestEntry } from '../service/http/backend'
import { errorPageOf } from '../service/http/errors'
import type { App } from '../service/http/exchange'
import type { Incoming, Service } from '../service/http/incoming'
import { chargeIdOf } from '../service/resources/charge/model'
import type { Network } from '../service/webhooks/network'
import type { World } from '../service/world'
import type { Mode } from './account/account'
import type { InterceptedCall, Receiver } from './call'
import type { CaughtUp, DueJobs } from './clock/due-jobs'
import type { ServerUrls } from './opening'
import type { SandboxParts } from './parts'
import type { Listening } from './servers'
import type { Keeper } from './snapshots/changes'
import type { Snapshot } from './snapshots/snapshot'
import { type DeliveryEntry, onDeliveries } from './webhooks/delivery'

/** What `create-sandbox.ts` brings: rooms that this one does not import. */
export interface HostRooms {
  readonly app: () => App
  readonly control: Backend['control'] & { close(): Promise<void> }
  readonly startServers: (
    host: SandboxHost,
    jobs: DueJobs,
    options: ListenOptions,
    ownsProcess: boolean,
  ) => Promise<Listening>
  /** The network of deliveries once it listens. */
  readonly network: () => Promise<Network>
}

/** What a host does with its sandbox: servers, state files, workers, interception and explorations. */
export class SandboxHost implements Service, Receiver {
  readonly #parts: SandboxParts
  readonly #rooms: HostRooms
  readonly #backend: Backend & { log: Backend['log'] }
  #isClosed = false

  constructor(parts: SandboxParts, rooms: HostRooms) {
    this.#parts = parts
    this.#rooms = rooms
    this.#backend = {
      ...parts,
      control: rooms.control,
      newRequestId: uuid,
      processDate,
      log: null,
      warnedOf: new Set(),
    }
  }

  get url(): string {
    return this.#parts.settings.baseUrl
  }

  get vaultUrl(): string {
    return this.#parts.settings.vaultUrl
  }

  get keys(): KeyPair {
    return this.#parts.accounts.keysOf(defaultAccount, false)
  }

  /** The modes of all accounts that were used: the others have no records. */
  get usedModes(): readonly Mode[] {
    return this.#parts.directory.usedModes
  }

  /** Their rows. */
  get usedWorlds(): readonly World[] {
    return this.#parts.accounts.worlds
  }

  /** Answers a request that came to the given host. */
  answer(request: Request, incoming: Incoming): Response | Promise<Response> {
    if (this.#parts.probing.probe?.isOver) return new Promise(() => undefined)
    if (this.#isClosed) throw closed()
    return this.#rooms.app().fetch(request, { incoming, backend: this.#backend })
  }

  async receive({ request, server, body }: InterceptedCall): Promise<Response> {
    return this.answer(request, { host: server, body: body ?? '' })
  }

  /** A payer's page has the id of its charge in another form. */
  owns(keyOrId: string): boolean {
    const { accounts } = this.#parts
    return (
      accounts.ids.some((id) => accounts.statesOf(id).some(({ key }) => key === keyOrId)) ||
      accounts.worldOfRecord(chargeIdOf(keyOrId)) !== undefined
    )
  }

  errorPage(): string {
    return errorPageOf(this.#parts.settings)
  }

  /**
   * @param ownsProcess the sandbox is all that runs in this process: the global Request and Response may be replaced
   * by faster ones, which a library must leave alone
   * @throws SandboxError `port_taken`, `cannot_listen`, `invalid_option`, `closed`
   */
  async listen(options: ListenOptions = {}, ownsProcess = false): Promise<Listening> {
    const { options: own, lifetime, jobs, servers } = this.#parts
    lifetime.check()
    const { host = defaults.host } = options
    if (!isLoopback(addressName(String(host).toLowerCase()))) limitReach(this.#parts)
    const listening = await this.#rooms.startServers(this, jobs, options, ownsProcess)
    await servers.add(listening, await this.#rooms.network())
    this.setUrls({
      baseUrl: own.baseUrl ?? listening.url,
      vaultUrl: own.vaultUrl ?? listening.vaultUrl,
    })
    return listening
  }

  /**
   * Sets the addresses where callers reach it, for a host with its own sockets, and begins to deliver: deliveries wait
   * for this, because links in webhooks contain the address.
   */
  setUrls({ baseUrl, vaultUrl }: ServerUrls): void {
    const { settings, webhookQueues, accounts } = this.#parts
    settings.baseUrl = baseUrl
    settings.vaultUrl = vaultUrl
    webhookQueues.goOn(accounts.worlds)
  }

  /**
   * Like `restore`, but nothing is delivered before the sandbox has its addresses.
   * @throws SandboxError `invalid_snapshot`; then nothing has changed
   */
  loadState(snapshot: Snapshot): void {
    this.#parts.state.load(snapshot)
  }

  /**
   * Saves the current state, and from now on each change.
   * @param isSaved the keeper has the present state already, as after `loadState` of what it read
   */
  saveState(keeper: Keeper, isSaved = false): void {
    this.#parts.state.saveWith(keeper, isSaved)
  }

  /** @param probe `null` takes the present one away */
  setProbe(probe: Probe | null): void {
    this.#parts.probing.probe = probe
  }

  /** Calls `log` after every answered request; `null` stops it. */
  onRequest(log: ((entry: RequestEntry) => void) | null): void {
    this.#backend.log = log
  }

  /** Calls `log` after each attempt to deliver an event. */
  onDelivery(log: (entry: DeliveryEntry) => void): void {
    onDeliveries(this.#parts.undo, log)
  }

  /** Calls `report` after jobs have run that fell due while the process was stopped. */
  onCatchUp(report: (caughtUp: CaughtUp) => void): void {
    this.#parts.jobs.onLate = report
  }

  /** Milliseconds of real time until the next job falls due; `null` when none does. */
  get nextDueMs(): number | null {
    return this.#parts.jobs.nextDueMs
  }

  /** Whether deliveries are due or under way. */
  get isDelivering(): boolean {
    return !this.#parts.webhookQueues.isIdle
  }

  /** Runs what is due. Resolves when no delivery is due any more. */
  async catchUp(): Promise<void> {
    this.#parts.jobs.catchUp()
    while (this.isDelivering) await this.#parts.webhookQueues.change()
  }

  /** Answers the requests in flight, then stops servers and deliveries. */
  readonly close = once(async (): Promise<void> => {
    const { lifetime, servers, webhookQueues, state } = this.#parts
    // First, because a request in flight may wait for long work.
    lifetime.end()
    await this.#rooms.control.close()
    await Promise.all([servers.close(), webhookQueues.close()])
    this.#isClosed = true
    state.audit()
  })
}

/**
 * Other machines reach the servers, and with a key they choose addresses of webhooks: those must not be of inner machines.
 * @throws SandboxError `invalid_option` for an address of the options
 */
const limitReach = ({ options, webhookReach }: SandboxParts): void => {
  const reach = reachOffLoopback(options.webhookPrivate === true)
  const given = { webhook: options.webhook, 'webhooks.endpoints': options.webhooks?.endpoints }
  for (const [option, urls = []] of Object.entries(given))
    for (const url of urls) {
      const why = unreachable(reach, new URL(url))
      if (why !== null) throw new SandboxError('invalid_option', `${option}: ${new URL(url).origin} ${why}`)
    }
  Object.assign(webhookReach, reach)
}
