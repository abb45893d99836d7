import type { ObjectStorage } from './platform'

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

/** Facts by name, in a table of their own. */
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
    const [row] = this.#sql.exec('SELECT value FROM facts WHERE name = ?', series)
    const number = Number(row?.value ?? 0) + 1
    this.#sql.exec('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', series, String(number))
    return number
  }
}
