/** Forged copies of events: whether their receivers believe them, or ask the service. */
import { deferred } from '../../kernel/deferred'
import { within } from '../../kernel/real-time'
import type { ProbedCall, ProbedResult } from '../../service/faults/probe'
import { isSuccess } from '../../service/webhooks/outbox'

/** An event whose forged copy was believed, and its receiver. */
export interface TakenCopy {
  readonly name: string
  readonly uri: string
}

/** A forged copy at its receiver. */
interface ForgedCopy extends TakenCopy {
  /** The event, its record and the charge. */
  readonly records: readonly string[]
  /** Who handles it; `null` where that is unknown, as behind a socket. */
  receiver: object | null
  isUnderWay: boolean
  isAccepted: boolean
  /** Whether its receiver has asked the service for one of the records. */
  hasAsked: boolean
  readonly asked: () => void
}

interface ForgedDelivery extends TakenCopy {
  readonly records: readonly string[]
  /** Whether the receiver is a function. */
  readonly isLocal: boolean
}

/** How long a receiver that has accepted a copy may take to ask, in ms of real time: a job of a queue does it. */
const askMs = 300

export class ForgedCopies {
  readonly #copies: ForgedCopy[] = []
  readonly #caller: () => object | null

  /** @param caller who makes the current call; `null` if unknown */
  constructor(caller: () => object | null) {
    this.#caller = caller
  }

  /** Those that were believed. */
  get taken(): readonly TakenCopy[] {
    return this.#copies.filter(({ isAccepted, hasAsked }) => isAccepted && !hasAsked)
  }

  /** A receiver that believes only what it fetches asks for the record, or for the event. */
  called({ method, url }: ProbedCall, caller: object | null): void {
    if (this.#copies.length === 0 || method !== 'GET') return
    for (const copy of this.#copies) {
      const isOfReceiver = caller === null ? copy.isUnderWay : caller === copy.receiver
      if (!isOfReceiver || !copy.records.some((id) => url().includes(id))) continue
      copy.hasAsked = true
      copy.asked()
    }
  }

  /**
   * A copy arrives. Behind a socket its receiver has some time to ask once it has accepted.
   * @param arrive `sent` is called as the receiver, before it gets the copy
   */
  async arrive(
    { isLocal, ...delivery }: ForgedDelivery,
    arrive: (sent: () => void) => Promise<ProbedResult>,
  ): Promise<void> {
    const { promise, resolve } = deferred()
    const state = { receiver: null, isUnderWay: true, isAccepted: false, hasAsked: false }
    const copy: ForgedCopy = { ...delivery, ...state, asked: resolve }
    this.#copies.push(copy)
    const { status } = await arrive(() => {
      copy.receiver = this.#caller()
    })
    copy.isAccepted = isSuccess(status)
    if (copy.isAccepted && !isLocal) await within(askMs, promise)
    copy.isUnderWay = false
  }
}
