import { SandboxError } from '../kernel/sandbox-error'
import { SnapshotBuilder } from '../node/state/sum'
import type { WrittenChange } from '../node/state/writer'
import type { Snapshot } from '../sandbox/snapshots/snapshot'
import type { Texts } from './texts'

/**
 * The state that the changes in texts make.
 *
 * @param each called with each change, and its number of characters
 * @throws SandboxError `invalid_snapshot` when rows are missing; SyntaxError for a text that is damaged
 */
export const stateIn = (
  texts: Texts,
  each: (change: WrittenChange, length: number) => void = () => undefined,
): Snapshot => {
  const sum = new SnapshotBuilder()
  for (const text of texts.all()) {
    const change: WrittenChange = JSON.parse(text)
    sum.add(change)
    each(change, text.length)
  }
  const { snapshot } = sum
  if (snapshot.accounts.accounts !== undefined) return snapshot
  throw new SandboxError('invalid_snapshot', 'its rows are incomplete: there is no account in them')
}
