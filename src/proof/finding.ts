import type { Row } from '../kernel/collection'

/** What is wrong with one part of a state: `worlds.acct_sandbox/test.charges.chrg_test_….currency`. */
export interface Finding {
  readonly path: string
  readonly message: string
}

/** Says what is wrong with a row of a world. */
export type Say = (collection: string, row: Pick<Row, 'id'>, rule: string) => void

/** Says what is wrong with one row. */
export type Tell = (rule: string) => void

/** A reader mends the first ones, and asks again. */
const findingsMax = 20

export class Findings {
  readonly list: Finding[] = []

  get areMany(): boolean {
    return this.list.length >= findingsMax
  }

  add(path: string, message: string): void {
    if (!this.areMany) this.list.push({ path, message })
  }

  /** For the rows of one world; `''` is what all share. */
  of(world: string): Say {
    const start = world === '' ? 'accounts' : `worlds.${world}`
    return (collection, { id }, rule) => this.add(`${start}.${collection}.${id}`, `${id} ${rule}`)
  }
}
