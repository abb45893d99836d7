import type { SnapshotShelf } from '../sandbox/snapshots/snapshot-shelf'
import type { App, AppEnv } from '../service/http/env'
import type { Controlled } from './route'

/** What it shows and drives, and its operations. */
interface WhatIsControlled extends Pick<Controlled, 'sandbox' | 'parts' | 'routes'> {
  /** Default: in memory. */
  readonly snapshots?: SnapshotShelf | undefined
}

/** The control plane under /_sandbox. Its code is loaded at the first request. */
export class ControlPlane {
  readonly #realTime: () => number
  readonly #given: () => Promise<WhatIsControlled>
  readonly #startedAt: number
  #loaded: Promise<{ readonly app: App } & Controlled> | null = null

  /**
   * @param realTime epoch milliseconds of the machine's clock
   * @param given called at the first request
   */
  constructor(realTime: () => number, given: () => Promise<WhatIsControlled>) {
    this.#realTime = realTime
    this.#given = given
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

  async #load() {
    const [given, { buildControlApp }, { SnapshotStore }, { Feed }] = await Promise.all([
      this.#given(),
      import('./app'),
      import('../sandbox/snapshots/snapshot-shelf'),
      import('../sandbox/feed/feed'),
    ])
    const { snapshots = new SnapshotStore() } = given
    const uptimeMs = (): number => this.#realTime() - this.#startedAt
    const controlled = { ...given, snapshots, feed: new Feed(given.parts), uptimeMs }
    return { app: buildControlApp(controlled), ...controlled }
  }
}
