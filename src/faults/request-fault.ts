import { collection, type Row } from '../kernel/collection'
import type { JsonObject } from '../kernel/json'

/** `request` cuts the connection before anything happens, `response` after the state has changed. */
export const requestDrops = ['request', 'response'] as const
export type RequestDrop = (typeof requestDrops)[number]

/** An answer in place of the service's own; nothing happens then. */
export interface FaultAnswer {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly headers: { readonly [name: string]: string }
  /** A text of any kind in place of the error object, as a gateway in between would send it. */
  readonly body: string | null
}

/** What a fault does to a request. */
export interface FaultEffect {
  /** From and to, in ms of real time: it is the client who waits. */
  readonly delayMs: readonly [number, number]
  readonly respond: FaultAnswer | null
  readonly drop: RequestDrop | null
}

/** What shall go wrong with which requests of an account, in the order in which they come. */
export interface RequestFaultRow extends Row, FaultEffect {
  readonly method: string | null
  /** `/charges`, `/charges/*`; `null` is any. */
  readonly path: string | null
  /** Parameters that the request must have. */
  readonly body: JsonObject | null
  /** The card that the request must be about. */
  readonly card: { readonly fingerprint: string; readonly lastDigits: string } | null
  /** How many requests it spoils, after it let so many pass. */
  readonly times: number
  readonly after: number
  /** Requests that it fitted, spoilt or not. */
  readonly seen: number
  /** Requests that it spoilt. */
  readonly hits: number
}

export const requestFaults = collection<RequestFaultRow>({ name: 'requestFaults', by: {} })

/** A fault before it has met any request. */
export interface RequestFaultInput
  extends Omit<RequestFaultRow, 'id' | 'createdAt' | 'seen' | 'hits' | 'card'> {
  /** The digits of its number, which no row keeps. */
  readonly card: string | null
}

/** How many faults of a kind there ever were: one that was cleared takes its id along. */
export interface FaultCountRow extends Row {
  readonly added: number
}

export const faultCounts = collection<FaultCountRow>({ name: 'faultCounts', by: {} })
