import type { UndoLog } from '../../kernel/commit'
import { type Change, Changes } from './changes'
import { type Snapshot, type StateParts, takeSnapshot } from './snapshot'

/** Where the state goes so that it outlives the process. */
export interface Keeper {
  /**
   * Called before anybody hears of a change; what it throws takes the change back.
   * @param whole the state with this change, for whoever wants to start again with less
   */
  add(change: Change, whole: () => Snapshot): void
  /** All that was before is void: this is the state now. */
  replace(snapshot: Snapshot): void
  /** Calls `work` when the requests that came at the same time have had their turn. */
  soon(work: () => void): void
}

/**
 * Gives `keeper` the state as it is, and from then on each change.
 * @returns what has to be called with the snapshot after other state was loaded
 */
export const keepState = (
  parts: StateParts,
  undo: UndoLog,
  keeper: Keeper,
): ((snapshot: Snapshot) => void) => {
  const whole = (): Snapshot => takeSnapshot(parts)
  let changes = new Changes(parts)
  const replace = (snapshot: Snapshot): void => {
    keeper.replace(snapshot)
    // Not before: when `replace` throws, the state of before is loaded again, and what was kept of it stays valid.
    changes = new Changes(parts)
  }
  replace(whole())
  undo.keepWith((writes) => {
    const change = changes.of(writes)
    if (change === null) return
    keeper.add(change, whole)
    changes.kept(change)
  }, keeper.soon)
  return replace
}
