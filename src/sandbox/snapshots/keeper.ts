import type { UndoLog } from '../../kernel/commit'
import { type Change, CommitChanges } from './changes'
import { type Snapshot, type StateParts, takeSnapshot } from './snapshot'

/** Saves the state outside of the process. */
export interface Keeper {
  /**
   * Called before a change is answered. When it throws, the change is undone.
   * @param whole the state with this change, to write the file anew
   */
  add(change: Change, whole: () => Snapshot): void
  /** Replaces the saved state. */
  replace(snapshot: Snapshot): void
  /** Calls `work` after the requests that arrived at the same time have been handled. */
  soon(work: () => void): void
}

/**
 * Gives the present state to `keeper`, and from then on each change.
 * @param isKept the keeper holds exactly the present state already
 * @returns a function to call with the snapshot after a restore
 */
export const keepState = (
  parts: StateParts,
  undo: UndoLog,
  keeper: Keeper,
  isKept: boolean,
): ((snapshot: Snapshot) => void) => {
  const whole = (): Snapshot => takeSnapshot(parts)
  let changes = new CommitChanges(parts)
  const replace = (snapshot: Snapshot): void => {
    keeper.replace(snapshot)
    // Not before: when `replace` throws, the previous state is loaded again and its saved changes stay valid.
    changes = new CommitChanges(parts)
  }
  if (!isKept) replace(whole())
  undo.keepWith((writes) => {
    const change = changes.of(writes)
    if (change === null) return
    keeper.add(change, whole)
    changes.kept(change)
  }, keeper.soon)
  return replace
}
