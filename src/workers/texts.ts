import type { SqlRow, SqlStorage } from './platform'

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
        ...[this.#first, this.#end, this.#first, end === text.length ? 1 : 0, text.slice(from, end)],
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
    return this.#sql.exec(`${what} WHERE number >= ? AND number < ? ${rest}`, ...[this.#first, this.#end])
  }
}

/** Half of a character would be lost in storage. */
const endOfPart = (text: string, from: number): number => {
  const end = Math.min(text.length, from + lengthMax)
  const isHalf = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
  return isHalf ? end - 1 : end
}
