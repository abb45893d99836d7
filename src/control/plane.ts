import type { SnapshotShelf } from '../sandbox/snapshots/snapshot-shelf'
import type { Bindings } from '../service/http/backend'
import type { App } from '../service/http/exchange'
import type { Controlled } from './route'

/** The sandbox of a control plane, and its operations. */
interface ControlledSandbox extends Pick<Controlled, 'sandbox' | 'parts' | 'routes' | 'missing'> {
  /** Default: in memory. */
  readonly snapshots?: SnapshotShelf | undefined
}

/**
 * The control plane under /_sandbox. Its code is loaded at the first request.
 * @param realTime epoch milliseconds of the machine's clock
 * @param load called at the first request
 */
export const controlPlane = (realTime: () => number, load: () => Promise<ControlledSandbox>) => {
  const startedAt = realTime()
  const loadAll = async (): Promise<{ readonly app: App } & Controlled> => {
    const [controlled, { buildControlApp }, { SnapshotStore }, { Feed }] = await Promise.all([
      load(),
      import('./app'),
      import('../sandbox/snapshots/snapshot-shelf'),
      import('../sandbox/feed/feed'),
    ])
    const { snapshots = new SnapshotStore() } = controlled
    const uptimeMs = (): number => realTime() - startedAt
    const all = { ...controlled, snapshots, feed: new Feed(controlled.parts), uptimeMs }
    return { app: buildControlApp(all), ...all }
  }
  let loaded: ReturnType<typeof loadAll> | null = null
  return {
    answer: async (request: Request, bindings: Bindings): Promise<Response> => {
      loaded ??= loadAll().catch((error) => {
        // The next request tries again.
        loaded = null
        throw error
      })
      return (await loaded).app.fetch(request, bindings)
    },
    /** Ends all event streams. */
    close: async (): Promise<void> => (await loaded)?.feed.close(),
  }
}
