import { collection, type Row } from '../../kernel/collection'
import type { EventKey } from '../event/model'

/** How a signature is spoiled on purpose, to see what a receiver makes of it. */
export const signatureFaults = ['invalid', 'stale', 'missing', 'old-secret'] as const
export type SignatureFault = (typeof signatureFaults)[number]

/** What a scripted fault has decided for the next attempt. */
export interface Script {
  readonly drop: boolean
  readonly signature: SignatureFault | null
}

/** One event on its way to one address, through all its attempts. The rows that are `due` are the queue. */
export interface DispatchRow extends Row {
  readonly event: string
  readonly uri: string
  /** `waiting`: a job makes it due. `failed`: given up for good. */
  readonly state: 'waiting' | 'due' | 'delivered' | 'failed'
  readonly attempts: number
  /** Retries end a while after it. */
  readonly firstTriedAt: number | null
  /** Asked for once an attempt: what stands here is not asked for again. */
  readonly script: Script | null
}

export const dispatches = collection<DispatchRow, 'event'>({
  name: 'dispatches',
  by: { event: (dispatch) => dispatch.event },
})

/** One attempt and what came of it (spec 6 rule 2). What was sent follows from the event and from this row. */
export interface WebhookDeliveryRow extends Row {
  readonly event: string
  readonly key: EventKey
  readonly uri: string
  /** 1 is the first. */
  readonly attempt: number
  /** `null` when nothing answered. */
  readonly status: number | null
  readonly error: string | null
  /** Epoch milliseconds of the next attempt; `null` when there is none. */
  readonly retryAt: number | null
  /** What links in the body began with. */
  readonly baseUrl: string
  /** The two headers as they were sent; `null` where they were left out. */
  readonly timestamp: string | null
  readonly signature: string | null
}

export const webhookDeliveries = collection<WebhookDeliveryRow, 'event'>({
  name: 'webhookDeliveries',
  by: { event: (delivery) => delivery.event },
})
