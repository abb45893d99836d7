import { closed, type Lifetime } from '../kernel/lifetime'
import { defaults } from '../options/config'
import { type Network, networkOf } from '../service/webhooks/network'
import type { ServerUrls } from './opening'

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

/** The servers of one sandbox, its own hosts, and the network of its deliveries. */
export class Servers {
  /** The network of deliveries: the present global `fetch`, until there are servers. */
  network: Network = networkOf(() => globalThis.fetch)
  /** The addresses of those that listen. */
  readonly urls: ServerUrls[] = []
  readonly #lifetime: Lifetime
  readonly #listening: Listening[] = []

  constructor(lifetime: Lifetime) {
    this.#lifetime = lifetime
  }

  /**
   * @param network for the deliveries from now on
   * @throws SandboxError `closed` when the sandbox was closed meanwhile; then it has stopped listening
   */
  async add(listening: Listening, network: Network): Promise<void> {
    if (this.#lifetime.isOver) {
      await listening.close()
      throw closed()
    }
    this.#listening.push(listening)
    this.urls.push({ baseUrl: listening.url, vaultUrl: listening.vaultUrl })
    this.network = network
  }

  /** @param baseUrl the address of the API */
  hosts(baseUrl: string): readonly string[] {
    const all = [defaults.baseUrl, baseUrl, ...this.urls.map((own) => own.baseUrl)]
    return [...new Set(all.map((url) => new URL(url).host))]
  }

  async close(): Promise<void> {
    await Promise.all(this.#listening.splice(0).map((listening) => listening.close()))
  }
}
