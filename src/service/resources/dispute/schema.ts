import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { metadata, oneOf, text } from '../../../kernel/wire'
import { type DisputeReason, disputeReasons } from './model'

export const reasonCodes = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]

export const disputeCreate = once(() =>
  z.object({
    message: z.optional(text({ required: true })),
    reason_code: z.optional(oneOf(reasonCodes)),
    metadata: z.optional(metadata()),
  }),
)
export type DisputeInput = z.output<ReturnType<typeof disputeCreate>>

export const disputeUpdate = once(() =>
  z.object({
    /** The merchant's answer: it hands the dispute to the bank (spec 3.1). */
    message: z.optional(text({ required: true })),
    metadata: z.optional(metadata()),
  }),
)
export type DisputeChanges = z.output<ReturnType<typeof disputeUpdate>>

export const disputeAccept = once(() => z.object({ message: z.optional(text()) }))

export const disputeClose = once(() => z.object({ status: z.optional(oneOf(['won', 'lost'])) }))
