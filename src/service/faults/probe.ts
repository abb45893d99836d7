import type { JsonObject } from '../../kernel/json'
import type { FailureCode } from '../resources/charge/model'
import type { EventRow } from '../resources/event/model'
import type { DispatchRow } from '../resources/webhook-delivery/model'
import type { FaultEffect } from './model'

/** A request for an operation whose key is good. */
export interface ProbedCall {
  /** `POST` */
  readonly method: string
  /** That of the operation: `/charges/:id/refunds`. */
  readonly path: string
  /** As it was called, with its query. */
  readonly url: () => string
  /** Its parameters; `null` if they cannot be read. */
  readonly input: () => JsonObject | null
  /** Whether it came over a socket: its client waits for as long as that is open. */
  readonly isSocket: boolean
  readonly exchange: {
    /** What it sent: the text of its body, or the parameters of a multipart body. */
    readonly body: string | object
    readonly isReplay: boolean
    /** `null` until there is an answer. */
    readonly outcome: {
      /** 0 when the connection was cut before the operation ran. */
      readonly status: number
      readonly error: Error | null
      readonly code: string | null
      readonly text: string | null
    } | null
  }
}

/** The result of one attempt to deliver. */
export interface ProbedResult {
  /** `null` for no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
}

/** Something that a payer does: pays, refuses or leaves, by `simulate` or on a page. */
export interface PayerAct {
  /** `pay-charge`, as the method of `simulate` is called over HTTP. */
  readonly name: string
  /** The record that it is done to. */
  readonly id: string
  /** Whether its page leads back to the shop. */
  readonly returns: boolean
  /** The page of the shop that a second tab opens again; `null` for none. */
  readonly reopens: string | null
  /** Until when the record waits for its payer, in epoch ms; `null` for ever, or no longer. */
  readonly waitsUntil: () => number | null
}

/** An act that was done. */
export interface DoneAct<T> {
  readonly result: T
  /** Whether the payer returns to the shop. */
  readonly returns: boolean
}

export type SendAttempt = (isForged: boolean, opened?: () => Promise<void>) => Promise<ProbedResult>

/** Sees each request and delivery of a sandbox from within, and makes them fail: for explorations. */
export interface Probe {
  /** Then the sandbox answers no more requests: they come from an earlier run. */
  readonly isOver: boolean
  /** How long deliveries wait before they begin by themselves, in ms of real time. A move of the clock is not slower. */
  readonly patienceMs: number
  /** @param answer runs the operation, with a fault where there is one */
  call(
    call: ProbedCall,
    answer: (effect: FaultEffect | null) => Response | Promise<Response>,
  ): Response | Promise<Response>
  /** Why the bank declines a charge that its payer pays, or the one that is being made (`null`). */
  declines(charge: string | null): FailureCode | null
  /**
   * A payer acts.
   * @param perform does it, now, later or again
   * @returns `null` where it is not done now
   */
  act<T>(act: PayerAct, perform: () => T): DoneAct<T> | null
  /** Called within the commit of the event. */
  eventCreated(event: EventRow): void
  /**
   * Called within the commit of the event, for each of its deliveries. One that is `at once` has no patience.
   * @param isLocal the receiver is a function
   */
  planned(dispatch: DispatchRow, event: EventRow, isLocal: boolean): 'at once' | 'in turn'
  /** Called after deliveries have begun without a move of the clock, and without a wait for them. */
  begunByItself(): void
  /** Whether it is sent before the call that caused it is answered. */
  isEarly(dispatch: DispatchRow): boolean
  /**
   * Until when the answer of a call waits for the deliveries that were sent before it; `null` for not at all.
   * @param arrived resolves when they are answered
   */
  beforeAnswer(dispatches: readonly DispatchRow[], arrived: Promise<void>): Promise<unknown> | null
  /** Whether the next delivery to this address begins while another one is under way. */
  joins(uri: string): boolean
  /**
   * How much later it begins, in ms of the virtual clock.
   * @param hurry lets it begin before that
   */
  delayMs(dispatch: DispatchRow, hurry: () => void): number
  /**
   * Makes an attempt.
   * @param isLocal the receiver is a function
   * @param send sends it once, as it is, or with another amount and the signature of another secret; to an address it calls
   *   `opened` once that is connected, and sends the body when it resolves
   */
  deliver(dispatch: DispatchRow, isLocal: boolean, send: SendAttempt): Promise<ProbedResult>
}

/** Where the parts of a sandbox find its probe. */
export interface Probing {
  probe: Probe | null
}
