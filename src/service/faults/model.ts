import { collection, type Row } from '../../kernel/collection'
import type { JsonObject } from '../../kernel/json'
import type { PlayedAnswer, SignatureFault } from '../resources/webhook-delivery/model'

/** `request` closes the connection before the operation, `response` after the state has changed. */
export const requestDrops = ['request', 'response'] as const
export type RequestDrop = (typeof requestDrops)[number]

/** An answer that is sent instead of running the operation. */
export interface FaultAnswer {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly headers: { readonly [name: string]: string }
  /** A text instead of the error object, like the answer of a gateway. */
  readonly body: string | null
}

/** The effect of a fault on a request. */
export interface FaultEffect {
  /** The shortest and the longest delay, in ms of real time, since the client waits. */
  readonly delayMs: readonly [number, number]
  /** The delay after the operation, before its answer, in ms. */
  readonly holdMs?: readonly [number, number]
  readonly respond: FaultAnswer | null
  readonly drop: RequestDrop | null
}

/** How often a fault is applied to what it matches: requests, or attempts to deliver. */
export interface CountedFault extends Row {
  /** It lets `after` of them pass and is applied to the next `times`. */
  readonly times: number
  readonly after: number
  /** The number that it matched. */
  readonly seen: number
  /** The number that it was applied to. */
  readonly hits: number
}

/** A fault of the requests of an account: which ones it applies to, and its effect. */
export interface RequestFaultRow extends CountedFault, FaultEffect {
  readonly method: string | null
  /** `/charges`, `/charges/*`; `null` matches every path. */
  readonly path: string | null
  /** Parameters that the request must have. */
  readonly body: JsonObject | null
  /** The card that the request must use. */
  readonly card: { readonly fingerprint: string; readonly lastDigits: string } | null
}

export const requestFaults = collection<RequestFaultRow>({ name: 'requestFaults', by: {} })

/** A new fault. */
export interface RequestFaultInput
  extends Omit<RequestFaultRow, 'id' | 'createdAt' | 'seen' | 'hits' | 'card'> {
  /** The digits of the card number, which rows do not keep. */
  readonly card: string | null
}

/** The number of faults of a kind ever added: the id of a cleared fault is not used again. */
export interface FaultCountRow extends Row {
  readonly added: number
}

export const faultCounts = collection<FaultCountRow>({ name: 'faultCounts', by: {} })

/** A fault of the deliveries of an account: which attempts it applies to, and its effects. */
export interface WebhookFaultRow extends CountedFault {
  /** `charge.complete`, `charge.*` or `*`. */
  readonly event: string
  /** A pattern for the URL of the receiver; `null` matches every one. */
  readonly url: string | null
  /** In ms of the virtual clock. */
  readonly delayMs: number
  readonly drop: boolean
  /** The number of additional copies. */
  readonly duplicate: number
  readonly reorder: boolean
  /** Whether it arrives before the answer of the call that caused it. */
  readonly early: boolean
  readonly signature: SignatureFault | null
  readonly respond: PlayedAnswer | null
}

export const webhookFaults = collection<WebhookFaultRow>({ name: 'webhookFaults', by: {} })

/** A new fault. */
export type WebhookFaultInput = Omit<WebhookFaultRow, 'id' | 'createdAt' | 'seen' | 'hits'>
