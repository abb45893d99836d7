/** Whether receivers ask the service for what an event is about, or believe what it says: forged copies too. */
import { deferred } from '../../kernel/deferred'
import { within } from '../../kernel/real-time'
import type { ProbedCall, ProbedResult } from '../../service/faults/probe'
import { isSuccess } from '../../service/webhooks/outbox'

/** An event whose forged copy was believed, and its receiver. */
export interface BelievedCopy {
  readonly name: string
  readonly uri: string
}

interface HandledDelivery extends BelievedCopy {
  /** The event, its record and the charge. */
  readonly records: readonly string[]
  /** Whether the receiver is a function. */
  readonly isLocal: boolean
}

/** An attempt at its receiver. */
interface Handling extends HandledDelivery {
  readonly isForged: boolean
  /** Who handles it; `null` where that is unknown, as behind a socket. */
  by: object | null
  isUnderWay: boolean
  isAccepted: boolean
  hasAsked: boolean
  readonly asked: () => void
  readonly hasBeenAsked: Promise<void>
}

/** How long a receiver that has accepted a forged copy may take to ask, in ms of real time: a job of a queue does it. */
const askMs = 300

export class ReceiverAsks {
  readonly #handlings: Handling[] = []
  readonly #caller: () => object | null

  /** @param caller who makes the current call; `null` if unknown */
  constructor(caller: () => object | null) {
    this.#caller = caller
  }

  /** The addresses of receivers that ask for the record or the event, when they get one. */
  get askers(): readonly string[] {
    return this.#handlings.filter(({ hasAsked }) => hasAsked).map(({ uri }) => uri)
  }

  /** Accepted by a receiver that asks for nothing: one that asks may ignore an event. */
  get believed(): readonly BelievedCopy[] {
    const { askers } = this
    return this.#handlings.filter(
      ({ isForged, isAccepted, uri }) => isForged && isAccepted && !askers.includes(uri),
    )
  }

  called({ method, url }: ProbedCall): void {
    if (this.#handlings.length === 0 || method !== 'GET') return
    const caller = this.#caller()
    for (const handling of this.#handlings) {
      const { by, isUnderWay, records, hasAsked } = handling
      const isOfReceiver = by === null ? isUnderWay : caller === by
      if (hasAsked || !isOfReceiver || !records.some((id) => url().includes(id))) continue
      handling.hasAsked = true
      handling.asked()
    }
  }

  /** A delivery is sent. */
  begin(delivery: HandledDelivery, isForged: boolean): Handling {
    const { promise, resolve } = deferred()
    const state = { by: null, isUnderWay: true, isAccepted: false, hasAsked: false }
    const handling = { ...delivery, ...state, isForged, hasBeenAsked: promise, asked: resolve }
    this.#handlings.push(handling)
    return handling
  }

  /** Called as the receiver, before it gets the delivery. */
  reaches(handling: Handling): void {
    handling.by = this.#caller()
  }

  answered(handling: Handling, { status }: ProbedResult): void {
    handling.isAccepted = isSuccess(status)
    handling.isUnderWay = false
  }

  /** Behind a socket the receiver of a forged copy has some time to ask once it has accepted. */
  async waitFor(handling: Handling): Promise<void> {
    if (!handling.isAccepted || handling.isLocal) return
    handling.isUnderWay = true
    await within(askMs, handling.hasBeenAsked)
    handling.isUnderWay = false
  }
}
