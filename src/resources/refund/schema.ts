import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { amount, bool, metadata } from '../../kernel/wire'

export const refundCreate = once(() =>
  z.object({
    /** Omitted means all that is left. */
    amount: z.optional(amount()),
    metadata: z.optional(metadata()),
    /** Refund only as a void; refuse otherwise. */
    void: z.optional(bool()),
  }),
)
export type RefundInput = z.output<ReturnType<typeof refundCreate>>
