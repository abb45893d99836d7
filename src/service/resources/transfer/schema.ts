import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { amount, bool, metadata, text } from '../../../kernel/wire'

export const transferCreate = once(() =>
  z.object({
    /** The fee included; omitted means all that can be transferred. */
    amount: z.optional(amount()),
    /** Omitted means the default recipient. */
    recipient: z.optional(text()),
    fail_fast: z.optional(bool()),
    metadata: z.optional(metadata()),
    /** Assumption `split-transfers`. */
    split_transfer: z.optional(bool()),
    idemp_key: z.optional(text({ max: limits.idempotencyKeyLengthMax })),
  }),
)
export type TransferParameters = z.output<ReturnType<typeof transferCreate>>

/** A change of an unsent transfer or, in test mode, the outcome as the bank reports it. */
export const transferUpdate = once(() =>
  z.object({
    amount: z.optional(amount()),
    metadata: z.optional(metadata()),
    success: z.optional(bool()),
    failure_code: z.optional(text()),
    failure_message: z.optional(text({ max: limits.descriptionLengthMax })),
  }),
)
