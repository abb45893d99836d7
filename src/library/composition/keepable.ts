import type { Keeper } from '../snapshots/keeper'
import type { Snapshot } from '../snapshots/snapshot'
import type { Sandbox } from '../surface'

/** A sandbox whose state somebody keeps. */
export interface Keepable extends Sandbox {
  /**
   * As `restore`, but nothing is sent before it listens: what it sends starts with its address.
   * @throws SandboxError `invalid_snapshot`; nothing changes then
   */
  takeUp(snapshot: Snapshot): void
  /** From now on, beginning with the state as it is. */
  keepWith(keeper: Keeper): void
}
