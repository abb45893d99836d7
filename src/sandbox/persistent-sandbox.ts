import type { WebhookReach } from '../kernel/hosts'
import type { ListenOptions } from '../options/config'
import type { KeyPair } from '../service/accounts'
import type { Probeable } from '../service/faults/probe'
import type { Service } from '../service/http/incoming'
import type { Mode } from './account/account'
import type { CaughtUp } from './clock/due-jobs'
import type { ServerUrls } from './opening'
import type { SandboxParts } from './parts'
import type { Keeper } from './snapshots/changes'
import type { Snapshot } from './snapshots/snapshot'
import type { SnapshotShelf } from './snapshots/snapshot-shelf'
import type { Listening, Sandbox } from './surface'
import type { DeliveryEntry } from './webhooks/delivery'

/** Work that happens without a request. */
export const wakingOf = ({ jobs, courier }: Pick<SandboxParts, 'jobs' | 'courier'>) => ({
  /** Milliseconds of real time until the next job falls due; `null` when none does. */
  get nextDueMs(): number | null {
    return jobs.nextDueMs
  },

  /** Whether deliveries are due or under way. */
  get isDelivering(): boolean {
    return !courier.isIdle
  },

  /** Runs what is due. Resolves when no delivery is due any more. */
  catchUp: async (): Promise<void> => {
    jobs.catchUp()
    while (!courier.isIdle) await courier.change()
  },
})

export type Waking = Readonly<ReturnType<typeof wakingOf>>

/** Options of a host that runs a sandbox for each of many accounts. */
export interface HostOptions {
  readonly liveKeys: KeyPair
  /** Where webhooks may go. Default: everywhere. */
  readonly webhookReach: WebhookReach
  /** Keeps the snapshots that are taken over HTTP. */
  readonly snapshots: SnapshotShelf
}

/** A sandbox whose state a keeper saves. */
export interface PersistentSandbox extends Sandbox, Service, Probeable {
  /**
   * Like `restore`, but nothing is delivered before the sandbox listens, because links in webhooks contain its address.
   * @throws SandboxError `invalid_snapshot`; then nothing has changed
   */
  takeUp(snapshot: Snapshot): void
  /** The modes of all accounts that were used: the others have no records. */
  readonly usedModes: readonly Mode[]
  /** Called after jobs have run that fell due while the process was stopped. */
  onCatchUp(report: (caughtUp: CaughtUp) => void): void
  /** Called after each attempt to deliver an event. */
  onDelivery(log: (entry: DeliveryEntry) => void): void
  /**
   * Saves the current state, and from now on each change.
   * @param isKept the keeper has the present state already, as after `takeUp` of what it read
   */
  keepWith(keeper: Keeper, isKept?: boolean): void
  /** Names the addresses where callers reach it, for a host with its own sockets, and begins to deliver. */
  reachedAt(urls: ServerUrls): void
  /** For a host that lets it sleep between requests. */
  readonly waking: Waking
  /**
   * @param ownsProcess the sandbox is all that runs in this process: the global Request and Response may be replaced
   * by faster ones, which a library must leave alone
   */
  listen(options?: ListenOptions, ownsProcess?: boolean): Promise<Listening>
}
