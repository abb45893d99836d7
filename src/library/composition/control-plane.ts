import type { Control } from '../../control/mount'
import type { AppContext, HttpSettings } from '../../http/env'
import type { FeedPorts } from '../feed/feed'
import type { Sandbox } from '../surface'
import type { Servers } from './servers'

interface ControlPlanePorts extends FeedPorts {
  readonly version: string
  readonly servers: Servers
  readonly settings: HttpSettings
  readonly allowOrigins: ReadonlySet<string>
  /** Epoch milliseconds of the machine's clock. */
  readonly realTime: () => number
}

/** The control plane under /_sandbox. Its code is loaded at the first request. */
export class ControlPlane {
  readonly #sandbox: () => Sandbox
  readonly #ports: ControlPlanePorts
  readonly #startedAt: number
  #control: Promise<Control> | null = null

  /** @param sandbox what it shows and drives; asked for when the first request has come */
  constructor(sandbox: () => Sandbox, ports: ControlPlanePorts) {
    this.#sandbox = sandbox
    this.#ports = ports
    this.#startedAt = ports.realTime()
  }

  async serve(context: AppContext): Promise<Response> {
    this.#control ??= this.#load()
    return (await this.#control).serve(context)
  }

  /** Ends all event streams. */
  async close(): Promise<void> {
    ;(await this.#control)?.close()
  }

  async #load(): Promise<Control> {
    const { Control } = await import('../../control/mount')
    const { version, settings, servers, allowOrigins, realTime } = this.#ports
    const sandbox = this.#sandbox()
    return new Control(
      sandbox,
      {
        version,
        settings: () => settings,
        uptimeMs: () => realTime() - this.#startedAt,
        ownHosts: () => servers.hosts(sandbox.url),
        allowOrigins,
      },
      this.#ports,
    )
  }
}
