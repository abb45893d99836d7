import type { UndoLog } from '../../kernel/commit'
import type { Commit } from '../../kernel/writes'
import { type World, worldOf } from '../world'

/** Collections of records that have an address which is open without a key. */
const addressed: ReadonlySet<string> = new Set(['charges', 'documents', 'exports', 'links'])

/** Finds the world of such a record by its id. Knows nothing until the first is asked for, then follows the commits. */
export class RecordWorlds {
  readonly #undo: UndoLog
  readonly #worlds: () => readonly World[]
  #known: Map<string, World> | null = null
  #unfollow: () => void = () => undefined

  constructor(undo: UndoLog, worlds: () => readonly World[]) {
    this.#undo = undo
    this.#worlds = worlds
  }

  /** `undefined` for an unknown id. The record itself may be gone: a state file that failed undoes commits. */
  of(id: string): World | undefined {
    this.#known ??= this.#look()
    return this.#known.get(id)
  }

  /** After the rows were replaced. */
  forget(): void {
    this.#unfollow()
    this.#known = null
  }

  #look(): Map<string, World> {
    const known = new Map<string, World>()
    for (const world of this.#worlds())
      for (const rows of world.madeCollections)
        if (addressed.has(rows.name)) for (const { id } of rows.snapshot()) known.set(id, world)
    this.#unfollow = this.#undo.subscribe((commit) => follow(commit, known))
    return known
  }
}

const follow = ({ inserted }: Commit, known: Map<string, World>): void => {
  for (const { target, id } of inserted) {
    const world = addressed.has(target.name) ? worldOf(target) : null
    if (world !== null) known.set(id, world)
  }
}
