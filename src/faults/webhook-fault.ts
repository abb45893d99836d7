import { collection, type Row } from '../kernel/collection'
import type { SignatureFault } from '../resources/webhook-delivery/model'

/** What shall go wrong with which attempts of an account's deliveries, in the order in which they are made. */
export interface WebhookFaultRow extends Row {
  /** `charge.complete`, `charge.*` or `*`. */
  readonly event: string
  /** The same for the address; `null` is any. */
  readonly url: string | null
  /** How many attempts it spoils, after it let so many pass. */
  readonly times: number
  readonly after: number
  /** On the virtual clock. */
  readonly delayMs: number
  readonly drop: boolean
  /** How many times more than once. */
  readonly duplicate: number
  readonly reorder: boolean
  readonly signature: SignatureFault | null
  /** Attempts that it fitted, spoilt or not. */
  readonly seen: number
  /** Attempts that it spoilt. */
  readonly hits: number
}

export const webhookFaults = collection<WebhookFaultRow>({ name: 'webhookFaults', by: {} })

/** A fault before it has met any attempt. */
export type WebhookFaultInput = Omit<WebhookFaultRow, 'id' | 'createdAt' | 'seen' | 'hits'>
