import { collection, type Row } from '../../kernel/collection'
import type { RequestFaultInput } from './request-fault'
import type { WebhookFaultInput } from './webhook-fault'

export type { FaultEffect } from './request-fault'

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

export interface RequestFaultRow extends CountedFault, Omit<RequestFaultInput, 'times' | 'after' | 'card'> {
  readonly card: { readonly fingerprint: string; readonly lastDigits: string } | null
}

export const requestFaults = collection<RequestFaultRow>({ name: 'requestFaults', by: {} })

export interface WebhookFaultRow extends CountedFault, Omit<WebhookFaultInput, 'times' | 'after'> {}

export const webhookFaults = collection<WebhookFaultRow>({ name: 'webhookFaults', by: {} })

/** The number of faults of a kind ever added: the id of a cleared fault is not used again. */
export interface FaultCountRow extends Row {
  readonly added: number
}

export const faultCounts = collection<FaultCountRow>({ name: 'faultCounts', by: {} })
