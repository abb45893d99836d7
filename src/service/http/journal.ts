import type { Row } from '../../kernel/collection'
import type { Commit, Move } from '../../kernel/writes'
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
  answer: string | null
  readonly ignored: readonly string[]
  readonly warnings: readonly string[]
  readonly isReplay: boolean
  /** Id of the fault that was applied, or `header`. */
  readonly fault: string | null
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

/**
 * The answers of successes are kept for this many requests. Those of errors are kept longer, because they are short and
 * more useful. The garbage collector copies twice what lives for a thousand requests: keeping all answers made
 * POST /charges slower by a sixth.
 */
const answersKept = 100

/** The last requests, in a ring buffer. It is not part of the state: no snapshot contains it. */
export class Journal {
  /** Each is called with every new entry. */
  readonly watchers = new Set<(entry: JournalEntry) => void>()
  readonly #size: number
  #ring: JournalEntry[] = []
  /** The index of the next entry once the ring is full, which is that of the oldest one. */
  #next = 0

  constructor(size: number) {
    this.#size = size
  }

  add(entry: JournalEntry): void {
    const older = this.#back(answersKept)
    if (older !== undefined && older.status < 400) older.answer = null
    if (this.#ring.length < this.#size) this.#ring.push(entry)
    else {
      this.#ring[this.#next] = entry
      this.#next = (this.#next + 1) % this.#size
    }
    for (const notify of this.watchers) notify(entry)
  }

  /** Oldest first. */
  entries(): JournalEntry[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
  }

  /** The entry added `count` entries before the next one. */
  #back(count: number): JournalEntry | undefined {
    const { length } = this.#ring
    return count > length ? undefined : this.#ring[(this.#next - count + length) % length]
  }

  /** Removes the entries that fit. Default: all. */
  clear(fits: (entry: JournalEntry) => boolean = () => true): void {
    this.#ring = this.entries().filter((entry) => !fits(entry))
    this.#next = 0
  }
}

const none: readonly never[] = Object.freeze([])

export const nothingMade: RequestWrites = Object.freeze({ events: none, transactions: none, moves: none })

/** What an operation created in this world, in one commit; `before` is the last commit before it. */
export const madeSince = ({ events, transactions, latestCommit }: World, before: Commit): RequestWrites =>
  latestCommit === before
    ? nothingMade
    : {
        events: latestCommit.insertedIn(events),
        transactions: latestCommit.insertedIn(transactions),
        moves: latestCommit.moves,
      }
