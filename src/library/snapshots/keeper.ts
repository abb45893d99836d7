import type { UndoLog } from '../../kernel/commit'
import { type Change, Changes } from './changes'
import { type Snapshot, type StatefulParts, takeSnapshot } from './snapshot'

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

/** Tells `keeper` of all there is, and from then on of every change. */
export const keepState = (parts: StatefulParts, undo: UndoLog, keeper: Keeper): void => {
  const whole = (): Snapshot => takeSnapshot(parts)
  let changes = new Changes(parts)
  const replace = (snapshot: Snapshot): void => {
    keeper.replace(snapshot)
    // Not before: where that fails, the state of before comes back, and what was kept of it.
    changes = new Changes(parts)
  }
  replace(whole())
  parts.replaced = replace
  undo.keepWith((writes) => {
    const change = changes.of(writes)
    if (change === null) return
    keeper.add(change, whole)
    changes.kept(change)
  }, keeper.soon)
}
