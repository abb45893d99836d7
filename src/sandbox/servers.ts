import { closed, type Lifetime } from '../kernel/lifetime'
import { defaults } from '../options/config'
import { type Network, networkOf } from '../service/webhooks/network'
import type { ServerUrls } from './opening'

interface Running {
  readonly url: string
  readonly vaultUrl: string
  close(): Promise<void>
}

/** The servers of one sandbox, its own hosts, and the network of its deliveries. */
export class Servers {
  readonly #running = new Set<Running>()
  #urls: readonly ServerUrls[] = []
  readonly #lifetime: Lifetime
  #network = networkOf(() => globalThis.fetch)

  constructor(lifetime: Lifetime) {
    this.#lifetime = lifetime
  }

  /** The network of deliveries: the present global `fetch`, until there are servers. */
  get network(): Network {
    return this.#network
  }

  /**
   * @param network for the deliveries from now on
   * @throws SandboxError `closed` when the sandbox was closed meanwhile; then it has stopped listening
   */
  async add(listening: Running, network: Network): Promise<void> {
    if (this.#lifetime.isOver) {
      await listening.close()
      throw closed()
    }
    this.#running.add(listening)
    this.#urls = [...this.#running].map(({ url, vaultUrl }) => ({ baseUrl: url, vaultUrl }))
    this.#network = network
  }

  /** The addresses of those that listen. */
  get urls(): readonly ServerUrls[] {
    return this.#urls
  }

  /** @param baseUrl the address of the API */
  hosts(baseUrl: string): readonly string[] {
    const urls = [defaults.baseUrl, baseUrl, ...this.#urls.map((own) => own.baseUrl)]
    return [...new Set(urls.map((url) => new URL(url).host))]
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.close()))
    this.#running.clear()
  }
}
