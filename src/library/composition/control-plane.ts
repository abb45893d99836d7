import type { Control } from '../../control/mount'
import type { Exchange, HttpSettings } from '../../http/exchange'
import type { FeedPorts } from '../feed/feed'
import type { Sandbox } from '../surface'
import type { Servers } from './servers'

interface Ports extends FeedPorts {
  readonly version: string
  readonly servers: Servers
  readonly settings: () => HttpSettings
  readonly allowOrigins: ReadonlySet<string>
  /** Epoch milliseconds of the machine's clock. */
  readonly realTime: () => number
}

/** What is under /_sandbox. Its code is loaded when somebody first asks for it. */
export class ControlPlane {
  readonly #sandbox: Sandbox
  readonly #ports: Ports
  readonly #startedAt: number
  #control: Promise<Control> | null = null

  constructor(sandbox: Sandbox, ports: Ports) {
    this.#sandbox = sandbox
    this.#ports = ports
    this.#startedAt = ports.realTime()
  }

  async serve(exchange: Exchange): Promise<Response> {
    this.#control ??= this.#load()
    return (await this.#control).serve(exchange)
  }

  /** Whoever follows what happens is told that it is over. */
  async close(): Promise<void> {
    ;(await this.#control)?.close()
  }

  async #load(): Promise<Control> {
    const { Control } = await import('../../control/mount')
    const { version, settings, servers, allowOrigins, realTime } = this.#ports
    return new Control(
      this.#sandbox,
      {
        version,
        settings,
        uptimeMs: () => realTime() - this.#startedAt,
        ownHosts: () => servers.hosts(this.#sandbox.url),
        allowOrigins,
      },
      this.#ports,
    )
  }
}
