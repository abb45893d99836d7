import { collection, type Row } from '../../../kernel/collection'
import type { EventKey } from '../event/keys'

/** How a fault spoils a signature, to test a receiver. */
export const signatureFaults = ['invalid', 'stale', 'missing', 'old-secret'] as const
export type SignatureFault = (typeof signatureFaults)[number]

/** What a fault answers in place of the receiver. */
export interface PlayedAnswer {
  /** From 200 to 599. */
  readonly status: number
  readonly body: string | null
}

/** The decision of a fault for the next attempt. */
export interface Script {
  readonly drop: boolean
  readonly signature: SignatureFault | null
  readonly respond: PlayedAnswer | null
}

/** The delivery of one event to one address, with all its attempts. The rows that are `due` are the queue. */
export interface DispatchRow extends Row {
  readonly event: string
  readonly uri: string
  /** `waiting`: a job makes it due. `failed`: no further attempts. */
  readonly state: 'waiting' | 'due' | 'delivered' | 'failed'
  readonly attempts: number
  /** Retries end a while after it. */
  readonly firstTriedAt: number | null
  /** The decision of the faults, made once for each attempt. */
  readonly script: Script | null
  /** Whether a fault added it. */
  readonly isCopy: boolean
}

export const dispatches = collection<DispatchRow, 'event' | 'due'>({
  name: 'dispatches',
  by: { event: (dispatch) => dispatch.event, due: ({ state, uri }) => (state === 'due' ? uri : null) },
})

/** One attempt and its result (spec 6 rule 2). The message follows from the event and this row. */
export interface WebhookDeliveryRow extends Row {
  readonly event: string
  readonly key: EventKey
  readonly uri: string
  /** 1 is the first. */
  readonly attempt: number
  /** `null` for no answer. */
  readonly status: number | null
  readonly error: string | null
  /** The start of the body of an answer that was no success. */
  readonly answer: string | null
  /** Epoch milliseconds of the next attempt; `null` when there is none. */
  readonly retryAt: number | null
  /** The base URL of links in the body. */
  readonly baseUrl: string
  /** The two headers as they were sent; `null` where they were left out. */
  readonly timestamp: string | null
  readonly signature: string | null
}

export const webhookDeliveries = collection<WebhookDeliveryRow, 'event'>({
  name: 'webhookDeliveries',
  by: { event: (delivery) => delivery.event },
})
