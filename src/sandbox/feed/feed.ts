import type { Commit } from '../../kernel/commit'
import { uuid } from '../../kernel/digest'
import type { JournalEntry } from '../../service/http/journal'
import type { EventRow } from '../../service/resources/event/model'
import type { WebhookDeliveryRow } from '../../service/resources/webhook-delivery/model'
import { type World, worldOf } from '../../service/world'
import type { SandboxParts } from '../parts'

/** One entry of the feed: pointers to existing rows, rendered when a reader takes it. */
export type FeedEntry =
  | { readonly kind: 'request'; readonly request: JournalEntry }
  | { readonly kind: 'event'; readonly world: World; readonly event: EventRow }
  | {
      readonly kind: 'delivery'
      readonly world: World
      readonly row: WebhookDeliveryRow
      readonly event: EventRow
    }
  /** The clock was moved, stopped or resumed. */
  | { readonly kind: 'clock'; readonly now: string; readonly frozen: boolean }
  /** The state of one account, or of all, was restored: earlier entries are no longer valid. */
  | { readonly kind: 'reset'; readonly account: string | null }

/** A reader of the feed at its own pace. */
export interface FeedReader {
  /** Of the next entry to read. */
  number: number
  /** Ended by either side: no entry comes any more. */
  isOver: boolean
  /**
   * Takes the next entry without waiting: `null` when there is none yet, `gone` when it is no longer kept; reading then
   * continues with the next new entry.
   */
  take(): FeedEntry | 'gone' | null
  /** Resolves when `wake` is called: at the next entry and at the end. */
  waits(): Promise<void>
  wake(): void
  end(): void
}

/** Number of entries kept for slow readers and for readers that reconnect. */
const keptMax = 5000

/**
 * The feed of a sandbox: requests, events, deliveries and moves of the clock, in order. It is not part of the state.
 * Before its first reader it costs nothing. A reader that is too slow misses the entries that are no longer kept, and gets a
 * message about that.
 */
export class Feed {
  /** Distinguishes this feed from those of other sandboxes and earlier processes. */
  readonly name = uuid().slice(0, 8)
  readonly #parts: SandboxParts
  readonly #readers = new Set<FeedReader>()
  /** By number. */
  readonly #latest = new Map<number, FeedEntry>()
  /** Number of the next entry. */
  #next = 0
  #unfollow: (() => void) | null = null
  #isClosed = false

  constructor(parts: SandboxParts) {
    this.#parts = parts
  }

  /**
   * Reads from the number `from` on. Default: from the next entry.
   * @param onEnd called at the end, by either side
   */
  read(from: number = this.#next, onEnd: () => void = () => undefined): FeedReader {
    const reader: FeedReader = {
      number: from,
      isOver: false,
      take: () => {
        if (reader.number === this.#next) return null
        const found = this.#latest.get(reader.number)
        reader.number = found === undefined ? this.#next : reader.number + 1
        return found ?? 'gone'
      },
      waits: () =>
        new Promise((resolve) => {
          reader.wake = resolve
        }),
      wake: () => undefined,
      end: () => {
        if (reader.isOver) return
        reader.isOver = true
        this.#readers.delete(reader)
        onEnd()
        reader.wake()
      },
    }
    if (this.#isClosed) {
      reader.end()
      return reader
    }
    this.#unfollow ??= this.#follow()
    this.#readers.add(reader)
    return reader
  }

  /** Ends every reader, also future ones. */
  close(): void {
    this.#isClosed = true
    for (const reader of [...this.#readers]) reader.end()
    this.#unfollow?.()
  }

  #follow(): () => void {
    const { undo, journal, clock, state } = this.#parts
    const asked = (request: JournalEntry): void => this.#add({ kind: 'request', request })
    const moved = (): void =>
      this.#add({ kind: 'clock', now: clock.now().toISOString(), frozen: clock.frozen })
    const reset = (account: string | null): void => this.#add({ kind: 'reset', account })
    const unsubscribe = undo.subscribe((commit) => this.#addCommit(commit))
    journal?.watchers.add(asked)
    clock.moves.add(moved)
    state.watchers.add(reset)
    return () => {
      unsubscribe()
      journal?.watchers.delete(asked)
      clock.moves.delete(moved)
      state.watchers.delete(reset)
    }
  }

  #addCommit({ inserted }: Commit): void {
    for (const { target, next } of inserted) {
      if (target.name !== 'events' && target.name !== 'webhookDeliveries') continue
      const world = worldOf(target)
      if (world === null) continue
      if (target === world.events) this.#add({ kind: 'event', world, event: next as EventRow })
      else this.#addDelivery(world, next as WebhookDeliveryRow)
    }
  }

  #addDelivery(world: World, row: WebhookDeliveryRow): void {
    const event = world.events.get(row.event)
    if (event !== undefined) this.#add({ kind: 'delivery', world, row, event })
  }

  #add(entry: FeedEntry): void {
    this.#latest.set(this.#next, entry)
    this.#latest.delete(this.#next - keptMax)
    this.#next += 1
    for (const reader of this.#readers) reader.wake()
  }
}
