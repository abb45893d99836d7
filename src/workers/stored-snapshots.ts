import { errorMessage, SandboxError } from '../kernel/sandbox-error'
import { otherVersion, type Snapshot } from '../sandbox/snapshots/snapshot'
import { textsOf } from '../sandbox/snapshots/snapshot-builder'
import { keptMax, type SnapshotShelf, type StoredSnapshot } from '../sandbox/snapshots/snapshot-shelf'
import { stateVersion } from '../sandbox/snapshots/version'
import type { ObjectState } from './object-state'
import type { ObjectStorage, SqlRow, SqlValue } from './platform'
import { FactTable, stateIn, Texts } from './texts'

type ListedSnapshot = Omit<StoredSnapshot, 'snapshot'>

/** Snapshots that are taken over HTTP, in the storage of the object: it may sleep before they are restored. */
export class StoredSnapshots implements SnapshotShelf {
  readonly #storage: ObjectStorage
  readonly #writer: Pick<ObjectState, 'write'>
  readonly #facts: FactTable

  /** @param writer refuses what comes after the state was deleted */
  constructor(storage: ObjectStorage, writer: Pick<ObjectState, 'write'>) {
    this.#storage = storage
    this.#writer = writer
    this.#facts = new FactTable(storage)
    storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS snapshots (shelf INTEGER PRIMARY KEY, now TEXT NOT NULL, name TEXT, version TEXT NOT NULL)',
    )
  }

  put({ snapshot, now, name }: Omit<StoredSnapshot, 'id'>): StoredSnapshot {
    return this.#writer.write(() => {
      const shelf = this.#facts.next('snapshots')
      const texts = new Texts(this.#storage.sql, shelf)
      for (const text of textsOf(snapshot)) texts.add(text)
      this.#rows(
        'INSERT INTO snapshots (shelf, now, name, version) VALUES (?, ?, ?, ?)',
        shelf,
        now,
        name,
        String(stateVersion),
      )
      const [oldest] = this.#rows('SELECT min(shelf) AS shelf, count(*) AS count FROM snapshots')
      if (Number(oldest?.count) > keptMax) this.drop(idOf(Number(oldest?.shelf)))
      return { id: idOf(shelf), now, name, snapshot }
    })
  }

  get(id: string): StoredSnapshot | undefined {
    const shelf = shelfOf(id)
    const [row] = this.#rows('SELECT * FROM snapshots WHERE shelf = ?', shelf)
    if (row === undefined) return undefined
    const read = (): Snapshot => this.#read(shelf, Number(row.version))
    return {
      ...listed(row),
      // Read only at its use: a damaged one must still be found, so that it can be deleted.
      get snapshot() {
        return read()
      },
    }
  }

  #read(shelf: number, version: number): Snapshot {
    try {
      if (version !== stateVersion) throw new Error(otherVersion(version))
      return stateIn(new Texts(this.#storage.sql, shelf))
    } catch (error) {
      const id = idOf(shelf)
      throw new SandboxError(
        'invalid_snapshot',
        `what is stored of the snapshot ${id} cannot be used: ${errorMessage(error)}; delete it with DELETE /_sandbox/snapshots/${id}`,
        { cause: error },
      )
    }
  }

  all(): readonly ListedSnapshot[] {
    return this.#rows('SELECT * FROM snapshots ORDER BY shelf').map(listed)
  }

  get count(): number {
    return Number(this.#rows('SELECT count(*) AS count FROM snapshots')[0]?.count)
  }

  latest(count: number): readonly ListedSnapshot[] {
    return this.#rows('SELECT * FROM snapshots ORDER BY shelf DESC LIMIT ?', count).map(listed)
  }

  drop(id: string): boolean {
    const shelf = shelfOf(id)
    return this.#writer.write(() => {
      const [found] = this.#rows('DELETE FROM snapshots WHERE shelf = ? RETURNING shelf', shelf)
      if (found !== undefined) new Texts(this.#storage.sql, shelf).clear()
      return found !== undefined
    })
  }

  #rows(statement: string, ...values: SqlValue[]): readonly SqlRow[] {
    return [...this.#storage.sql.exec(statement, ...values)]
  }
}

const idOf = (shelf: number): string => `snap_${shelf}`

/** 0, which is the shelf of no snapshot, for what is no id. */
const shelfOf = (id: string): number => Number(/^snap_(\d{1,9})$/.exec(id)?.[1] ?? 0)

const listed = ({ shelf, now, name }: SqlRow): ListedSnapshot => ({
  id: idOf(Number(shelf)),
  now: String(now),
  name: name === null ? null : String(name),
})
