import * as z from 'zod'
import { once } from '../../kernel/json'
import { amount, bool, metadata } from '../../kernel/wire'

export const refundCreate = once(() =>
  z.object({
    /** Omitted means all that is left. */
    amount: amount().optional(),
    metadata: metadata().optional(),
    /** Refund only as a void; refuse otherwise. */
    void: bool().optional(),
  }),
)
export type RefundInput = z.output<ReturnType<typeof refundCreate>>
