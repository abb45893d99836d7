/** What commits write: a collection of rows, or the jobs of the timeline. All or nothing: it can take a write back. */
export interface Revertible {
  /** Of the collection. */
  readonly name: string
  /** Its rows go through the states of a machine, in their field `state`. */
  readonly hasStates?: boolean
  /** Puts back what was there before one write: a row, or nothing. */
  revert(id: string, previous: unknown): void
}

/** One row, or one job, that was written. */
export interface Write {
  readonly target: Revertible
  readonly id: string
  /** As it was before; `undefined` where it was inserted. */
  readonly previous: unknown
  /** As this write left it; `undefined` where it was removed. */
  readonly next: unknown
}

/** A row that went from one state to another; an inserted row comes from `new`. */
export interface Move {
  readonly collection: string
  readonly id: string
  readonly from: string
  readonly to: string
}

const none: readonly never[] = Object.freeze([])

/** The journal keeps these lists: a literal has room for its one member, an empty list that grows for seventeen. */
const joined = <T>(list: T[] | null, member: T): T[] => {
  if (list === null) return [member]
  list.push(member)
  return list
}

/** The writes of one commit, and what they did: worked out once, when the first listener asks. */
export class Commit {
  readonly writes: readonly Write[]
  #inserted: readonly Write[] | null = null
  #moves: readonly Move[] | null = null

  constructor(writes: readonly Write[]) {
    this.writes = writes
  }

  /** The writes that inserted something, in their order. */
  get inserted(): readonly Write[] {
    this.#inserted ??= this.writes.filter(({ previous }) => previous === undefined)
    return this.#inserted
  }

  /** The rows that it inserted in this collection, in their order. */
  insertedIn<R>(rows: Revertible & { get(id: string): R | undefined }): readonly R[] {
    let found: R[] | null = null
    for (const { target, next } of this.inserted) if (target === rows) found = joined(found, next as R)
    return found ?? none
  }

  /** The states that it led through, in their order. */
  get moves(): readonly Move[] {
    this.#moves ??= movesIn(this.writes)
    return this.#moves
  }
}

const movesIn = (writes: readonly Write[]): readonly Move[] => {
  let moves: Move[] | null = null
  for (const { target, id, previous, next } of writes) {
    if (target.hasStates !== true || next === undefined) continue
    const [from, to] = [stateOf(previous), stateOf(next)]
    if (from === to) continue
    moves = joined(moves, { collection: target.name, id, from, to })
  }
  return moves ?? none
}

const stateOf = (row: unknown): string =>
  row === undefined ? 'new' : String((row as { readonly state: unknown }).state)
