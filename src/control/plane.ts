import type { SandboxClock } from '../sandbox/clock/sandbox-clock'
import type { Feed, FeedPorts } from '../sandbox/feed/feed'
import type { SnapshotShelf } from '../sandbox/snapshots/snapshot-shelf'
import type { Sandbox } from '../sandbox/surface'
import type { Accounts } from '../service/accounts'
import type { App, AppEnv, HttpSettings } from '../service/http/env'
import type { ControlRoute, Surroundings } from './route'

interface ControlPlanePorts extends FeedPorts {
  readonly accounts: Accounts
  readonly version: string
  readonly clock: FeedPorts['clock'] & Pick<SandboxClock, 'planned'>
  readonly servers: { hosts(baseUrl: string): readonly string[] }
  readonly settings: HttpSettings
  readonly fixtures: Surroundings['fixtures']
  readonly handles: { readonly load: Surroundings['loadFixture'] }
  readonly allowOrigins: ReadonlySet<string>
  /** Default: in memory. */
  readonly snapshots?: SnapshotShelf | undefined
  /** What it shows and drives. */
  readonly sandbox: Sandbox
}

interface Loaded {
  readonly app: App
  readonly feed: Feed
}

/** The control plane under /_sandbox. Its code is loaded at the first request. */
export class ControlPlane {
  readonly #realTime: () => number
  readonly #ports: () => ControlPlanePorts
  readonly #routes: () => Promise<readonly ControlRoute[]>
  readonly #startedAt: number
  #loaded: Promise<Loaded> | null = null

  /**
   * @param realTime epoch milliseconds of the machine's clock
   * @param ports asked for when the first request has come, as the operations are
   */
  constructor(
    realTime: () => number,
    ports: () => ControlPlanePorts,
    routes: () => Promise<readonly ControlRoute[]>,
  ) {
    this.#realTime = realTime
    this.#ports = ports
    this.#routes = routes
    this.#startedAt = realTime()
  }

  async answer(request: Request, bindings: AppEnv['Bindings']): Promise<Response> {
    this.#loaded ??= this.#load()
    const { app } = await this.#loaded
    return app.fetch(request, bindings)
  }

  /** Ends all event streams. */
  async close(): Promise<void> {
    ;(await this.#loaded)?.feed.close()
  }

  async #load(): Promise<Loaded> {
    const [routes, { buildControlApp }, { SnapshotStore }, { Feed }] = await Promise.all([
      this.#routes(),
      import('./app'),
      import('../sandbox/snapshots/snapshot-shelf'),
      import('../sandbox/feed/feed'),
    ])
    const given = this.#ports()
    const { accounts, journal, version, settings, servers, allowOrigins, clock, fixtures, handles, sandbox } =
      given
    const surroundings = {
      version,
      settings: () => settings,
      uptimeMs: () => this.#realTime() - this.#startedAt,
      ownHosts: () => servers.hosts(sandbox.url),
      allowOrigins,
      planned: () => clock.planned(),
      ...{ accounts, fixtures },
      loadFixture: (...given: Parameters<Surroundings['loadFixture']>) => handles.load(...given),
    }
    const feed = new Feed(given)
    const worldOf = (account: string, livemode: boolean) => accounts.world(account, livemode)
    const ports = {
      ...{ sandbox, routes, surroundings },
      snapshots: given.snapshots ?? new SnapshotStore(),
      feed,
      journal,
      worldOf,
    }
    return { app: buildControlApp(ports), feed }
  }
}
