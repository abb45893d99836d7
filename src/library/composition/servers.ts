import { defaults } from '../../config'
import { closed, type Lifetime } from '../../kernel/lifetime'
import type { Listening } from '../surface'

/** The servers in front of one sandbox, and which hosts are its own. */
export class Servers {
  readonly #running = new Set<Listening>()
  readonly #lifetime: Lifetime

  constructor(lifetime: Lifetime) {
    this.#lifetime = lifetime
  }

  /** @throws SandboxError `closed` when that came first; then it listens no more */
  async add(listening: Listening): Promise<void> {
    if (this.#lifetime.isOver) {
      await listening.close()
      throw closed()
    }
    this.#running.add(listening)
  }

  /** @param baseUrl where the API is called */
  hosts(baseUrl: string): readonly string[] {
    const urls = [defaults.baseUrl, baseUrl, ...[...this.#running].map(({ url }) => url)]
    return [...new Set(urls.map((url) => new URL(url).host))]
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.close()))
    this.#running.clear()
  }
}
