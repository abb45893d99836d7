import type { Row } from '../kernel/collection'
import type { Commit, Move } from '../kernel/writes'
import type { EventRow } from '../resources/event/model'
import type { World } from '../world'

/** What a request did and what came of it: pointers to what is there anyway, made readable when somebody looks. */
export interface JournalEntry {
  readonly id: string
  /** Epoch milliseconds of the virtual clock. */
  readonly at: number
  readonly host: 'api' | 'vault'
  readonly method: string
  readonly path: string
  /** `null` when the key opened none. */
  readonly world: World | null
  readonly key: 'public' | 'secret' | null
  /** What its parameters are read from when somebody looks; `sent` is `null` when there is none or too much. */
  readonly query: string
  readonly contentType: string
  readonly sent: string | object | null
  /** 0 when the connection was cut before anything happened. */
  readonly status: number
  readonly durationMs: number
  readonly error: string | null
  answer: string | null
  readonly ignored: readonly string[]
  readonly isReplay: boolean
  /** Id of the fault that spoiled it, or `header`. */
  readonly fault: string | null
  readonly made: Made
}

/** What a request wrote that somebody may want to know. */
export interface Made {
  readonly events: readonly EventRow[]
  readonly transactions: readonly Row[]
  readonly moves: readonly Move[]
}

/** Longer bodies and answers are not kept: they are too long to be read by anybody. */
export const keptLengthMax = 64 * 1024

/**
 * Of so many requests the answers of successes are kept; refusals are kept longer, as they are short and somebody
 * will want to know. What lives for a thousand requests is moved twice by the garbage collector: keeping all made
 * POST /charges slower by a sixth.
 */
const answersKept = 100

/** The last requests, in a ring of a fixed size. It is no state: no snapshot holds it. */
export class Journal {
  /** Told of each new entry. */
  readonly watchers = new Set<(entry: JournalEntry) => void>()
  readonly #size: number
  #ring: JournalEntry[] = []
  /** Where the next entry goes once the ring is full: the oldest one stands there. */
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
    for (const tell of this.watchers) tell(entry)
  }

  /** Oldest first. */
  entries(): JournalEntry[] {
    return [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
  }

  /** The entry that was added so many before the next one. */
  #back(count: number): JournalEntry | undefined {
    const { length } = this.#ring
    return count > length ? undefined : this.#ring[(this.#next - count + length) % length]
  }

  /** Forgets those that fit, or all. */
  clear(fits: (entry: JournalEntry) => boolean = () => true): void {
    this.#ring = this.entries().filter((entry) => !fits(entry))
    this.#next = 0
  }
}

const none: readonly never[] = Object.freeze([])

export const nothingMade: Made = Object.freeze({ events: none, transactions: none, moves: none })

/** What an operation in this world made, in one commit; `before` is the last commit before it. */
export const madeSince = ({ events, transactions, latestCommit }: World, before: Commit): Made =>
  latestCommit === before
    ? nothingMade
    : {
        events: latestCommit.insertedIn(events),
        transactions: latestCommit.insertedIn(transactions),
        moves: latestCommit.moves,
      }
