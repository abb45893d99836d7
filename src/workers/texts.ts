import { SandboxError } from '../kernel/sandbox-error'
import type { Snapshot } from '../sandbox/snapshots/snapshot'
import { SnapshotBuilder } from '../sandbox/snapshots/snapshot-builder'
import type { ObjectStorage, SqlRow, SqlStorage } from './platform'

/** A value of the storage holds 2 MB, and no character takes more than three bytes. */
const lengthMax = 500_000
/** Numbers of one shelf. */
const shelfSize = 2 ** 32

/** Texts on numbered shelves, each with its texts in order. A long text takes several rows. */
export class Texts {
  readonly #sql: SqlStorage
  readonly #first: number
  readonly #end: number

  constructor(sql: SqlStorage, shelf: number) {
    this.#sql = sql
    this.#first = shelf * shelfSize
    this.#end = this.#first + shelfSize
    sql.exec(
      'CREATE TABLE IF NOT EXISTS texts (number INTEGER PRIMARY KEY, ends INTEGER NOT NULL, text TEXT NOT NULL)',
    )
  }

  add(text: string): void {
    let from = 0
    do {
      const end = endOfPart(text, from)
      // The number is looked up and not counted here, as a transaction may be rolled back.
      this.#sql.exec(
        `INSERT INTO texts (number, ends, text) VALUES (coalesce((
           SELECT number + 1 FROM texts WHERE number >= ? AND number < ? ORDER BY number DESC LIMIT 1), ?), ?, ?)`,
        this.#first,
        this.#end,
        this.#first,
        end === text.length ? 1 : 0,
        text.slice(from, end),
      )
      from = end
    } while (from < text.length)
  }

  *all(): Generator<string> {
    let begun = ''
    for (const { ends, text } of this.#rows('SELECT ends, text FROM texts', 'ORDER BY number')) {
      begun += String(text)
      if (ends !== 1) continue
      yield begun
      begun = ''
    }
  }

  clear(): void {
    this.#rows('DELETE FROM texts')
  }

  #rows(what: string, rest = ''): Iterable<SqlRow> {
    return this.#sql.exec(`${what} WHERE number >= ? AND number < ? ${rest}`, this.#first, this.#end)
  }
}

/** Half of a character would be lost in storage. */
const endOfPart = (text: string, from: number): number => {
  const end = Math.min(text.length, from + lengthMax)
  const isHalf = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return isHalf ? end - 1 : end
}

/** What an object knows of itself before it reads its state. */
export interface OwnFacts {
  /** The version of the format of its rows. */
  readonly format: number
  /** The version of the package that wrote its state. */
  readonly version: string
  /** The name in the keys of its account. */
  readonly account: string
  /** Where callers reached it last, such as `https://sandbox.example.workers.dev`. */
  readonly origin: string
  /** The day of its last use, since 1970. Absent where an earlier version wrote it. */
  readonly usedOn?: number
}

/** Whether an object has a state. To look for it writes nothing: a visit must not make one. */
export const isStored = ({ sql }: Pick<ObjectStorage, 'sql'>): boolean =>
  [...sql.exec("SELECT name FROM sqlite_master WHERE name = 'facts'")].length > 0

/** Facts by name, in a table. */
export class FactTable {
  readonly #sql: ObjectStorage['sql']

  constructor({ sql }: Pick<ObjectStorage, 'sql'>) {
    this.#sql = sql
    sql.exec('CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID')
  }

  /** `null` for an object without a state. */
  read(): OwnFacts | null {
    const [row] = this.#sql.exec("SELECT value FROM facts WHERE name = 'own'")
    return typeof row?.value === 'string' ? JSON.parse(row.value) : null
  }

  write(facts: OwnFacts): void {
    this.#sql.exec("INSERT OR REPLACE INTO facts (name, value) VALUES ('own', ?)", JSON.stringify(facts))
  }

  /** The next number of a series that never repeats one. */
  next(series: string): number {
    const number = this.number(series) + 1
    this.setNumber(series, number)
    return number
  }

  /** 0 for one that was not set. */
  number(name: string): number {
    const [row] = this.#sql.exec('SELECT value FROM facts WHERE name = ?', name)
    return Number(row?.value ?? 0)
  }

  setNumber(name: string, number: number): void {
    this.#sql.exec('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, String(number))
  }
}

/**
 * The state that the changes in texts make.
 *
 * @param each called with the number of characters of each change
 * @throws SandboxError `invalid_snapshot` when rows are missing; SyntaxError for a text that is damaged
 */
export const stateIn = (texts: Texts, each: (length: number) => void = () => undefined): Snapshot => {
  const sum = new SnapshotBuilder()
  for (const text of texts.all()) {
    sum.add(JSON.parse(text))
    each(text.length)
  }
  const { snapshot } = sum
  if (snapshot !== null) return snapshot
  throw new SandboxError('invalid_snapshot', 'its rows are incomplete')
}
