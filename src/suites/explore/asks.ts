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
  onAsk: (() => void) | null
}

/** How long a receiver that has accepted a forged copy may take to ask, in ms of real time: a job of a queue does it. */
const askMs = 300

/** The id of a record in an address. */
const recordId = /\/[a-z]+_(?:test_)?[0-9a-z]{19}\b/

export class ReceiverAsks {
  /** Whether the flow asks for records by itself, too: then a call while it runs says nothing of a receiver behind a socket. */
  flowAsks = false
  readonly #handlings: Handling[] = []
  readonly #caller: () => object | null
  #ignoresFlow = false

  /** @param caller who makes the current call; `null` if unknown */
  constructor(caller: () => object | null) {
    this.#caller = caller
  }

  /** @param first whether the flow asked for records by itself in the first run */
  follow(first: { readonly flowAsks: boolean } | null): void {
    this.#ignoresFlow = first?.flowAsks ?? false
  }

  /** The addresses of receivers that ask for the record or the event, when they get one. */
  get askers(): readonly string[] {
    return this.#handlings.filter(({ hasAsked }) => hasAsked).map(({ uri }) => uri)
  }

  /** Accepted, and not asked about. Of a receiver that asks about other events it means nothing: it may ignore this one. */
  get believed(): readonly BelievedCopy[] {
    return this.#handlings.filter(({ isForged, isAccepted, hasAsked }) => isForged && isAccepted && !hasAsked)
  }

  /** @param ofFlow whether the call may be one of the flow: behind a socket nothing tells who makes it */
  called({ method, url }: ProbedCall, ofFlow: boolean): void {
    if (method !== 'GET') return
    const caller = this.#caller()
    const isAmong = (records: readonly string[]): boolean => records.some((id) => url().includes(id))
    let isExplained = false
    for (const handling of this.#handlings) {
      const { by, isUnderWay, isLocal, records } = handling
      const isOfReceiver = isLocal ? caller === by : isUnderWay
      if (!isOfReceiver || !isAmong(records)) continue
      isExplained = true
      if (handling.hasAsked || (!isLocal && ofFlow && this.#ignoresFlow)) continue
      handling.hasAsked = true
      handling.onAsk?.()
    }
    this.flowAsks ||= ofFlow && !isExplained && recordId.test(url())
  }

  /** A delivery is sent. */
  begin(delivery: HandledDelivery, isForged: boolean): Handling {
    const { name, uri, records, isLocal } = delivery
    const state = { by: null, isUnderWay: true, isAccepted: false, hasAsked: false, onAsk: null }
    const handling: Handling = { name, uri, records, isLocal, isForged, ...state }
    this.#handlings.push(handling)
    return handling
  }

  /** Called as the receiver, before it gets the delivery: behind a socket its calls are others. */
  reaches(handling: Handling): void {
    if (handling.isLocal) handling.by = this.#caller()
  }

  answered(handling: Handling, { status }: ProbedResult): void {
    handling.isAccepted = isSuccess(status)
    handling.isUnderWay = false
  }

  /** Behind a socket the receiver of a forged copy has some time to ask once it has accepted. */
  async waitFor(handling: Handling): Promise<void> {
    if (!handling.isAccepted || handling.isLocal || handling.hasAsked) return
    const { promise, resolve } = deferred()
    handling.onAsk = resolve
    handling.isUnderWay = true
    await within(askMs, promise)
    handling.isUnderWay = false
  }
}
