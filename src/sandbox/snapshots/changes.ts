import type { Row, Stored } from '../../kernel/collection'
import type { UndoLog, Write } from '../../kernel/commit'
import type { ClockState, Job, Timeline } from '../../kernel/timeline'
import type { Accounts } from '../../service/accounts'
import { worldOf } from '../../service/world'
import { type Snapshot, type StateParts, takeSnapshot } from './snapshot'
import { type Change, labelOf, type PlacedRow, packSubjects } from './snapshot-builder'

interface KnownCollection {
  readonly label: string
  readonly rows: Stored
}

/** Collects the changes of each commit. */
class CommitChanges {
  readonly #accounts: Accounts
  readonly #timeline: Timeline
  readonly #ids: StateParts['ids']
  readonly #places = new WeakMap<object, KnownCollection>()
  #clock: ClockState
  #idCount: number

  constructor({ accounts, timeline, ids }: StateParts) {
    this.#accounts = accounts
    this.#timeline = timeline
    this.#ids = ids
    this.#clock = timeline.state
    this.#idCount = ids.count
  }

  /** `null` when nothing changed. Reports a change of the clock or the counter until it is saved. */
  of(writes: readonly Write[]): Change | null {
    const { state: clock } = this.#timeline
    const { count } = this.#ids
    const isSame = clock.offset === this.#clock.offset && clock.frozenAt === this.#clock.frozenAt
    if (writes.length === 0 && isSame && count === this.#idCount) return null
    return {
      ...this.#written(writes),
      ...(isSame ? {} : { clock }),
      ...(count === this.#idCount ? {} : { ids: count }),
    }
  }

  saved({ clock, ids }: Change): void {
    this.#clock = clock ?? this.#clock
    this.#idCount = ids ?? this.#idCount
  }

  #written(writes: readonly Write[]): Pick<Change, 'forgotten' | 'rows' | 'jobs'> {
    const rows = new Map<Row, PlacedRow>()
    const forgotten = new Map<string, readonly [label: string, id: string]>()
    const jobIds = new Set<number>()
    // The first write of a row has its position among rows of the same time.
    for (const { target, id } of writes) {
      if (target === this.#timeline) jobIds.add(Number(id))
      else {
        const place = this.#placeOf(target)
        const { label } = place
        const row = place.rows.get(id)
        if (row === undefined) forgotten.set(`${label}/${id}`, [label, id])
        else rows.set(row, [label, row])
      }
    }
    return {
      ...(forgotten.size === 0 ? {} : { forgotten: [...forgotten.values()] }),
      ...(rows.size === 0 ? {} : { rows: packSubjects([...rows.values()], rows) }),
      ...(jobIds.size === 0 ? {} : { jobs: this.#jobs(jobIds) }),
    }
  }

  #jobs(ids: ReadonlySet<number>): NonNullable<Change['jobs']> {
    const added: Job[] = []
    const gone: number[] = []
    for (const id of ids) {
      const job = this.#timeline.job(id)
      if (job === undefined) gone.push(id)
      else added.push(job)
    }
    return { planned: this.#timeline.count, added, gone }
  }

  #placeOf(target: object): KnownCollection {
    const known = this.#places.get(target)
    if (known !== undefined) return known
    const world = worldOf(target)
    const rows = (world ?? this.#accounts).collections.find((collection) => collection === target)
    if (rows === undefined) throw new Error('something was written that belongs to no world')
    const place = { label: labelOf(world?.key ?? '', rows.name), rows }
    this.#places.set(target, place)
    return place
  }
}

/** Saves the state outside of the process. */
export interface Keeper {
  /**
   * Called before a change is answered. When it throws, the change is undone.
   * @param whole the state with this change, to write the file anew
   */
  add(change: Change, whole: () => Snapshot): void
  /** Replaces the saved state. */
  replace(snapshot: Snapshot): void
}

/**
 * Gives the present state to `keeper`, and from then on each change.
 * @param isSaved the keeper holds exactly the present state already
 * @returns a function to call with the snapshot after a restore
 */
export const saveState = (
  parts: StateParts,
  undo: UndoLog,
  keeper: Keeper,
  isSaved: boolean,
): ((snapshot: Snapshot) => void) => {
  const whole = (): Snapshot => takeSnapshot(parts)
  let changes = new CommitChanges(parts)
  const replace = (snapshot: Snapshot): void => {
    keeper.replace(snapshot)
    // Not before: when `replace` throws, the previous state is loaded again and its saved changes stay valid.
    changes = new CommitChanges(parts)
  }
  if (!isSaved) replace(whole())
  undo.saveWith((writes) => {
    const change = changes.of(writes)
    if (change === null) return
    keeper.add(change, whole)
    changes.saved(change)
  })
  return replace
}
