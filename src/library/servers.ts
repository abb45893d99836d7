import { defaults, type ListenOptions } from '../config'
import type { Listening } from './surface'

/** The servers in front of one sandbox, and which hosts are its own. */
export class Servers {
  readonly #running = new Set<Listening>()
  /** Some listen on every address of the machine, whose names nobody knows. */
  onEveryAddress = false

  add(listening: Listening, { host }: ListenOptions): void {
    this.#running.add(listening)
    this.onEveryAddress ||= host === '0.0.0.0' || host === '::'
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
