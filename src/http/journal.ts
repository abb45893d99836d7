import type { Row, Sequence } from '../kernel/collection'
import type { Write } from '../kernel/commit'
import type { EventRow } from '../resources/event/model'
import { type Move, movesIn } from '../resources/moves'
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

/** Where two collections and the commits ended before an operation, to tell what it added. */
export interface Mark {
  readonly event: EventRow | null
  readonly transaction: Row | null
  readonly writes: readonly Write[]
}

const lastOf = <R extends Row>(rows: Sequence<R>): R | null =>
  rows.length === 0 ? null : rows.at(rows.length - 1)

export const markOf = ({ events, transactions, latestWrites }: World): Mark => ({
  event: lastOf(events),
  transaction: lastOf(transactions),
  writes: latestWrites,
})

const none: readonly never[] = Object.freeze([])

export const nothingMade: Made = Object.freeze({ events: none, transactions: none, moves: none })

export const madeSince = ({ events, transactions, latestWrites }: World, mark: Mark): Made =>
  latestWrites === mark.writes
    ? nothingMade
    : {
        events: addedSince(events, mark.event),
        transactions: addedSince(transactions, mark.transaction),
        moves: movesIn(latestWrites),
      }

/** No request adds more than a handful; a mark that was forgotten since must not lead to the beginning. */
const addedMax = 100

/** The rows that came after `mark`, oldest first. */
export const addedSince = <R extends Row>(rows: Sequence<R>, mark: Row | null): readonly R[] => {
  let from = rows.length
  while (from > 0 && rows.length - from < addedMax && rows.at(from - 1) !== mark) from -= 1
  if (from === rows.length) return none
  const added: R[] = []
  for (; from < rows.length; from += 1) added.push(rows.at(from))
  return added
}
