import { defaults } from '../config'
import type { Listening } from './surface'

/** The servers in front of one sandbox, and which hosts are its own. */
export class Servers {
  readonly #running = new Set<Listening>()

  add(listening: Listening): void {
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
