import type { Row } from '../../kernel/collection'
import type { World } from '../world'
import type { FilterTest } from './filter'
import type { Docs } from './lists'
import type { FilterValue, Scope } from './scope'
import { TextIndex } from './text-index'
import { foldCase } from './words'

/** What an index reads of the rows of its scope. The index asks for it when a search needs it first. */
export abstract class IndexPart {
  /** The number of documents. */
  length = 0
  /** Documents before this position belong to the rows at the same positions; their changes are recorded. */
  kept = 0
  /** Ids of rows to read again. */
  readonly changed = new Set<string>()

  /** Reads a document anew, in ascending order; `null` if it has no row any more. Call `finish` after the last one. */
  abstract set(doc: number, row: Row | null): void
  abstract finish(): void
}

/** The value of one filter in each document. */
export class FilterColumn extends IndexPart {
  readonly #values: FilterValue[] = []
  readonly #of: (row: Row) => FilterValue
  /** Many records have the value of the one before: to fold it again is half of the work. */
  #last: FilterValue = null
  #lastFolded: FilterValue = null

  constructor(of: (row: Row) => FilterValue) {
    super()
    this.#of = of
  }

  set(doc: number, row: Row | null): void {
    const value = row === null ? null : this.#of(row)
    if (value !== this.#last) {
      this.#last = value
      this.#lastFolded = foldValue(value)
    }
    this.#values[doc] = this.#lastFolded
  }

  finish(): void {}

  filter(docs: Docs, wanted: FilterTest): Docs {
    const values = this.#values
    if (wanted.kind === 'range') {
      const { low, high } = wanted
      return docs.filter((doc) => {
        const value = values[doc]
        return typeof value === 'number' && value >= low && value <= high
      })
    }
    const { word } = wanted
    return docs.filter((doc) => {
      const value = values[doc]
      return value === word || (Array.isArray(value) && value.includes(word))
    })
  }
}

/** Filters by words ignore case. */
const foldValue = (value: FilterValue): FilterValue => {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? value.map(foldCase) : foldCase(value)
}

/** The words of all attributes that a query looks through. */
export class TextPart extends IndexPart {
  readonly index = new TextIndex()
  readonly #world: World
  readonly #finds: Scope['finds']
  readonly #queries: readonly (readonly [attribute: string, of: Scope['queries'][string]])[]

  constructor({ finds, queries }: Scope, world: World) {
    super()
    this.#world = world
    this.#finds = finds
    this.#queries = Object.entries(queries)
  }

  set(doc: number, row: Row | null): void {
    const isFound = row !== null && (this.#finds === null || this.#finds(row))
    this.index.set(doc, isFound ? this.#queries.map(([name, of]) => [name, of(row, this.#world)]) : null)
  }

  finish(): void {
    this.index.finish()
  }
}
