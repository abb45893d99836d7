import type { Commit } from '../../kernel/commit'
import { uuid } from '../../kernel/digest'
import { afterMsIfAlive, yieldToEventLoop } from '../../kernel/real-time'
import type { JournalEntry } from '../../service/http/journal'
import type { EventRow } from '../../service/resources/event/model'
import type { WebhookDeliveryRow } from '../../service/resources/webhook-delivery/model'
import { type World, worldOf } from '../../service/world'
import type { SandboxParts } from '../parts'

/** One entry of the feed: pointers to existing rows, rendered when a reader takes it. */
export type Happening =
  | { readonly kind: 'request'; readonly entry: JournalEntry }
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

/** A reader of the feed at its own pace. It only holds a number. */
export interface FeedReader {
  /** Number of the next entry to read. */
  number: number
  readonly isOver: boolean
  /**
   * Takes the next entry without waiting: `null` when there is none yet, `gone` when it is no longer kept; reading then
   * continues with the next new entry.
   */
  take(): Happening | 'gone' | null
  wake(): void
  end(): void
}

interface ReaderEnds {
  readonly onWake?: () => void
  readonly onEnd?: () => void
}

/** Number of entries kept for slow readers and for readers that reconnect. */
const keptMax = 5000
/** Bytes of rendered entries kept, so that readers that keep up share them. */
const keptBytesMax = 8 * 1024 * 1024
/** How long the feed continues without readers, in ms: a reader that lost its connection returns within seconds. */
const lingerMs = 60_000

/**
 * The feed of a sandbox: requests, events, deliveries and moves of the clock, in order. It is not part of the state.
 * Without readers it costs nothing. All readers share one ring buffer, so that a slow reader uses no extra memory: it
 * misses the entries that have left the ring, and gets a message about that.
 */
export class Feed {
  /** Distinguishes this feed from those of other sandboxes and earlier processes. */
  readonly name = uuid().slice(0, 8)
  readonly #parts: SandboxParts
  readonly #readers = new Set<FeedReader>()
  /** Entry number n is at position n modulo the size. */
  #ring: Happening[] = []
  /** Numbers of the oldest kept entry and of the next one. */
  #first = 0
  #next = 0
  /** Entries rendered for their first reader, by number; oldest first. */
  readonly #made = new Map<number, Uint8Array>()
  #madeBytes = 0
  #isWaking = false
  #unfollow: (() => void) | null = null
  #stopLinger = (): void => undefined
  #isClosed = false

  constructor(parts: SandboxParts) {
    this.#parts = parts
  }

  /**
   * Reads from the number `from` on. Default: from the next entry.
   * @param onWake called when there may be an entry to take, and at the end
   * @param onEnd called at the end, by either side
   */
  read(from: number = this.#next, { onWake, onEnd }: ReaderEnds = {}): FeedReader {
    let isOver = false
    const reader: FeedReader = {
      number: from,
      get isOver() {
        return isOver
      },
      take: () => {
        const found = this.#at(reader.number)
        if (found === 'gone') reader.number = this.#next
        else if (found !== null) reader.number += 1
        return found
      },
      wake: () => onWake?.(),
      end: () => {
        if (isOver) return
        isOver = true
        this.#leave(reader)
        onEnd?.()
        onWake?.()
      },
    }
    if (this.#isClosed) {
      reader.end()
      return reader
    }
    this.#stopLinger()
    this.#unfollow ??= this.#follow()
    this.#readers.add(reader)
    return reader
  }

  /** `null` for a future entry; `gone` for one that is no longer kept or never existed. */
  #at(number: number): Happening | 'gone' | null {
    if (number < this.#first || number > this.#next) return 'gone'
    return number === this.#next ? null : (this.#ring[number % keptMax] ?? 'gone')
  }

  /** The entry of this number, rendered by `make` once for all readers that keep up. */
  made(number: number, make: () => Uint8Array): Uint8Array {
    const known = this.#made.get(number)
    if (known !== undefined) return known
    const bytes = make()
    this.#made.set(number, bytes)
    this.#madeBytes += bytes.length
    for (const [oldest, { length }] of this.#made) {
      if (this.#madeBytes <= keptBytesMax) break
      this.#made.delete(oldest)
      this.#madeBytes -= length
    }
    return bytes
  }

  /** Ends every reader, also future ones. */
  close(): void {
    this.#isClosed = true
    for (const reader of [...this.#readers]) reader.end()
    this.#stopLinger()
    this.#unfollow?.()
    this.#unfollow = null
  }

  #leave(reader: FeedReader): void {
    if (!this.#readers.delete(reader) || this.#readers.size > 0) return
    this.#stopLinger = afterMsIfAlive(lingerMs, () => this.#stop())
  }

  #stop(): void {
    this.#stopLinger()
    this.#unfollow?.()
    this.#unfollow = null
    this.#ring = []
    this.#made.clear()
    this.#madeBytes = 0
    // Entries without readers are counted too, so that a returning reader learns that it missed some.
    this.#next += 1
    this.#first = this.#next
  }

  #follow(): () => void {
    const { undo, journal, clock, state } = this.#parts
    const asked = (entry: JournalEntry): void => this.#add({ kind: 'request', entry })
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

  #add(happening: Happening): void {
    this.#ring[this.#next % keptMax] = happening
    this.#next += 1
    this.#first = Math.max(this.#first, this.#next - keptMax)
    if (this.#readers.size > 0 && !this.#isWaking) void this.#wakeSoon()
  }

  /** Once in each turn of the event loop and after its answers, so that readers hardly slow down requests. */
  async #wakeSoon(): Promise<void> {
    this.#isWaking = true
    await yieldToEventLoop()
    this.#isWaking = false
    for (const reader of [...this.#readers]) reader.wake()
  }
}
