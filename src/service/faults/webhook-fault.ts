import { collection, type Row } from '../../kernel/collection'
import type { PlayedAnswer, SignatureFault } from '../resources/webhook-delivery/model'

/** A fault of the deliveries of an account: which attempts it applies to, and its effects. */
export interface WebhookFaultRow extends Row {
  /** `charge.complete`, `charge.*` or `*`. */
  readonly event: string
  /** A pattern for the URL of the receiver; `null` matches every one. */
  readonly url: string | null
  /** It lets `after` matching attempts pass and is applied to the next `times`. */
  readonly times: number
  readonly after: number
  /** In ms of the virtual clock. */
  readonly delayMs: number
  readonly drop: boolean
  /** The number of additional copies. */
  readonly duplicate: number
  readonly reorder: boolean
  readonly signature: SignatureFault | null
  readonly respond: PlayedAnswer | null
  /** The number of matching attempts. */
  readonly seen: number
  /** The number of attempts that it was applied to. */
  readonly hits: number
}

export const webhookFaults = collection<WebhookFaultRow>({ name: 'webhookFaults', by: {} })

/** A new fault. */
export type WebhookFaultInput = Omit<WebhookFaultRow, 'id' | 'createdAt' | 'seen' | 'hits'>
