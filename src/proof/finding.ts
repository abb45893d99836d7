import type { Row } from '../kernel/collection'

/** A broken rule in one part of a state: `worlds.acct_sandbox/test.charges.chrg_test_….currency`. */
export interface Finding {
  readonly path: string
  readonly message: string
}

/** Reports a broken rule of a row of a world. */
export type ReportRow = (collection: string, row: Pick<Row, 'id'>, rule: string) => void

/** Reports a broken rule of the row at hand. */
export type Report = (rule: string) => void

/** Enough for one message: users fix these findings, then try again. */
const findingsMax = 20

export class Findings {
  readonly list: Finding[] = []

  get areMany(): boolean {
    return this.list.length >= findingsMax
  }

  add(path: string, message: string): void {
    if (!this.areMany) this.list.push({ path, message })
  }

  /** For the rows of one world; `''` means the rows that all worlds share. */
  of(world: string): ReportRow {
    const start = world === '' ? 'accounts' : `worlds.${world}`
    return (collection, { id }, rule) => this.add(`${start}.${collection}.${id}`, `${id} ${rule}`)
  }
}
