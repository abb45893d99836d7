import type { Row } from '../../kernel/collection'
import type { Move } from '../../kernel/commit'
import type { ErrorContext } from '../../kernel/errors'
import type { EventRow } from '../resources/event/model'
import type { World } from '../world'

/** A request and its result. It refers to existing rows and texts, which are made readable at the first read. */
export interface JournalEntry {
  readonly id: string
  /** Epoch milliseconds of the virtual clock. */
  readonly at: number
  readonly host: 'api' | 'vault'
  readonly method: string
  readonly path: string
  /** `null` when the key was not valid. */
  readonly world: World | null
  readonly key: 'public' | 'secret' | null
  /** The parameters are decoded from these at a read; `sent` is `null` when the body is empty or too long. */
  readonly query: string
  readonly contentType: string
  readonly sent: string | object | null
  /** 0 when the connection was cut before the operation ran. */
  readonly status: number
  readonly durationMs: number
  readonly error: string | null
  /** What the error tells besides its message, also where the answer does not. */
  readonly details: ErrorContext | null
  readonly answer: string | null
  readonly ignored: readonly string[]
  readonly warnings: readonly string[]
  readonly isReplay: boolean
  /** Id of the fault that was applied, or `header`. */
  readonly fault: string | null
  /** The name of the tool for agents that made it. */
  readonly tool: string | null
  readonly made: RequestWrites
}

/** The rows that a request wrote and the state changes that it made. */
export interface RequestWrites {
  readonly events: readonly EventRow[]
  readonly transactions: readonly Row[]
  readonly moves: readonly Move[]
}

/** In characters. Longer bodies and answers are not kept: they are too long to read. */
export const keptLengthMax = 64 * 1024

/** The last requests. It is not part of the state: no snapshot contains it. */
export class Journal {
  /** Each is called with every new entry. */
  readonly watchers = new Set<(entry: JournalEntry) => void>()
  readonly #size: number
  /** Up to twice as many as are kept: the oldest go together. */
  #entries: JournalEntry[] = []

  constructor(size: number) {
    this.#size = size
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length >= 2 * this.#size) this.#entries = this.entries()
    for (const notify of this.watchers) notify(entry)
  }

  /** Oldest first. */
  entries(): JournalEntry[] {
    return this.#entries.slice(-this.#size)
  }

  /** Removes the entries that fit. */
  clear(fits: (entry: JournalEntry) => boolean): void {
    this.#entries = this.entries().filter((entry) => !fits(entry))
  }
}

const none: readonly never[] = Object.freeze([])

export const nothingMade: RequestWrites = Object.freeze({ events: none, transactions: none, moves: none })
