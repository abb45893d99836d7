/** The receivers of webhooks in a run: each delivery has a caller of its own. */
import { within } from '../../kernel/real-time'
import type { ProbedResult } from '../../service/faults/probe'
import { Actor, type CallerTracking } from './actor'

export interface ReceiverAddress {
  readonly uri: string
  /** Whether it is a function. */
  readonly isLocal: boolean
}

/** How long a receiver may take when the flow has crashed, in ms of real time: the flow may have died with its lock. */
const stuckMs = 1000

const connectionClosed: ProbedResult = { status: null, error: 'connection closed', answer: null }

export class RunReceivers {
  readonly #flow: Actor
  readonly #tracking: CallerTracking
  /** Deliveries to servers that are under way. */
  #underway = 0
  /** Functions that have not answered since the flow crashed. */
  readonly #stuck = new Set<string>()

  constructor(flow: Actor, tracking: CallerTracking) {
    this.#flow = flow
    this.#tracking = tracking
  }

  /** Whether a server has a delivery that it has not answered. */
  get areAtWork(): boolean {
    return this.#underway > 0
  }

  async receive({ uri, isLocal }: ReceiverAddress, send: () => Promise<ProbedResult>): Promise<ProbedResult> {
    if (this.#stuck.has(uri)) return connectionClosed
    const receiver = new Actor(this.#flow.run, 'receiver')
    if (!isLocal) this.#underway += 1
    try {
      const answer = receiver.outlives(this.#tracking.as(receiver, send), connectionClosed)
      if (!isLocal || !this.#flow.isDead) return await answer
      const result = await within(stuckMs, answer)
      if (result === null) this.#stuck.add(uri)
      return result ?? connectionClosed
    } finally {
      if (!isLocal) this.#underway -= 1
    }
  }
}
