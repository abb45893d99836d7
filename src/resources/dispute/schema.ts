import * as z from 'zod'
import { once } from '../../kernel/json'
import { metadata, oneOf, text } from '../../kernel/wire'
import { type DisputeReason, disputeReasons } from './model'

export const reasonCodes = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]

export const disputeCreate = once(() =>
  z.object({
    message: text({ required: true }).optional(),
    reason_code: oneOf(reasonCodes).optional(),
    metadata: metadata().optional(),
  }),
)
export type DisputeInput = z.output<ReturnType<typeof disputeCreate>>

export const disputeUpdate = once(() =>
  z.object({
    /** The merchant's answer: it hands the dispute to the bank (spec 3.1). */
    message: text({ required: true }).optional(),
    metadata: metadata().optional(),
  }),
)
export type DisputeChanges = z.output<ReturnType<typeof disputeUpdate>>

export const disputeAccept = once(() => z.object({ message: text().optional() }))

export const disputeClose = once(() => z.object({ status: oneOf(['won', 'lost']).optional() }))
